package main

import (
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// version is set when a release is built: -ldflags "-X main.version=1.2.3".
var version string

type versionInfo struct {
	Version string `json:"version"`
	Commit  string `json:"commit"` // "" when built outside a checkout
	Time    string `json:"time"`   // of the commit
	Dirty   bool   `json:"dirty"`  // the checkout had changes
	Go      string `json:"go"`
	OS      string `json:"os"`
	Arch    string `json:"arch"`
}

// thisVersion is what is known about the running program. Without a version
// of its own it is called devel.
func thisVersion() versionInfo {
	v := versionInfo{Version: version, Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH}
	if build, ok := debug.ReadBuildInfo(); ok {
		if build.Main.Version != "(devel)" {
			v.Version = cmp.Or(v.Version, build.Main.Version)
		}
		for _, s := range build.Settings {
			switch s.Key {
			case "vcs.revision":
				v.Commit = s.Value[:min(len(s.Value), 12)]
			case "vcs.time":
				v.Time = s.Value
			case "vcs.modified":
				v.Dirty = s.Value == "true"
			}
		}
	}
	v.Version = cmp.Or(v.Version, "devel")
	return v
}

func (v versionInfo) String() string {
	s := "jdbclog " + v.Version
	if v.Commit != "" {
		s += " (commit " + v.Commit
		if v.Dirty {
			s += " with changes"
		}
		s += ")"
	}
	return fmt.Sprintf("%s, %s %s/%s", s, v.Go, v.OS, v.Arch)
}

func cmdVersion(a *app) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "version",
		Short: "show the version, the commit and the Go release it was built with",
		Args:  noArgs,
		RunE: func(*cobra.Command, []string) error {
			if asJSON {
				return a.printJSON(thisVersion())
			}
			_, err := fmt.Fprintln(a.Out, thisVersion())
			return err
		},
	}
	// No setting: a version must be shown whatever is in jdbclog.yaml.
	cmd.Flags().BoolVar(&asJSON, "json", false, "print it as one JSON object")
	return cmd
}
