package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"jdbclog/config"
)

func cmdConfig(a *app) *cobra.Command {
	var example bool
	cmd := &cobra.Command{
		Use:   "config [KEY...]",
		Short: "show the settings in force, each with where it came from",
		Long: `Shows the settings in force and where each came from: default, a line of the
configuration file, an environment variable or a flag. Later ones win over
earlier ones. Passwords are masked.

The configuration file is --config FILE, else $JDBCLOG_CONFIG, else
jdbclog.yaml in the working folder, else jdbclog/jdbclog.yaml in the user's
configuration folder (~/.config). The variable of load.loaders is
JDBCLOG_LOAD_LOADERS, its flag --loaders, and so on.

With KEY, a section (load) or a key (load.loaders), only those are shown.`,
		Example: `
  # what would this load do?
  jdbclog config --scheme copy --loaders 4

  # only how rows are loaded, for a script
  jdbclog config load --json

  # begin a configuration file, with every key explained
  jdbclog config --example > jdbclog.yaml`,
	}
	show := a.with(func(_ context.Context, args []string) error {
		settings, err := selected(a.Config.Settings(), args)
		if err != nil {
			return err
		}
		if a.Config.Output.JSON {
			return a.printJSON(struct {
				File     string           `json:"file"`
				Settings []config.Setting `json:"settings"`
			}{a.Config.Path, settings})
		}
		return writeSettings(a.Out, settings, a.colors(a.Out))
	})
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if example { // without reading the settings: they may be what is to be mended
			_, err := io.WriteString(a.Out, config.Example())
			return err
		}
		return show(cmd, args)
	}
	cmd.Flags().BoolVar(&example, "example", false, "print a configuration file with every key, its default and why, commented out")
	a.settings(cmd, "output.json", "input", "pipeline", "load", "database")
	return cmd
}

// selected are the settings that names, keys or sections, stand for; without
// names all of them.
func selected(all []config.Setting, names []string) ([]config.Setting, error) {
	if len(names) == 0 {
		return all, nil
	}
	var known []string
	for _, s := range all {
		section, _, _ := strings.Cut(s.Key, ".")
		known = append(known, section, s.Key)
	}
	known = append(known, "schemes", "templates") // there, if empty
	var some []config.Setting
	for _, name := range names {
		if !slices.Contains(known, name) {
			return nil, misuse("unknown key %.40q%s", name, nearest(name, "", known))
		}
		for _, s := range all {
			if s.Key == name || strings.HasPrefix(s.Key, name+".") {
				some = append(some, s)
			}
		}
	}
	return some, nil
}

func writeSettings(w io.Writer, settings []config.Setting, color bool) error {
	table := tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)
	for _, s := range settings {
		value := cmp.Or(s.Value, "-")
		if strconv.Quote(value) != `"`+value+`"` { // line ends, quotes, backslashes
			value = strconv.Quote(value)
		}
		source := s.Source
		if color && source != "default" {
			source = "\x1b[1m" + source + "\x1b[0m" // bold, in the last column, where it disturbs no widths
		}
		fmt.Fprintf(table, "%s\t%s\t%s\n", s.Key, value, source)
	}
	return table.Flush()
}
