package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"jdbclog/config"
)

// help writes what cmd is for, how it is called, examples, and its flags: its
// own first, those of settings by section, those of all commands last.
func (a *app) help(cmd *cobra.Command, _ []string) {
	width, is := terminal(a.Out)
	if !is {
		width = 80
	}
	width = min(width, 120)

	var b strings.Builder
	text := cmd.Long
	if text == "" {
		text = strings.ToUpper(cmd.Short[:1]) + cmd.Short[1:] + "."
	}
	fmt.Fprintf(&b, "%s\n\nUsage:\n  %s\n", strings.TrimSpace(text), usageLine(cmd))
	if cmd.Example != "" {
		fmt.Fprintf(&b, "\nExamples:\n%s\n", strings.Trim(cmd.Example, "\n"))
	}
	if cmd.HasAvailableSubCommands() {
		b.WriteString("\nCommands:\n")
		for _, c := range a.inOrder(cmd.Commands()) {
			if c.IsAvailableCommand() || c.Name() == "help" {
				fmt.Fprintf(&b, "  %-12s %s\n", c.Name(), c.Short)
			}
		}
	}
	for _, group := range flagGroups(cmd) {
		if flags := group.set.FlagUsagesWrapped(width); flags != "" {
			fmt.Fprintf(&b, "\n%s:\n%s", group.title, flags)
		}
	}
	if hasSettings(cmd) {
		b.WriteString("\nSettings can also be given in jdbclog.yaml and by JDBCLOG_ variables:\n'jdbclog config' shows them all, each with where it comes from.\n")
	}
	fmt.Fprint(a.Out, b.String())
}

// inOrder sorts cmds, which cobra gives by name, as they were added.
func (a *app) inOrder(cmds []*cobra.Command) []*cobra.Command {
	return slices.SortedStableFunc(slices.Values(cmds), func(x, y *cobra.Command) int {
		return cmp.Compare(slices.Index(a.order, x.Name()), slices.Index(a.order, y.Name()))
	})
}

func usageLine(cmd *cobra.Command) string {
	line := cmd.CommandPath()
	if _, rest, found := strings.Cut(cmd.Use, " "); found {
		return line + " " + rest
	}
	if cmd.HasAvailableSubCommands() {
		line += " COMMAND"
	}
	return line + " [flags]"
}

type flagGroup struct {
	title string
	set   *pflag.FlagSet
}

// flagGroups are the flags of cmd under the titles they are shown with.
func flagGroups(cmd *cobra.Command) []flagGroup {
	titles := map[string]string{
		"input": "Input", "pipeline": "Memory and CPU", "load": "Loading", "report": "Report",
		"database": "Database", "output": "Output", "log": "Log",
	}
	groups := []flagGroup{{title: "Flags"}}
	for _, k := range config.Keys() {
		if last := groups[len(groups)-1]; last.title != titles[k.Section()] {
			groups = append(groups, flagGroup{title: titles[k.Section()]})
		}
	}
	groups = append(groups, flagGroup{title: "Flags of all commands"})
	for i := range groups {
		groups[i].set = pflag.NewFlagSet(groups[i].title, pflag.ContinueOnError)
		groups[i].set.SortFlags = false
	}
	section := map[string]string{}
	for _, k := range config.Keys() {
		section[k.Name] = titles[k.Section()]
	}
	cmd.Flags().SortFlags = false
	inherited := cmd.InheritedFlags()
	add := func(f *pflag.Flag) {
		title := "Flags"
		if v, ok := f.Value.(*flagText); ok {
			title = section[v.key]
		}
		if inherited.Lookup(f.Name) != nil || !cmd.HasParent() {
			title = "Flags of all commands"
		}
		for _, g := range groups {
			if g.title == title {
				g.set.AddFlag(f)
			}
		}
	}
	inherited.SortFlags = false
	cmd.LocalFlags().VisitAll(add)
	inherited.VisitAll(add)
	return groups
}

// hasSettings tells whether cmd has flags that one would put into
// jdbclog.yaml, beside those of all commands and --json.
func hasSettings(cmd *cobra.Command) bool {
	if !cmd.HasParent() {
		return false
	}
	found := false
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
		v, is := f.Value.(*flagText)
		found = found || is && !strings.HasPrefix(v.key, "output.")
	})
	return found
}

// cmdHelp is `jdbclog help [COMMAND]`.
func cmdHelp(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "show what a command does, with examples and all its flags",
		RunE: func(cmd *cobra.Command, args []string) error {
			at := cmd.Root()
			for i, word := range args {
				if !at.HasSubCommands() {
					return misuse("%s holds no commands", at.CommandPath())
				}
				next, _, err := at.Find([]string{word})
				if err != nil || next == at {
					return noSuchCommand(at, args[i])
				}
				at = next
			}
			a.help(at, nil)
			return nil
		},
	}
}
