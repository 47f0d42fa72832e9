package main

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"jdbclog/config"
)

// settings gives cmd the flags of the settings under names, each a section
// (load) or a key (load.group). Their values are in a.Config when cmd runs.
func (a *app) settings(cmd *cobra.Command, names ...string) {
	addFlags(cmd, cmd.Flags(), names)
}

// globals gives cmd the flags that all commands have.
func (a *app) globals(cmd *cobra.Command) {
	addFlags(cmd, cmd.PersistentFlags(), []string{"log", "output.color", "output.progress"})
}

func addFlags(cmd *cobra.Command, set *pflag.FlagSet, names []string) {
	set.SortFlags = false // as in the table of settings
	for _, k := range config.Keys() {
		if !slices.Contains(names, k.Name) && !slices.Contains(names, k.Section()) {
			continue
		}
		long, letter := k.FlagName()
		if long == "" || set.Lookup(long) != nil {
			continue
		}
		f := set.VarPF(&flagText{key: k.Name, kind: k.Kind(), def: k.Default}, long, letter, k.Doc)
		switch k.Kind() {
		case "bool":
			f.NoOptDefVal = "true"
		case "count":
			f.NoOptDefVal = more
			f.Usage = "``" + k.Doc // no word for the value, which is hardly ever given
		}
		if choices := k.Choices(); len(choices) > 0 {
			// It fails for a flag that does not exist, and this one was just made.
			_ = cmd.RegisterFlagCompletionFunc(long, cobra.FixedCompletions(choices, cobra.ShellCompDirectiveNoFileComp))
		}
	}
}

// more counts a flag up.
const more = "+1"

// flagText is a setting as it was written on the command line. It takes
// anything: what is wrong with it is found when all settings are put together,
// and told with all else that is wrong.
type flagText struct {
	key, kind, def string
	text           string
	set            bool
}

func (f *flagText) Set(s string) error {
	switch {
	case f.kind == "list" && f.set:
		s = f.text + "\n" + s
	case f.kind == "count" && s == more:
		n, _ := strconv.Atoi(f.text)
		s = strconv.Itoa(n + 1)
	}
	f.text, f.set = s, true
	return nil
}

func (f *flagText) String() string {
	if f.set {
		return f.text
	}
	return f.def
}
func (f *flagText) Type() string { return f.kind }

// given are the settings that cmd's flags were used for, by key.
func given(cmd *cobra.Command) map[string]string {
	texts := map[string]string{}
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if v, ok := f.Value.(*flagText); ok && v.set {
			texts[v.key] = v.text
		}
	})
	return texts
}

// flagError is err of the flag parser in our words.
func flagError(cmd *cobra.Command, err error) error {
	if e := (*pflag.NotExistError)(nil); errors.As(err, &e) {
		name := e.GetSpecifiedName()
		if len(name) == 1 {
			return misuse("unknown flag -%s", name)
		}
		return misuse("unknown flag --%s%s", name, nearest(name, "--", flagNames(cmd)))
	}
	if e := (*pflag.ValueRequiredError)(nil); errors.As(err, &e) {
		return misuse("flag --%s needs a value", e.GetFlag().Name)
	}
	if e := (*pflag.InvalidValueError)(nil); errors.As(err, &e) {
		return misuse("flag --%s: %w", e.GetFlag().Name, plainNumber(e.Unwrap()))
	}
	return misuse("%w", err)
}

// plainNumber is err of the strconv package without its function's name.
func plainNumber(err error) error {
	if e := (*strconv.NumError)(nil); errors.As(err, &e) {
		return errors.New(strconv.Quote(e.Num[:min(len(e.Num), 20)]) + " is not a number that it takes")
	}
	return err
}

func flagNames(cmd *cobra.Command) []string {
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	return names
}

// nearest is ", did you mean X?" or nothing.
func nearest(word, lead string, known []string) string {
	if k := config.Nearest(word, known); k != "" {
		return ", did you mean " + lead + k + "?"
	}
	return ""
}

// group makes cmd one that only holds others: alone, or with a word that is
// none of them, it is misused.
func (a *app) group(cmd *cobra.Command) {
	cmd.Args = cobra.ArbitraryArgs
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return misuse("which command? One of %s", strings.Join(names(cmd), ", "))
		}
		return noSuchCommand(cmd, args[0])
	}
}

func noSuchCommand(cmd *cobra.Command, word string) error {
	if hint := nearest(word, "", names(cmd)); hint != "" {
		return misuse("unknown command %.20q%s", word, hint)
	}
	return misuse("unknown command %.20q, not one of %s", word, strings.Join(names(cmd), ", "))
}

// names are the commands that cmd holds.
func names(cmd *cobra.Command) []string {
	var all []string
	for _, c := range cmd.Commands() {
		all = append(all, c.Name())
	}
	return all
}

// noArgs is for commands that take nothing but flags.
func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return misuse("takes no arguments, %.20q is one too many", args[0])
	}
	return nil
}
