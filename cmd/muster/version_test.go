package main

import (
	"bytes"
	"runtime"
	"strings"
	"testing"
	"time"
)

func TestGoVersionIsSupportedForAYear(t *testing.T) {
	for version, until := range map[string]string{
		"go1.26.8": "2027-02-01", "go1.25": "2026-08-01", "go1.24.1 X:nocoverageredesign": "2026-02-01", "go1.27rc1": "", "devel +abc": "",
	} {
		got, ok := goSupport(version)
		if ok != (until != "") || ok && got.until.Format(time.DateOnly) != until {
			t.Errorf("%s: %v, %v", version, got, ok)
		}
	}
}

// What is past its time is named with what to do, on the day and not before.
func TestComponentPastItsTimeIsNamed(t *testing.T) {
	own, ok := goSupport(runtime.Version())
	if !ok {
		t.Skip("not a release of Go")
	}
	b := buildFacts{made: own.until.Add(-buildSupport)}
	if past := pastSupport(b, own.until.Add(-time.Second)); len(past) != 0 {
		t.Errorf("the day before: %q", past)
	}
	past := pastSupport(b, own.until)
	if len(past) != 2 || !strings.Contains(past[0], "newer Go") || !strings.Contains(past[1], "180 days old") {
		t.Errorf("on the day: %q", past)
	}
	if past := pastSupport(buildFacts{}, own.until.Add(-time.Second)); len(past) != 0 {
		t.Errorf("a build of unknown age: %q", past)
	}
}

func TestVersionTellsReleaseAndSupport(t *testing.T) {
	release, commit, made = "v1.2.3", "0123456789abcdef", "2020-01-02T03:04:05Z"
	defer func() { release, commit, made = "", "", "" }()
	var out, complaints bytes.Buffer
	status := program{args: []string{"version"}, out: &out, err: &complaints}.run()
	for _, want := range []string{"muster v1.2.3 0123456789abcdef\n", "Postgres 15, supported until 2027-11-11", "past its time: this build is "} {
		if status != 0 || !strings.Contains(out.String(), want) {
			t.Errorf("status %d, %q in\n%s", status, want, &out)
		}
	}
	if status := (program{args: []string{"version", "--check"}, out: &out, err: &complaints}).run(); status != 1 {
		t.Errorf("--check of an old build: status %d, %s", status, &complaints)
	}
}
