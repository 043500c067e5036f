package postgres_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// `select id::text … order by id` orders by the text, because a bare name in `order by`
// is an output column before it is a column: line 100 of a ledger stood behind line 99.
func TestNoStatementOrdersByAComputedColumn(t *testing.T) {
	statements := 0
	for dir, files := range goFiles(t, "../..") {
		texts := constTexts(files)
		for _, file := range files {
			ast.Inspect(file, func(n ast.Node) bool {
				e, ok := n.(ast.Expr)
				if !ok {
					return true
				}
				sql, ok := textOf(e, texts)
				if !ok {
					return true
				}
				if strings.Contains(sql, "order by") {
					statements++
				}
				for _, name := range computedOrders(sql) {
					t.Errorf("%s: `order by %s` takes the computed output column %s: name the table's column\n%s", dir, name, name, sql)
				}
				return false
			})
		}
	}
	if statements < 100 {
		t.Fatalf("only %d statements with an order were found", statements)
	}
}

func TestComputedOrdersAreFound(t *testing.T) {
	for sql, want := range map[string]string{
		`select id::text, at from lines order by id desc limit 3`:                       "id",
		`select l.id::text, at from lines l where a = any($1::int[]) order by at, id`:   "id",
		`select x from (select lower(name) as name from members order by name) m`:       "name",
		`select coalesce(name, '') name from members order by lower(name), name`:        "name",
		`select id::text, at from lines order by lines.id desc`:                         "",
		`select id::text as line, at from lines order by id`:                            "",
		`select count(*) as n, id from lines where a is distinct from b order by n, id`: "",
		`select (select id::text from lines limit 1), id from lines order by id`:        "",
		`select at::date from lines order by day`:                                       "",
		`select array_agg(id::text order by id), extract(epoch from at) at2 from lines`: "",
	} {
		if got := strings.Join(computedOrders(sql), " "); got != want {
			t.Errorf("%s: found %q, want %q", sql, got, want)
		}
	}
}

var (
	castColumn  = regexp.MustCompile(`^(?:\w+\.)?(\w+)::[\w\[\]]+$`)
	namedColumn = regexp.MustCompile(`(?s)^(.*[^\w\s.].*?)\s+(?:as\s+)?(\w+)$`)
	distinctOn  = regexp.MustCompile(`^distinct(?:\s+on\s+\([^)]*\))?`)
	bareName    = regexp.MustCompile(`^(\w+)(?:\s+(?:asc|desc))?(?:\s+nulls\s+\w+)?$`)
)

// computedOrders returns the names by which a select orders where the name is an output
// column computed from a column of the same name.
func computedOrders(sql string) (found []string) {
	sql = strings.ToLower(sql)
	for at := 0; ; {
		i := wordAt(sql, at, "select")
		if i < 0 {
			return found
		}
		at = i + len("select")
		columns, order := clauses(sql[at:])
		computed := map[string]bool{}
		for _, column := range columns {
			if m := castColumn.FindStringSubmatch(column); m != nil {
				computed[m[1]] = true
			} else if m := namedColumn.FindStringSubmatch(column); m != nil && wordAt(m[1], 0, m[2]) >= 0 {
				computed[m[2]] = true
			}
		}
		for _, term := range order {
			if m := bareName.FindStringSubmatch(term); m != nil && computed[m[1]] {
				found = append(found, m[1])
			}
		}
	}
}

// clauses returns the output columns and the terms of the order of the select whose
// text begins at sql; selects inside it in parentheses are left out.
func clauses(sql string) (columns, order []string) {
	depth, start, part := 0, 0, "columns"
	end := func(i int) {
		if term := strings.TrimSpace(distinctOn.ReplaceAllString(strings.TrimSpace(sql[start:i]), "")); term != "" {
			switch part {
			case "columns":
				columns = append(columns, term)
			case "order":
				order = append(order, term)
			}
		}
		start = i + 1
	}
	for i := 0; i < len(sql); i++ {
		switch c := sql[i]; {
		case c == '\'':
			for i++; i < len(sql) && sql[i] != '\''; i++ {
			}
		case c == '(':
			depth++
		case c == ')':
			if depth--; depth < 0 {
				end(i)
				return columns, order
			}
		case depth > 0:
		case c == ',':
			end(i)
		case wordAt(sql[:min(len(sql), i+6)], i, "from") == i && !strings.HasSuffix(strings.TrimSpace(sql[:i]), " distinct"):
			end(i)
			part = ""
		case wordAt(sql[:min(len(sql), i+9)], i, "order by") == i:
			end(i)
			part, start = "order", i+len("order by")
		case part == "order" && (wordAt(sql[:min(len(sql), i+6)], i, "limit") == i || wordAt(sql[:min(len(sql), i+7)], i, "offset") == i || wordAt(sql[:min(len(sql), i+4)], i, "for") == i || wordAt(sql[:min(len(sql), i+10)], i, "returning") == i),
			wordAt(sql[:min(len(sql), i+6)], i, "union") == i, c == ';':
			end(i)
			if part != "order" {
				return columns, order
			}
			part = ""
		}
	}
	end(len(sql))
	return columns, order
}

// wordAt returns where the whole word stands in text from at on, or -1.
func wordAt(text string, at int, word string) int {
	letter := func(i int) bool {
		return i >= 0 && i < len(text) && (text[i] == '_' || text[i] >= '0' && text[i] <= '9' || text[i] >= 'a' && text[i] <= 'z')
	}
	for {
		i := strings.Index(text[at:], word)
		if i < 0 {
			return -1
		}
		if i += at; !letter(i-1) && !letter(i+len(word)) {
			return i
		}
		at = i + 1
	}
}

// goFiles reads the sources under root that are not tests, by folder.
func goFiles(t *testing.T, root string) map[string][]*ast.File {
	t.Helper()
	files, set := map[string][]*ast.File{}, token.NewFileSet()
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (entry.Name() == "client" || entry.Name() == "testdata"):
			return fs.SkipDir
		case entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(set, path, nil, 0)
		files[filepath.Dir(path)] = append(files[filepath.Dir(path)], file)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// constTexts are the expressions of a package's named strings.
func constTexts(files []*ast.File) map[string]ast.Expr {
	texts := map[string]ast.Expr{}
	for _, file := range files {
		ast.Inspect(file, func(n ast.Node) bool {
			if spec, ok := n.(*ast.ValueSpec); ok {
				for i, name := range spec.Names {
					if i < len(spec.Values) {
						texts[name.Name] = spec.Values[i]
					}
				}
			}
			return true
		})
	}
	return texts
}

// textOf joins a string of literals, named strings and what only the run can know.
func textOf(e ast.Expr, texts map[string]ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(e.Value)
		return text, e.Kind == token.STRING && err == nil
	case *ast.BinaryExpr:
		if e.Op != token.ADD {
			return "", false
		}
		var text [2]string
		var known [2]bool
		for i, side := range []ast.Expr{e.X, e.Y} {
			if name, ok := side.(*ast.Ident); ok && texts[name.Name] != nil {
				value := texts[name.Name]
				delete(texts, name.Name) // no string holds itself
				text[i], known[i] = textOf(value, texts)
				texts[name.Name] = value
			} else {
				text[i], known[i] = textOf(side, texts)
			}
			if !known[i] {
				text[i] = " $0 "
			}
		}
		return text[0] + text[1], known[0] || known[1]
	}
	return "", false
}
