package http

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// jsonRoute is a route for a test that replies with a struct.
func jsonRoute(path string, who credential, handle handlerFunc, reply any) route {
	return route{method: "GET", path: path, who: who, handle: handle, body: noBody, reply: jsonReply(reply)}
}

// document is the OpenAPI document as a reader of it has it, with compiled schemas.
type document struct {
	paths    map[string]any
	compiler *jsonschema.Compiler
	mu       sync.Mutex
	compiled map[string]*jsonschema.Schema
}

// documents holds what was read, by its table: nearly every site has the same one, and
// to make and write it takes half as long as to make the site.
var documents sync.Map

// documentKey is all of a table that the document is made from.
func documentKey(routes []route) string {
	var key strings.Builder
	for _, r := range routes {
		fmt.Fprintf(&key, "%s %s %s %s %d %q %T %d %q %T", r.method, r.path, r.who.name, r.who.scheme, r.body.kind, r.body.types, r.body.value, r.reply.kind, r.reply.media, r.reply.value)
		for _, status := range slices.Sorted(maps.Keys(r.reply.others)) {
			fmt.Fprintf(&key, " %d %T", status, r.reply.others[status])
		}
		key.WriteByte('\n')
	}
	return key.String()
}

// readDocument parses the document of a table. Its schemas are checked when they are compiled.
func readDocument(t testing.TB, of []route) *document {
	t.Helper()
	key := documentKey(of)
	if d, read := documents.Load(key); read {
		return d.(*document)
	}
	raw, err := json.Marshal(newOpenAPI(of))
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	d := &document{paths: parsed.(object)["paths"].(object), compiler: jsonschema.NewCompiler(), compiled: map[string]*jsonschema.Schema{}}
	d.compiler.AssertFormat()
	if err := d.compiler.AddResource("muster:openapi", parsed); err != nil {
		t.Fatal(err)
	}
	documents.Store(key, d)
	return d
}

// validate checks JSON against the schema at a pointer into the document.
func (d *document) validate(pointer string, raw []byte) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	schema := d.compiled[pointer]
	if schema == nil {
		var err error
		if schema, err = d.compiler.Compile("muster:openapi#" + pointer); err != nil {
			return err
		}
		d.compiled[pointer] = schema
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		return err
	}
	return schema.Validate(value)
}

// escaper writes a key into a JSON pointer of a URL.
var escaper = strings.NewReplacer("~", "~0", "/", "~1", "{", "%7B", "}", "%7D")

// validateReply checks a reply of the table's route against the document.
func (d *document) validateReply(r route, status int, raw []byte) error {
	path, _ := openAPIPath(r.path)
	method := strings.ToLower(r.method)
	responses := d.paths[path].(object)[method].(object)["responses"].(object)
	key := strconv.Itoa(status)
	if responses[key] == nil {
		key = "default"
	}
	return d.validate("/paths/"+escaper.Replace(path)+"/"+method+"/responses/"+key+"/content/application~1json/schema", raw)
}

// checked serves a site and checks every JSON reply against the OpenAPI document, so
// that whatever any test of this package calls is checked.
func (s *site) checked() http.Handler {
	routes := s.edge.routes()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/ws/") || r.Method == http.MethodHead {
			s.edge.ServeHTTP(w, r)
			return
		}
		kept := &replyRecorder{ResponseWriter: w, status: http.StatusOK}
		s.edge.ServeHTTP(kept, r)
		if !strings.HasPrefix(kept.Header().Get("Content-Type"), "application/json") {
			return
		}
		matched := documentedRoute(routes, r)
		var err error
		if matched != nil {
			err = s.document().validateReply(*matched, kept.status, kept.body.Bytes())
		} else if kept.status >= 400 {
			err = s.document().validate("/components/schemas/Failure", kept.body.Bytes())
		}
		if err != nil {
			s.t.Errorf("%s %s replied %d against its OpenAPI document: %v\n%.300s", r.Method, r.URL.Path, kept.status, err, kept.body.String())
		}
	})
}

