package embedded

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// Systems without this server's means have the same functions, which say so: the
// program was no longer built there, since nobody builds it there but those who use it.
func TestOtherSystemsHaveTheSameFunctions(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	here, there := map[string]bool{}, map[string]bool{}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		of := here
		for _, group := range file.Comments {
			for _, line := range group.List {
				if line.Text == "//go:build !unix" {
					of = there
				}
			}
		}
		for _, decl := range file.Decls {
			f, ok := decl.(*ast.FuncDecl)
			if !ok || !f.Name.IsExported() {
				continue
			}
			if f.Recv == nil {
				of[f.Name.Name] = true
			} else if pointer, ok := f.Recv.List[0].Type.(*ast.StarExpr); ok {
				of[pointer.X.(*ast.Ident).Name+"."+f.Name.Name] = true
			}
		}
	}
	for name := range here {
		if !there[name] {
			t.Errorf("embedded_other.go has no %s", name)
		}
	}
	if len(there) < 5 {
		t.Errorf("only %d functions were found", len(there))
	}
}
