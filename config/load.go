package config

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/viper"
)

const (
	envPrefix = "JDBCLOG_"
	// EnvConfig is the environment variable that names the configuration file.
	EnvConfig = envPrefix + "CONFIG"
	// FileName is what a configuration file is called where none is named.
	FileName = "jdbclog.yaml"
)

// Load reads the settings: defaults, then the file at path, the environment,
// and flags (texts by key, several values of a list on lines of their own).
// Without path the file is that of $JDBCLOG_CONFIG, else jdbclog.yaml in the
// working folder, else that in the user's configuration folder, else none. An
// empty environment variable counts as not set.
//
// Everything that is wrong is told at once, errors.Join-ed, each led by its
// key and followed by where it was said, passwords never quoted. Without an
// error the Config is valid.
func Load(path string, flags map[string]string) (Config, error) {
	c := Default()
	f, errs := find(path)
	c.Path, c.Schemes, c.Templates = f.path, f.schemes, f.templates
	c.sources = f.lines

	v := viper.New()
	if err := v.MergeConfigMap(f.tree()); err != nil {
		errs = append(errs, fmt.Errorf("config: %s: %w", f.path, err))
	}
	for _, k := range Keys() {
		v.SetDefault(k.Name, k.Default)
		if err := v.BindEnv(k.Name, k.Env()); err != nil {
			errs = append(errs, fmt.Errorf("config: %s: %w", k.Name, err))
		}
		if os.Getenv(k.Env()) != "" {
			c.sources[k.Name] = k.Env()
		}
		if text, given := flags[k.Name]; given {
			v.Set(k.Name, text)
			long, _ := k.FlagName()
			c.sources[k.Name] = "--" + long
		}
		if err := k.at(&c).Set(v.GetString(k.Name)); err != nil {
			errs = append(errs, complain(k.Name, err, c.sources[k.Name]))
		}
	}
	errs = append(errs, misspelt(os.Environ())...)
	errs = append(errs, c.contradictions()...)
	return c, errors.Join(errs...)
}

// find reads the file at path, or the first that there is.
func find(path string) (file, []error) {
	if path == "" {
		path = os.Getenv(EnvConfig)
	}
	if path != "" {
		return read(path)
	}
	places := []string{FileName}
	if home, err := os.UserConfigDir(); err == nil {
		places = append(places, filepath.Join(home, "jdbclog", FileName), filepath.Join(home, FileName))
	}
	for _, path := range places {
		if _, err := os.Lstat(path); err == nil {
			return read(path)
		}
	}
	return newFile(""), nil
}

// misspelt complains about environment variables that are nearly a setting's.
// Others are none of our business: a cluster may set variables of the same
// prefix for a service of the same name.
func misspelt(environ []string) []error {
	known := []string{strings.TrimPrefix(EnvConfig, envPrefix)}
	isKnown := map[string]bool{EnvConfig: true}
	for _, k := range Keys() {
		known = append(known, strings.TrimPrefix(k.Env(), envPrefix))
		isKnown[k.Env()] = true
	}
	var errs []error
	for _, e := range environ {
		name, value, _ := strings.Cut(e, "=")
		word, ours := strings.CutPrefix(name, envPrefix)
		if !ours || value == "" || isKnown[name] || len(word) > 60 {
			continue
		}
		if k := Nearest(word, known); k != "" {
			errs = append(errs, fmt.Errorf("config: %s: unknown variable, did you mean %s%s?", name, envPrefix, k))
		}
	}
	return errs
}

// complain is err about the value of key, with where it was said.
func complain(key string, err error, source string) error {
	if source == "" {
		return fmt.Errorf("config: %s: %w", key, err)
	}
	return fmt.Errorf("config: %s: %w (%s)", key, err, source)
}
