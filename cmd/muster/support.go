package main

import (
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// buildSupport is how long a build is in use before it counts as old. The libraries in it
// are renewed once a month, so one this old has missed six renewals.
const buildSupport = 180 * 24 * time.Hour

// component is a part that its makers support until a day. All of it is known
// without a network.
type component struct {
	name  string
	until time.Time
}

func (c component) String() string {
	return c.name + ", supported until " + c.until.Format(time.DateOnly)
}

// postgresSupport is when the makers of Postgres end the support of a major version: five
// years after it came out, on the second Thursday of November.
var postgresSupport = []component{
	{"Postgres 15", day(2027, time.November, 11)},
	{"Postgres 16", day(2028, time.November, 9)},
	{"Postgres 17", day(2029, time.November, 8)},
	{"Postgres 18", day(2030, time.November, 14)},
}

func day(year int, month time.Month, d int) time.Time {
	return time.Date(year, month, d, 0, 0, 0, 0, time.UTC)
}

// supported lists the components with a known end, of the program and beside it.
func supported(b buildFacts) []component {
	var all []component
	if own, ok := goSupport(runtime.Version()); ok {
		all = append(all, own)
	}
	if !b.made.IsZero() {
		all = append(all, component{"this build of " + b.made.UTC().Format(time.DateOnly), b.made.Add(buildSupport)})
	}
	return append(all, postgresSupport...)
}

// goSupport is when the support of a Go version ends. Go 1.N comes out in February (N even)
// or August (N odd), and is supported until 1.N+2 does, a year later.
func goSupport(version string) (component, bool) {
	number, isRelease := strings.CutPrefix(version, "go1.")
	number, _, _ = strings.Cut(number, ".")
	minor, err := strconv.Atoi(number)
	if !isRelease || err != nil {
		return component{}, false
	}
	month := time.February
	if minor%2 == 1 {
		month = time.August
	}
	name, _, _ := strings.Cut(version, " ") // an experiment may follow
	return component{"Go " + strings.TrimPrefix(name, "go"), day(2013+minor/2+1, month, 1)}, true
}

// pastSupport says of each part of this program that is past its time what to do. Which
// Postgres is in use is not known here.
func pastSupport(b buildFacts, now time.Time) []string {
	var past []string
	if own, ok := goSupport(runtime.Version()); ok && !now.Before(own.until) {
		past = append(past, own.String()+": take a release that was built with a newer Go")
	}
	if age := now.Sub(b.made); !b.made.IsZero() && age >= buildSupport {
		past = append(past, fmt.Sprintf("this build is %d days old: take a newer release, whose components were renewed", int(age.Hours()/24)))
	}
	return past
}
