package main

import (
	"flag"
	"fmt"
	"runtime/debug"
	"strings"
	"time"
)

// A release is built with -ldflags -X for these; another build takes what Go recorded.
var (
	release string // as v1.2.3
	commit  string
	made    string // when the commit was made, RFC 3339
)

// buildFacts is what this program was built from.
type buildFacts struct {
	version string    // the release, the short commit where it is none, or ""
	commit  string    // "unknown" outside a checkout
	made    time.Time // when the commit was made; zero where nobody recorded it
	changed bool      // files differed from the commit
}

func readBuild() buildFacts {
	b := buildFacts{version: release, commit: commit}
	recorded := made
	if info, ok := debug.ReadBuildInfo(); ok && b.commit == "" {
		for _, setting := range info.Settings {
			switch setting.Key {
			case "vcs.revision":
				b.commit = setting.Value
			case "vcs.time":
				recorded = setting.Value
			case "vcs.modified":
				b.changed = setting.Value == "true"
			}
		}
	}
	if b.commit == "" {
		b.commit = "unknown"
	}
	b.made, _ = time.Parse(time.RFC3339, recorded)
	return b
}

// version names the build in logs, traces and backups.
func version() string {
	b := readBuild()
	text := b.commit
	if !strings.HasPrefix(b.commit, b.version) {
		text = b.version + " " + b.commit
	}
	if b.changed {
		text += " with changes"
	}
	return text
}

// showVersion prints what was built and until when its components are supported. With
// --check it fails when one is past that, for a job of the operator's.
func (p program) showVersion(args []string) error {
	check := false
	if err := p.flags("version", args, func(f *flag.FlagSet) { f.BoolVar(&check, "check", false, "") }); err != nil {
		return err
	}
	fmt.Fprintln(p.out, "muster", version())
	b, now := readBuild(), time.Now()
	for _, c := range supported(b) {
		fmt.Fprintln(p.out, c)
	}
	past := pastSupport(b, now)
	for _, line := range past {
		fmt.Fprintln(p.out, "past its time:", line)
	}
	if check && len(past) > 0 {
		return fmt.Errorf("version: %d past their time", len(past))
	}
	return nil
}
