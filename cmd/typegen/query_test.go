package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// queries lays out a tree with the package of calls and one of handlers.
func queries(t *testing.T, handlers string) (string, error) {
	t.Helper()
	root := t.TempDir()
	for path, text := range map[string]string{
		"http/edge/query.go": `package edge
func PageLimit(c Call, usual int) (int, error) { return c.QueryNumber("limit", usual) }
func QueryMoment(c Call, zone, name string) string { return c.Query(name) }
`,
		"http/quiz/routes.go": "package quiz\n" + handlers,
	} {
		file := filepath.Join(root, path)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	out, err := generateQueries(root)
	return string(out), err
}

// A call has the parameters that its handler reads: itself, by what it hands the call on to, in a
// loop over names, and for its credential. What another handler reads is not among them.
func TestQueriesAreWhatTheHandlersRead(t *testing.T) {
	got, err := queries(t, `
func Routes() []edge.Route {
	h := &calls{}
	link := edge.Credential{Check: h.signed}
	return []edge.Route{
		{Method: "GET", Path: "/api/quiz", Who: edge.Member, Handle: h.list},
		{Method: "GET", Path: "/api/quiz/file", Who: link, Handle: h.shown(h.file)},
		{Method: "POST", Path: prefix + "quiz", Who: edge.Member, Handle: h.add},
	}
}
func (h *calls) list(c edge.Call) (any, error) {
	limit, err := edge.PageLimit(c, 20)
	from := edge.QueryMoment(c, "UTC", "from")
	return h.search(c)
}
func (h *calls) search(c edge.Call) (any, error) {
	for name, into := range map[string]*string{"before": &a, "after": &b} { *into = c.Query(name) }
	return other.Query("nothing"), nil
}
func (h *calls) shown(next handler) handler { return func(c edge.Call) (any, error) { return next(c) } }
func (h *calls) file(c edge.Call) (any, error) { return c.Query("size"), nil }
func (h *calls) signed(c edge.Call) error { return check(c.Query("sig")) }
func (h *calls) add(c edge.Call) (any, error) { return nil, nil }
`)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`"GET /api/quiz":      {{"after", false}, {"before", false}, {"from", false}, {"limit", true}},`,
		`"GET /api/quiz/file": {{"sig", false}, {"size", false}},`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
	if strings.Contains(got, "POST") || strings.Contains(got, "nothing") {
		t.Errorf("too much in\n%s", got)
	}
}

// A name that does not stand in the source would be missing in the document: it is refused.
func TestQueryOfAnUnknownNameIsRefused(t *testing.T) {
	for name, handlers := range map[string]string{
		"a name that is computed": `var routes = []edge.Route{{Method: "GET", Path: "/api/quiz", Handle: list}}
func list(c edge.Call) (any, error) { return c.Query(prefix + "x"), nil }`,
		"a path that is computed": `var routes = []edge.Route{{Method: "GET", Path: prefix + "quiz", Handle: list}}
func list(c edge.Call) (any, error) { return c.Query("x"), nil }`,
	} {
		if got, err := queries(t, handlers); err == nil {
			t.Errorf("%s is taken:\n%s", name, got)
		}
	}
}
