package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// tree lays out a small source tree and generates one target of it.
func tree(t *testing.T, source string) (string, error) {
	t.Helper()
	root := t.TempDir()
	for path, text := range map[string]string{
		"store/kind.go": "package store\ntype Kind string\nconst (\n\tA Kind = \"a\"\n\tB Kind = \"b\"\n)\n",
		"body/body.go":  source,
	} {
		file := filepath.Join(root, path)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	out, err := generate(root, target{pkg: "body", file: "x.gen.ts", refs: map[string]string{"wire": "./frames.gen"}})
	return string(out), err
}

func TestGenerateFields(t *testing.T) {
	got, err := tree(t, `package body

// Frame is one.
type Frame struct {
	Base
	ID    string            `+"`json:\"id\"`"+` // who
	When  *time.Time        `+"`json:\"when\"`"+`
	Late  *time.Time        `+"`json:\"late,omitempty\"`"+`
	Kind  string            `+"`json:\"kind\" ts:\"Kind\"`"+`
	Parts []wire.Part       `+"`json:\"parts\"`"+`
	Many  []*int            `+"`json:\"many\"`"+`
	Named map[string]any    `+"`json:\"named\"`"+`
	inner int
	Gone  int `+"`json:\"-\"`"+`
}

type Base struct{ N int64 `+"`json:\"n\"`"+` }

func (Frame) Type() string { return "frame" }

var All = []any{Frame{}, Base{}}
`)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"/** Frame is one. */\nexport interface Frame extends Base {\n\ttype: \"frame\";\n\t/** who */\n\tid: string;\n\twhen: string | null;\n\tlate?: string;\n\tkind: Kind;\n\tparts: Part[];\n\tmany: (number | null)[];\n\tnamed: Record<string, unknown>;\n}\n",
		"export type Kind = \"a\" | \"b\";\n",
		"import type { Part } from \"./frames.gen\";\n",
		"export interface Base {\n\tn: number;\n}\n",
		"export type All =\n\t| Frame\n\t| Base;\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("missing:\n%s\nin:\n%s", want, got)
		}
	}
	if strings.Contains(got, "inner") || strings.Contains(got, "Gone") {
		t.Errorf("hidden fields were written:\n%s", got)
	}
}

func TestGenerateRefusesWhatItCannotSay(t *testing.T) {
	for name, source := range map[string]string{
		"a channel":     "package body\ntype X struct{ C chan int `json:\"c\"` }\n",
		"no json name":  "package body\ntype X struct{ Name string }\n",
		"unknown words": "package body\ntype X struct{ Name string `json:\"name\" ts:\"Nope\"` }\n",
	} {
		if out, err := tree(t, source); err == nil {
			t.Errorf("%s: no error, wrote:\n%s", name, out)
		}
	}
}

// The generated files in the tree are those of the Go structs beside them.
func TestGeneratedFilesAreFresh(t *testing.T) {
	root := filepath.Join("..", "..")
	for _, target := range targets {
		want, err := generate(root, target)
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(target.file)))
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != string(want) {
			t.Errorf("%s is stale: run go run ./cmd/typegen", target.file)
		}
	}
}
