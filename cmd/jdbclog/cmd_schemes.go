package main

import (
	"context"
	"encoding/json"
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"jdbclog/sink"
)

func cmdSchemes(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "schemes",
		Short: "the loading schemes, as a table",
		Long: `Schemes lists the ways to load: how rows are inserted, what a commit waits for,
what kind the tables are, when the indexes are built, and what a crash of the
server right after the load loses. 1 to 7 are those of the published study.
Schemes of your own, from the settings, stand behind them.`,
		Args: noArgs,
	}
	a.settings(cmd, "output.json")
	cmd.RunE = a.with(func(context.Context, []string) error { return a.listSchemes() })
	return cmd
}

func (a *app) listSchemes() error {
	own, err := a.schemes()
	if err != nil {
		return exit{exitUsage, err}
	}
	all := append(sink.Schemes(), own...)
	if a.Config.Output.JSON {
		type scheme struct {
			sink.Scheme
			Doc   string `json:"doc"`
			Loses string `json:"loses"`
		}
		var list []scheme
		for _, s := range all {
			list = append(list, scheme{s, s.Doc, s.Loses()})
		}
		return json.NewEncoder(a.Out).Encode(list)
	}
	w := tabwriter.NewWriter(a.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "\tNAME\tINSERT\tCOMMIT\tTABLES\tINDEXES\tA CRASH OF THE SERVER LOSES")
	for _, s := range all {
		number, commit := "", s.Commit
		if s.ID > 0 {
			number = fmt.Sprint(s.ID)
		}
		if s.Tables == "unlogged" {
			commit = "-"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\n", number, s.Name, s.Insert, commit, s.Tables, s.Indexes, s.Loses())
	}
	return w.Flush()
}
