package main

import (
	"github.com/spf13/cobra"
	"jdbclog/parse"
	"jdbclog/pipeline"
)

func (a *app) detector() (func(*pipeline.File) error, error) {
	return func(f *pipeline.File) error {
		f.Source = &parse.Source{Path: f.Path, Formats: parse.Formats(), Bare: true, MaxRecord: int(a.Config.Input.MaxRecord), Zone: a.Config.Input.Timezone}
		return nil
	}, nil
}

// somePaths is for commands that read the paths they are given.
func somePaths(_ *cobra.Command, args []string) error {
	if len(args) == 0 {
		return misuse("which logs? Name a file, a folder, a pattern, or - for standard input")
	}
	return nil
}
