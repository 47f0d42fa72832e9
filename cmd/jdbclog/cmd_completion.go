package main

import (
	"github.com/spf13/cobra"
)

func cmdCompletion(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "completion bash|zsh|fish",
		Short: "print what makes a shell complete commands, flags and values",
		Long: `Prints a script that makes a shell complete jdbclog's commands, its flags and
their values when the tab key is pressed.`,
		Example: `
  # bash, now and for ever (needs the package bash-completion)
  source <(jdbclog completion bash)
  jdbclog completion bash > ~/.local/share/bash-completion/completions/jdbclog

  # zsh, in a folder of $fpath
  jdbclog completion zsh > ~/.zfunc/_jdbclog

  # fish
  jdbclog completion fish > ~/.config/fish/completions/jdbclog.fish`,
		ValidArgs: []string{"bash", "zsh", "fish"},
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return misuse("name one shell of bash, zsh, fish")
			}
			switch root := cmd.Root(); args[0] {
			case "bash":
				return root.GenBashCompletionV2(a.Out, true)
			case "zsh":
				return root.GenZshCompletion(a.Out)
			case "fish":
				return root.GenFishCompletion(a.Out, true)
			}
			return misuse("unknown shell %.20q, not one of bash, zsh, fish", args[0])
		},
	}
}
