package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Gate is a condition on figures of a report:
//
//	condition = term { "or" term } .
//	term      = factor { "and" factor } .
//	factor    = "(" condition ")" | figure operator number .
//	operator  = ">" | ">=" | "<" | "<=" | "=" | "==" | "!=" | "<>" .
//
// Figures are those of FigureNames. A comparison with a figure that the logs do
// not tell does not hold.
type Gate struct {
	Text     string
	root     gateNode
	figures  []string
	baseline bool
}

// GateResult is what became of a gate.
type GateResult struct {
	Condition string              `json:"condition"`
	Fired     bool                `json:"fired"`
	Figures   map[string]*float64 `json:"figures"`
}

// gateNode is a part of a condition: a comparison, or two nodes and what joins them.
type gateNode struct {
	figure, op  string
	number      float64
	left, right *gateNode
}

// ParseGate reads a condition.
func ParseGate(text string) (*Gate, error) {
	p := gateParser{rest: words(text)}
	root, err := p.or()
	if err == nil && len(p.rest) > 0 {
		err = fmt.Errorf("%.20q stands where 'and' or 'or' is expected", p.rest[0])
	}
	if err != nil {
		return nil, err
	}
	g := &Gate{Text: text, root: *root}
	g.collect(root)
	return g, nil
}

// NeedsBaseline reports whether the gate is about what has changed.
func (g *Gate) NeedsBaseline() bool { return g.baseline }

// Judge evaluates the gate and notes the result in r.
func (g *Gate) Judge(r *Report) GateResult {
	result := GateResult{Condition: g.Text, Figures: map[string]*float64{}}
	for _, name := range g.figures {
		result.Figures[name] = figure(r, name)
	}
	result.Fired = g.root.holds(result.Figures)
	r.Gates = append(r.Gates, result)
	return result
}

// String says what the figures were.
func (r GateResult) String() string {
	var parts []string
	for name, n := range r.Figures {
		value := "not known"
		if n != nil {
			value = strconv.FormatFloat(*n, 'f', -1, 64)
		}
		parts = append(parts, name+" is "+value)
	}
	slices.Sort(parts)
	return fmt.Sprintf("%s (%s)", r.Condition, strings.Join(parts, ", "))
}

func (n *gateNode) holds(figures map[string]*float64) bool {
	switch n.op {
	case "and":
		return n.left.holds(figures) && n.right.holds(figures)
	case "or":
		return n.left.holds(figures) || n.right.holds(figures)
	}
	f := figures[n.figure]
	if f == nil {
		return false
	}
	switch n.op {
	case ">":
		return *f > n.number
	case ">=":
		return *f >= n.number
	case "<":
		return *f < n.number
	case "<=":
		return *f <= n.number
	case "!=", "<>":
		return *f != n.number
	}
	return *f == n.number
}

func (g *Gate) collect(n *gateNode) {
	if n.left != nil {
		g.collect(n.left)
		g.collect(n.right)
		return
	}
	if !slices.Contains(g.figures, n.figure) {
		g.figures = append(g.figures, n.figure)
	}
	for _, f := range figures() {
		g.baseline = g.baseline || f.name == n.figure && f.change != nil
	}
}

// gateParser reads words from left to right.
type gateParser struct {
	rest  []string
	depth int
}

func (p *gateParser) next() string {
	if len(p.rest) == 0 {
		return ""
	}
	w := p.rest[0]
	p.rest = p.rest[1:]
	return w
}

func (p *gateParser) or() (*gateNode, error)  { return p.joined(p.and, "or", "||") }
func (p *gateParser) and() (*gateNode, error) { return p.joined(p.factor, "and", "&&") }

func (p *gateParser) joined(part func() (*gateNode, error), word, sign string) (*gateNode, error) {
	left, err := part()
	for err == nil && len(p.rest) > 0 && (strings.EqualFold(p.rest[0], word) || p.rest[0] == sign) {
		p.next()
		var right *gateNode
		if right, err = part(); err == nil {
			left = &gateNode{op: word, left: left, right: right}
		}
	}
	return left, err
}

func (p *gateParser) factor() (*gateNode, error) {
	name := p.next()
	if name == "(" {
		if p.depth++; p.depth > 50 {
			return nil, fmt.Errorf("too many parentheses")
		}
		n, err := p.or()
		if err == nil && p.next() != ")" {
			err = fmt.Errorf("a parenthesis is not closed")
		}
		return n, err
	}
	if name == "" {
		return nil, fmt.Errorf("a comparison like p95_ms > 200 is missing")
	}
	if known := FigureNames(); !slices.Contains(known, name) {
		return nil, fmt.Errorf("%.20q is not one of %s", name, strings.Join(known, ", "))
	}
	op := p.next()
	if !slices.Contains([]string{">", ">=", "<", "<=", "=", "==", "!=", "<>"}, op) {
		return nil, fmt.Errorf("behind %s stands %.20q and no comparison like >", name, op)
	}
	text := p.next()
	n, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return nil, fmt.Errorf("%.20q is not a number", text)
	}
	return &gateNode{figure: name, op: op, number: n}, nil
}

// words parts a condition into names, numbers and signs.
func words(s string) (list []string) {
	const signs = "<>=!&|"
	for i := 0; i < len(s); {
		j := i + 1
		switch c := s[i]; {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			i++
			continue
		case c == '(' || c == ')':
		case strings.IndexByte(signs, c) >= 0:
			for j < len(s) && strings.IndexByte(signs, s[j]) >= 0 {
				j++
			}
		default:
			for j < len(s) && strings.IndexByte(signs+"() \t\n\r", s[j]) < 0 {
				j++
			}
		}
		list = append(list, s[i:j])
		i = j
	}
	return list
}
