package report

import "fmt"

// plans are how a server would run the samples.
func (r *Report) plans() []section {
	if len(r.Plans) == 0 {
		return nil
	}
	s := section{name: "plans", title: "plans"}
	s.say("As EXPLAIN has them, without running anything.")
	list := []section{s}
	for _, p := range r.Plans {
		d := section{name: "plans", deeper: true, title: fmt.Sprintf("%s %s:%d", p.Digest, p.File, p.Line)}
		if p.Text != nil {
			d.quote(*p.Text)
		} else {
			d.say("no plan: " + *p.Error)
		}
		list = append(list, d)
	}
	return list
}
