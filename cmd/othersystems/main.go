package main

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"strings"

	"golang.org/x/tools/go/packages"
)

// systems are those that people run Muster on, beside the one of the tests.
var systems = []string{"darwin/arm64", "linux/arm64"}

func main() {
	flag.Parse()
	wrong := false
	for _, system := range systems {
		problems, err := check(system, ".", flag.Args()...)
		if err != nil {
			fmt.Fprintf(os.Stderr, "othersystems: %s: %v\n", system, err)
			os.Exit(1)
		}
		for _, p := range problems {
			fmt.Fprintf(os.Stderr, "%s: %s\n", system, p)
			wrong = true
		}
	}
	if wrong {
		os.Exit(1)
	}
}

// check gives what is wrong, on a system, with the packages of a module that the patterns
// name, and with their tests.
func check(system, dir string, patterns ...string) ([]string, error) {
	goos, goarch, _ := strings.Cut(system, "/")
	found, err := packages.Load(&packages.Config{
		Mode:      packages.LoadAllSyntax,
		Dir:       dir,
		Tests:     true,
		Env:       append(os.Environ(), "GOOS="+goos, "GOARCH="+goarch, "CGO_ENABLED=0"),
		ParseFile: parse,
	}, patterns...)
	if err != nil {
		return nil, err
	}
	var problems []string
	for _, pkg := range found {
		for _, e := range pkg.Errors {
			problems = append(problems, e.Error())
		}
	}
	return problems, nil
}

func parse(fset *token.FileSet, name string, src []byte) (*ast.File, error) {
	return parser.ParseFile(fset, name, src, parser.SkipObjectResolution)
}