// documentedRoute is the one of the routes for a request that stands in the document.
func documentedRoute(routes []route, r *http.Request) *route {
	parts := strings.Split(r.URL.EscapedPath(), "/")
	for _, one := range routes {
		pattern := strings.Split(one.path, "/")
		if one.method != r.Method || len(pattern) != len(parts) || strings.HasPrefix(one.path, "/dev/") {
			continue
		}
		same := true
		for i := range parts {
			same = same && (pattern[i] == parts[i] || strings.HasPrefix(pattern[i], ":"))
		}
		if same {
			return &one
		}
	}
	return nil
}

// replyRecorder keeps what a handler writes.
type replyRecorder struct {
	http.ResponseWriter
	status int
	body   bytes.Buffer
}

func (r *replyRecorder) WriteHeader(status int) {
	r.status = status
	r.ResponseWriter.WriteHeader(status)
}

func (r *replyRecorder) Write(p []byte) (int, error) {
	r.body.Write(p)
	return r.ResponseWriter.Write(p)
}

func (r *replyRecorder) Flush()                      { http.NewResponseController(r.ResponseWriter).Flush() }
func (r *replyRecorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }

// The document is served, is the same every time, and has every route and frame; all
// its schemas compile.
func TestOpenAPIDocument(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	a := s.visitor().get("/api/openapi.json")
	if a.status != 200 || a.body["openapi"] != "3.1.0" {
		t.Fatalf("%d %.200s", a.status, a.raw)
	}
	again, err := json.Marshal(newOpenAPI(s.edge.routes()))
	s.must(err)
	var first, second bytes.Buffer
	s.must(json.Compact(&first, a.raw))
	s.must(json.Compact(&second, again))
	if first.String() != second.String() {
		t.Error("two documents of one table differ")
	}
	paths := a.body["paths"].(fields)
	known := map[string]bool{}
	for _, r := range s.edge.routes() {
		known[r.method+" "+r.path] = true
		path, _ := openAPIPath(r.path)
		if operations, ok := paths[path].(fields); !strings.HasPrefix(r.path, "/dev/") && (!ok || operations[strings.ToLower(r.method)] == nil) {
			t.Errorf("%s %s is not in the document", r.method, r.path)
		}
	}
	for call := range queryParameters {
		if !known[call] {
			t.Errorf("query.gen.go has %s, which is no route", call)
		}
	}
	ledger, err := json.Marshal(paths["/api/server-cost/ledger"].(fields)["get"].(fields)["parameters"])
	if err != nil || string(ledger) != `[{"in":"query","name":"cursor","schema":{"type":"string"}},{"in":"query","name":"limit","schema":{"type":"integer"}}]` {
		t.Errorf("the parameters of the ledger are %s, %v", ledger, err)
	}
	if room, ok := paths["/api/admin/room-access/{roomId}"].(fields); !ok || room["get"].(fields)["security"] == nil {
		t.Error("a route for administrators declares no security")
	}
	for _, wrong := range []string{`{"success":true}`, `{"success":true,"rooms":null}`, `{"success":true,"rooms":[{}]}`} {
		rooms := jsonRoute("/api/chat/rooms", member, nil, nil)
		if err := s.document().validateReply(rooms, 200, []byte(wrong)); err == nil {
			t.Errorf("%s is a valid list of rooms", wrong)
		}
	}
	for name := range a.body["components"].(fields)["schemas"].(fields) {
		if err := s.document().validate("/components/schemas/"+name, []byte("[]")); err == nil {
			t.Errorf("an array is a valid %s", name)
		} else if _, invalid := err.(*jsonschema.ValidationError); !invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Every golden frame is valid by its schema in the document, and by that of its
// direction; one with a field of another type is not.
func TestOpenAPIFrames(t *testing.T) {
	t.Parallel()
	d := readDocument(t, nil)
	files, err := filepath.Glob("../actors/wire/testdata/*/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("no golden frames: %v", err)
	}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		in, out := d.validate("/components/schemas/wire.Incoming", raw), d.validate("/components/schemas/wire.Outgoing", raw)
		if in != nil && out != nil {
			t.Errorf("%s: %v\n%v", file, in, out)
		}
	}
	if err := d.validate("/components/schemas/wire.Outgoing", []byte(`{"type":"room_left","roomId":5}`)); err == nil {
		t.Error("a room id may be a number")
	}
}
