// Reads out of the code what errors say: constants, what is put together of them, and what
// functions are given and return.

package language

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// code is the source of several packages.
type code struct {
	fset  *token.FileSet
	root  string
	calls map[string][]call   // by the name of what is called
	funcs map[string][]scope  // by name; the function is the scope's only one
	named map[string]constant // and variables, by folder and name
	made  []madeError
}

// scope is where an expression stands: its folder, the folders of the packages that its
// file imports, and the functions around it.
type scope struct {
	folder  string
	imports map[string]string
	funcs   []ast.Node
}

type call struct {
	args []ast.Expr
	in   scope
}

type constant struct {
	value ast.Expr
	in    scope
}

// madeError is an expression that makes a store.Error.
type madeError struct {
	at, file, reason string
	sentence         ast.Expr
	in               scope
}

// readCode parses folders with what is below them, without tests and packages for tests.
func readCode(t *testing.T, root string, folders ...string) *code {
	t.Helper()
	c := &code{fset: token.NewFileSet(), root: root, calls: map[string][]call{}, funcs: map[string][]scope{}, named: map[string]constant{}}
	for _, folder := range folders {
		err := filepath.WalkDir(filepath.Join(root, folder), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.HasSuffix(filepath.Dir(path), "test") {
				return err
			}
			file, err := parser.ParseFile(c.fset, path, nil, parser.SkipObjectResolution)
			if err == nil {
				c.read(file, scope{folder: filepath.Dir(path), imports: c.imports(file)})
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return c
}

// imports are the folders of this module's packages by the names that a file gives them.
func (c *code) imports(file *ast.File) map[string]string {
	folders := map[string]string{}
	for _, one := range file.Imports {
		path, ours := strings.CutPrefix(literal(one.Path), "muster/")
		name := filepath.Base(path)
		if one.Name != nil {
			name = one.Name.Name
		}
		if ours {
			folders[name] = filepath.Join(c.root, path)
		}
	}
	return folders
}

func (c *code) read(file *ast.File, in scope) {
	var stack []ast.Node
	ast.Inspect(file, func(n ast.Node) bool {
		if n == nil {
			stack = stack[:len(stack)-1]
			return true
		}
		stack = append(stack, n)
		here := in
		for _, around := range stack {
			switch around.(type) {
			case *ast.FuncDecl, *ast.FuncLit:
				here.funcs = append(here.funcs[:len(here.funcs):len(here.funcs)], around)
			}
		}
		switch n := n.(type) {
		case *ast.FuncDecl:
			c.funcs[n.Name.Name] = append(c.funcs[n.Name.Name], here)
		case *ast.ValueSpec:
			for i := range n.Values {
				if len(here.funcs) == 0 {
					c.named[in.folder+"."+n.Names[i].Name] = constant{n.Values[i], in}
				}
			}
		case *ast.CallExpr:
			c.calls[lastName(n.Fun)] = append(c.calls[lastName(n.Fun)], call{n.Args, here})
			c.addCall(n, here)
		case *ast.CompositeLit:
			c.addLiteral(n, here)
		}
		return true
	})
}

// makers make errors: the place of the sentence among their arguments.
var makers = map[string]int{"NewError": 1, "NewErrorReason": 2, "NewErrorf": 2}

func (c *code) addCall(n *ast.CallExpr, in scope) {
	at, makes := makers[lastName(n.Fun)]
	if !makes {
		return
	}
	c.add(n, n.Args[at-1], n.Args[at], in)
}

func (c *code) addLiteral(n *ast.CompositeLit, in scope) {
	inStore := in.folder == filepath.Join(c.root, "store")
	if name := c.source(n.Type); name != "store.Error" && (name != "Error" || !inStore) {
		return
	}
	if made, ok := in.funcs[0].(*ast.FuncDecl); ok && makers[made.Name.Name] > 0 {
		return // its callers are read
	}
	fields := map[string]ast.Expr{}
	for _, element := range n.Elts {
		pair := element.(*ast.KeyValueExpr)
		fields[lastName(pair.Key)] = pair.Value
	}
	if format := fields["Format"]; format != nil {
		fields["Message"] = format
	}
	c.add(n, fields["Reason"], fields["Message"], in)
}

func (c *code) add(n ast.Node, reason, sentence ast.Expr, in scope) {
	at := c.fset.Position(n.Pos())
	file, _ := filepath.Rel(c.root, at.Filename)
	c.made = append(c.made, madeError{fmt.Sprintf("%s:%d", file, at.Line), filepath.ToSlash(file), literal(reason), sentence, in})
}

// values are the texts that an expression can have. On the way to it seen was asked for: a
// function that calls itself adds nothing.
func (c *code) values(e ast.Expr, in scope, seen ...ast.Node) ([]string, error) {
	switch e := e.(type) {
	case *ast.BasicLit:
		return []string{literal(e)}, nil
	case *ast.ParenExpr:
		return c.values(e.X, in, seen...)
	case *ast.IndexExpr:
		return c.values(e.X, in, seen...)
	case *ast.BinaryExpr:
		left, err := c.values(e.X, in, seen...)
		if err != nil {
			return nil, err
		}
		right, err := c.values(e.Y, in, seen...)
		var sums []string
		for _, l := range left {
			for _, r := range right {
				sums = append(sums, l+r)
			}
		}
		return sums, err
	case *ast.CompositeLit:
		var all []ast.Expr
		for _, element := range e.Elts {
			all = append(all, element.(*ast.KeyValueExpr).Value)
		}
		return c.all(all, in, seen)
	case *ast.CallExpr:
		return c.returned(e, in, seen)
	case *ast.SelectorExpr:
		if slices.Contains(ownWords, c.source(e)) {
			return nil, nil
		}
		if named, ok := c.named[in.imports[lastName(e.X)]+"."+e.Sel.Name]; ok {
			return c.values(named.value, named.in, seen...)
		}
	case *ast.Ident:
		return c.variable(e, in, seen)
	}
	return nil, fmt.Errorf("what %s says cannot be found", c.source(e))
}

func (c *code) all(of []ast.Expr, in scope, seen []ast.Node) (all []string, err error) {
	for _, e := range of {
		values, err := c.values(e, in, seen...)
		if err != nil {
			return nil, err
		}
		all = append(all, values...)
	}
	return all, nil
}

// variable are the values of a parameter, a variable or a constant.
func (c *code) variable(e *ast.Ident, in scope, seen []ast.Node) ([]string, error) {
	for i := len(in.funcs) - 1; i >= 0; i-- {
		around := in
		around.funcs = in.funcs[:i+1]
		if at := parameter(in.funcs[i], e.Name); at >= 0 {
			return c.given(around, at, seen)
		}
		if assigned := assignments(in.funcs[i], e.Name); len(assigned) > 0 {
			return c.all(assigned, around, seen)
		}
	}
	if named, ok := c.named[in.folder+"."+e.Name]; ok {
		return c.values(named.value, named.in, seen...)
	}
	return nil, fmt.Errorf("what %s says cannot be found", e.Name)
}

// given are the values of the last function's argument at a place, by its callers.
func (c *code) given(in scope, at int, seen []ast.Node) (all []string, err error) {
	of, local := in.funcs[len(in.funcs)-1], false
	name := ""
	switch of := of.(type) {
	case *ast.FuncDecl:
		name = of.Name.Name
	case *ast.FuncLit:
		local = true
		ast.Inspect(in.funcs[0], func(n ast.Node) bool {
			if assign, ok := n.(*ast.AssignStmt); ok && assign.Rhs[0] == ast.Expr(of) {
				name = lastName(assign.Lhs[0])
			}
			return true
		})
	}
	for _, one := range c.calls[name] {
		if len(one.args) != parameters(of).NumFields() || one.in.folder != in.folder && !ast.IsExported(name) || local && one.in.funcs[0] != in.funcs[0] {
			continue
		}
		values, err := c.values(one.args[at], one.in, append(seen, of)...)
		if err != nil {
			return nil, err
		}
		all = append(all, values...)
	}
	return all, nil
}

// returned are the first values that the called function or method returns.
func (c *code) returned(e *ast.CallExpr, in scope, seen []ast.Node) (all []string, err error) {
	folder := in.folder
	if selector, ok := e.Fun.(*ast.SelectorExpr); ok && in.imports[lastName(selector.X)] != "" {
		folder = in.imports[lastName(selector.X)]
	}
	known := false
	for _, of := range c.funcs[lastName(e.Fun)] {
		if of.folder != folder {
			continue
		}
		known = true
		if slices.Contains(seen, of.funcs[0]) {
			continue
		}
		var results []ast.Expr
		ast.Inspect(of.funcs[0], func(n ast.Node) bool {
			if stated, ok := n.(*ast.ReturnStmt); ok {
				results = append(results, stated.Results[0])
			}
			return true
		})
		values, err := c.all(results, of, append(seen, of.funcs[0]))
		if err != nil {
			return nil, err
		}
		all = append(all, values...)
	}
	if !known {
		return nil, fmt.Errorf("what %s says cannot be found", c.source(e))
	}
	return all, nil
}

// parameters are those of a function.
func parameters(of ast.Node) *ast.FieldList {
	if literal, ok := of.(*ast.FuncLit); ok {
		return literal.Type.Params
	}
	return of.(*ast.FuncDecl).Type.Params
}

// parameter is the place of a parameter of a function, -1 without one of that name.
func parameter(of ast.Node, name string) int {
	at := 0
	for _, field := range parameters(of).List {
		for _, one := range field.Names {
			if one.Name == name {
				return at
			}
			at++
		}
	}
	return -1
}

// assignments are what a variable of a function is set to.
func assignments(in ast.Node, name string) (values []ast.Expr) {
	ast.Inspect(in, func(n ast.Node) bool {
		assign, ok := n.(*ast.AssignStmt)
		if !ok {
			return true
		}
		for i, to := range assign.Lhs {
			if plain, ok := to.(*ast.Ident); ok && plain.Name == name && i < len(assign.Rhs) {
				values = append(values, assign.Rhs[i])
			}
		}
		return true
	})
	return values
}

// lastName is the name of an expression, without what stands before its last dot.
func lastName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	}
	return ""
}

// literal is the text of a literal, "" of everything else.
func literal(e ast.Expr) string {
	if basic, ok := e.(*ast.BasicLit); ok && basic.Kind == token.STRING {
		text, _ := strconv.Unquote(basic.Value)
		return text
	}
	return ""
}

func (c *code) source(e ast.Expr) string {
	var b strings.Builder
	_ = printer.Fprint(&b, c.fset, e)
	return b.String()
}
