package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"sort"
	"strconv"
	"strings"
)

// structType is one exported struct of a package.
type structType struct {
	name   string
	doc    string
	kind   string // what its Type method returns, "" without one
	embeds []ast.Expr
	fields []field
}

// field is one JSON field of a struct.
type field struct {
	json     string
	optional bool
	words    string // name of a constant set, from the ts tag
	typ      ast.Expr
	doc      string
}

// source is what typegen reads of one package.
type source struct {
	structs []structType
	lists   map[string][]string // variable name → struct names of its literal
}

// parseFiles parses the non-test Go files of dir in name order.
func parseFiles(dir string) ([]*ast.File, error) {
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	sort.Strings(names)
	set := token.NewFileSet()
	var files []*ast.File
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		f, err := parser.ParseFile(set, name, text, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	return files, nil
}

// readPackage gathers the exported structs of dir, what their Type methods
// return, and the literals of exported slices.
func readPackage(dir string) (*source, error) {
	files, err := parseFiles(dir)
	if err != nil {
		return nil, err
	}
	src := &source{lists: map[string][]string{}}
	kinds := map[string]string{}
	for _, f := range files {
		for _, decl := range f.Decls {
			switch d := decl.(type) {
			case *ast.FuncDecl:
				if name, kind, ok := typeMethod(d); ok {
					kinds[name] = kind
				}
			case *ast.GenDecl:
				if err := src.gather(d); err != nil {
					return nil, err
				}
			}
		}
	}
	for i := range src.structs {
		src.structs[i].kind = kinds[src.structs[i].name]
	}
	return src, nil
}

// gather adds the structs and lists of one declaration.
func (src *source) gather(d *ast.GenDecl) error {
	for _, spec := range d.Specs {
		switch s := spec.(type) {
		case *ast.TypeSpec:
			st, ok := s.Type.(*ast.StructType)
			if !ok || !s.Name.IsExported() {
				continue
			}
			doc := s.Doc.Text()
			if doc == "" {
				doc = d.Doc.Text()
			}
			made, err := readStruct(s.Name.Name, doc, st)
			if err != nil {
				return err
			}
			if len(made.fields)+len(made.embeds) > 0 || st.Fields.NumFields() == 0 {
				src.structs = append(src.structs, made)
			}
		case *ast.ValueSpec:
			for i, value := range s.Values {
				if list, ok := value.(*ast.CompositeLit); ok && s.Names[i].IsExported() {
					src.lists[s.Names[i].Name] = literalNames(list)
				}
			}
		}
	}
	return nil
}

// literalNames lists the struct names of []T{A{}, B{}}.
func literalNames(list *ast.CompositeLit) []string {
	var names []string
	for _, e := range list.Elts {
		if lit, ok := e.(*ast.CompositeLit); ok {
			if id, ok := lit.Type.(*ast.Ident); ok {
				names = append(names, id.Name)
			}
		}
	}
	return names
}

// typeMethod reads func (T) Type() string { return "x" }.
func typeMethod(d *ast.FuncDecl) (receiver, kind string, ok bool) {
	if d.Name.Name != "Type" || d.Recv == nil || d.Body == nil || len(d.Body.List) != 1 {
		return "", "", false
	}
	id, isIdent := d.Recv.List[0].Type.(*ast.Ident)
	ret, isReturn := d.Body.List[0].(*ast.ReturnStmt)
	if !isIdent || !isReturn || len(ret.Results) != 1 {
		return "", "", false
	}
	lit, isLit := ret.Results[0].(*ast.BasicLit)
	if !isLit {
		return "", "", false
	}
	kind, err := strconv.Unquote(lit.Value)
	return id.Name, kind, err == nil
}

func readStruct(name, doc string, st *ast.StructType) (structType, error) {
	made := structType{name: name, doc: doc}
	for _, f := range st.Fields.List {
		var tag reflect.StructTag
		if f.Tag != nil {
			text, err := strconv.Unquote(f.Tag.Value)
			if err != nil {
				return made, err
			}
			tag = reflect.StructTag(text)
		}
		jsonTag := tag.Get("json")
		if len(f.Names) == 0 && jsonTag == "" {
			made.embeds = append(made.embeds, f.Type)
			continue
		}
		if jsonTag == "-" || (len(f.Names) > 0 && !f.Names[0].IsExported()) {
			continue
		}
		parts := strings.Split(jsonTag, ",")
		if parts[0] == "" {
			return made, fmt.Errorf("%s: every exported field needs a json name", name)
		}
		doc := f.Doc.Text()
		if doc == "" {
			doc = f.Comment.Text()
		}
		made.fields = append(made.fields, field{
			json:     parts[0],
			optional: strings.Contains(jsonTag, ",omitempty") || strings.Contains(jsonTag, ",omitzero"),
			words:    tag.Get("ts"),
			typ:      f.Type,
			doc:      doc,
		})
	}
	return made, nil
}

// readWords gives the constants of store and of its subjects by the name of their type. A
// type that two packages have goes by its subject's name, too: Kind of package encrypted is
// EncryptedKind.
func readWords(dir string) (map[string][]string, error) {
	words, err := readConstants(dir)
	if err != nil {
		return nil, err
	}
	folders, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	shared := map[string]bool{}
	for _, folder := range folders {
		if !folder.IsDir() {
			continue
		}
		subject := folder.Name()
		more, err := readConstants(filepath.Join(dir, subject))
		if err != nil {
			return nil, err
		}
		for name, values := range more {
			words[strings.ToUpper(subject[:1])+subject[1:]+name] = values
			if _, other := words[name]; other {
				shared[name] = true
			}
			words[name] = values
		}
	}
	for name := range shared {
		delete(words, name)
	}
	return words, nil
}

// readConstants gathers the string constants of each named type of dir.
func readConstants(dir string) (map[string][]string, error) {
	files, err := parseFiles(dir)
	if err != nil {
		return nil, err
	}
	words := map[string][]string{}
	for _, f := range files {
		for _, decl := range f.Decls {
			d, ok := decl.(*ast.GenDecl)
			if !ok || d.Tok != token.CONST {
				continue
			}
			for _, spec := range d.Specs {
				s := spec.(*ast.ValueSpec)
				id, ok := s.Type.(*ast.Ident)
				if !ok || len(s.Values) != 1 {
					continue
				}
				if lit, ok := s.Values[0].(*ast.BasicLit); ok && lit.Kind == token.STRING {
					words[id.Name] = append(words[id.Name], lit.Value)
				}
			}
		}
	}
	return words, nil
}
