package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/analysis/suite/vet"
	"golang.org/x/tools/go/packages"
)

func main() {
	race := flag.Bool("race", false, "look at what is compiled with the race detector")
	flag.Parse()
	var flags []string
	if *race {
		flags = append(flags, "-race")
	}
	wrong, err := check(os.Stderr, ".", flags, flag.Args()...)
	if err != nil {
		fmt.Fprintf(os.Stderr, "vet: %v\n", err)
	}
	if err != nil || wrong {
		os.Exit(1)
	}
}

// check prints what is wrong with the packages of a module that the patterns name, and with
// their tests, as they are built with flags.
func check(out io.Writer, dir string, flags []string, patterns ...string) (wrong bool, err error) {
	found, err := packages.Load(&packages.Config{
		Mode:       packages.LoadSyntax | packages.NeedForTest | packages.NeedModule,
		Dir:        dir,
		Tests:      true,
		BuildFlags: flags,
	}, patterns...)
	if err != nil {
		return false, err
	}
	if packages.PrintErrors(found) > 0 {
		return true, nil
	}
	withoutLibraries(found)
	graph, err := checker.Analyze(vet.Suite, asTested(found), nil)
	if err != nil {
		return false, err
	}
	for _, action := range graph.Roots {
		wrong = wrong || action.Err != nil || len(action.Diagnostics) > 0
	}
	return wrong, graph.PrintText(out, -1)
}

// withoutLibraries has packages know of each other alone: a library is not analyzed for
// what it could say about its functions.
func withoutLibraries(found []*packages.Package) {
	ours := map[*packages.Package]bool{}
	for _, p := range found {
		ours[p] = true
	}
	for _, p := range found {
		for path, imported := range p.Imports {
			if !ours[imported] {
				delete(p.Imports, path)
			}
		}
	}
}

// asTested leaves out what is there a second time: a package without its tests where it is
// there with them, one that was made anew for the tests of another, and the programs that
// run tests.
func asTested(found []*packages.Package) (kept []*packages.Package) {
	tested := map[string]bool{}
	for _, p := range found {
		if p.ForTest == p.PkgPath {
			tested[p.PkgPath] = true
		}
	}
	for _, p := range found {
		switch {
		case strings.HasSuffix(p.ID, ".test"):
		case p.ForTest == "" && tested[p.PkgPath]:
		case p.ForTest != "" && p.ForTest != strings.TrimSuffix(p.PkgPath, "_test"):
		default:
			kept = append(kept, p)
		}
	}
	return kept
}
