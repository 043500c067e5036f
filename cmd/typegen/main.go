package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

// target is one generated file of TypeScript.
type target struct {
	pkg  string // folder of the Go package
	file string // generated file
	refs map[string]string
}

var targets = []target{
	{pkg: "actors/wire", file: "client/src/wire/frames.gen.ts"},
	{pkg: "http/body", file: "client/src/wire/bodies.gen.ts", refs: map[string]string{"wire": "./frames.gen"}},
}

// output is one generated file and how it is made from the tree at root.
type output struct {
	file string
	make func(root string) ([]byte, error)
}

func outputs() []output {
	all := []output{{queryFile, generateQueries}}
	for _, t := range targets {
		all = append(all, output{t.file, func(root string) ([]byte, error) { return generate(root, t) }})
	}
	return all
}

func main() {
	root := flag.String("root", ".", "top of the source tree")
	check := flag.Bool("check", false, "write nothing; fail when a generated file is stale")
	flag.Parse()
	stale := false
	for _, o := range outputs() {
		fresh, err := o.make(*root)
		if err != nil {
			fmt.Fprintln(os.Stderr, "typegen:", err)
			os.Exit(1)
		}
		path := filepath.Join(*root, filepath.FromSlash(o.file))
		old, err := os.ReadFile(path)
		switch {
		case err == nil && bytes.Equal(old, fresh):
			continue
		case *check:
			fmt.Fprintf(os.Stderr, "typegen: %s is stale: run go run ./cmd/typegen\n", o.file)
			stale = true
			continue
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			fmt.Fprintln(os.Stderr, "typegen:", err)
			os.Exit(1)
		}
		if err := os.WriteFile(path, fresh, 0o644); err != nil {
			fmt.Fprintln(os.Stderr, "typegen:", err)
			os.Exit(1)
		}
		fmt.Println("wrote", o.file)
	}
	if stale {
		os.Exit(1)
	}
}

// generate makes the TypeScript of one target from the tree at root.
func generate(root string, t target) ([]byte, error) {
	words, err := readWords(filepath.Join(root, "store"))
	if err != nil {
		return nil, err
	}
	pkg, err := readPackage(filepath.Join(root, filepath.FromSlash(t.pkg)))
	if err != nil {
		return nil, err
	}
	return write(pkg, words, t)
}
