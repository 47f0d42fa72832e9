package sink

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"jdbclog/parse/sqltext"
	"jdbclog/pipeline"
)

// shape is what makes rows what they are: the caller's part and the sink's.
func (s *Sink) shape() map[string]string {
	shape := maps.Clone(s.opt.Shape)
	if shape == nil {
		shape = map[string]string{}
	}
	shape["schema"] = string(s.opt.Variant)
	shape["normaliser"] = strconv.Itoa(sqltext.Version)
	return shape
}

func (s *Sink) optionsHash() string {
	h := sha256.New()
	shape := s.shape()
	for _, name := range sortedKeys(shape) {
		fmt.Fprintf(h, "%q=%q\n", name, shape[name])
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// sortedKeys returns the keys of all maps, each once.
func sortedKeys(all ...map[string]string) []string {
	keys := map[string]bool{}
	for _, m := range all {
		for k := range m {
			keys[k] = true
		}
	}
	return slices.Sorted(maps.Keys(keys))
}

// What detection found is entered for people to see. It is no part of the
// shape: in a file that grows it may come to find more.

func formats(f *pipeline.File) string {
	var names []string
	for _, x := range f.Source.Formats {
		names = append(names, x.Name())
	}
	return clean(strings.Join(names, " "))
}

func envelope(f *pipeline.File) string {
	var parts []string
	if w := f.Source.Wrapper; w != nil {
		parts = append(parts, w.String())
	}
	for _, l := range f.Source.Layouts {
		parts = append(parts, l.String())
	}
	return clean(strings.Join(parts, "\n"))
}

func encoding(f *pipeline.File) string {
	if f.Source.Encoding == nil {
		return "UTF-8"
	}
	return f.Source.Encoding.String()
}
