package main

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// mayImport says which of our packages each package may
// import. Tests may import anything. A package that is not listed fails.
var mayImport = map[string][]string{
	"store":                                   {},
	"http/community":                          {"http/body", "http/edge", "store/application", "store/community", "store/postgres/community"},
	"store/encrypted":                         {"store", "store/people"},
	"store/application":                       {"store", "store/language", "store/money", "store/people"},
	"store/postgres":                          {"store", "store/postgres/dial"},
	"store/postgres/application":              {"store", "store/application", "store/language", "store/money", "store/people", "store/postgres", "store/postgres/money", "store/postgres/people"},
	"store/postgres/encrypted":                {"store", "store/encrypted", "store/postgres", "store/postgres/roomlog"},
	"store/postgres/emergency":                {"store", "store/emergency", "store/language", "store/postgres"},
	"store/postgres/face":                     {"store", "store/desk", "store/face", "store/language", "store/people", "store/postgres", "store/postgres/people"},
	"store/postgres/campaign":                 {"store", "store/campaign", "store/language", "store/postgres"},
	"store/postgres/chat":                     {"store", "store/chat", "store/language", "store/people", "store/postgres", "store/postgres/people", "store/postgres/roomlog", "store/roomlog"},
	"store/postgres/desk":                     {"store", "store/desk", "store/money", "store/postgres", "store/postgres/face", "store/postgres/people", "store/postgres/roomlog", "store/roomlog"},
	"store/postgres/money":                    {"store", "store/language", "store/money", "store/postgres", "store/postgres/rank", "store/rank"},
	"store/postgres/people":                   {"store", "store/language", "store/money", "store/people", "store/postgres", "store/postgres/roomlog", "store/rank"},
	"store/postgres/roomlog":                  {"store", "store/postgres", "store/roomlog"},
	"store/postgres/rank":                     {"store", "store/postgres", "store/postgres/people", "store/rank"},
	"store/postgres/dial":                     {},
	"store/postgres/embedded":                 {},
	"store/postgres/childtest":                {},
	"store/postgres/storetest":                {"store", "store/chat", "store/money", "store/people", "store/postgres", "store/postgres/chat", "store/postgres/embedded", "store/postgres/money", "store/postgres/people", "store/postgres/roomlog", "store/postgres/testfolder", "store/roomlog"},
	"store/postgres/testfolder":               {},
	"store/queue":                             {"store", "store/application", "store/chat", "store/emergency", "store/language", "store/money", "store/people", "store/postgres", "store/postgres/application", "store/postgres/chat", "store/postgres/emergency", "store/postgres/face", "store/postgres/money", "store/postgres/people", "store/postgres/rank", "store/postgres/roomlog", "store/roomlog"},
	"store/language":                          {"store"},
	"store/logtest":                           {},
	"store/certtest":                          {},
	"store/redis":                             {"store", "store/bus", "store/chat", "store/desk", "store/roomlog"},
	"store/redis/redistest":                   {"store", "store/bus", "store/chat", "store/desk", "store/roomlog"},
	"store/blob":                              {"store", "store/blob/pixels", "store/blob/space", "store/people"},
	"store/bus":                               {"store", "store/chat", "store/desk", "store/roomlog"},
	"store/campaign":                          {"store", "store/language"},
	"store/chat":                              {"store", "store/roomlog"},
	"store/community":                         {"store", "store/application"},
	"store/desk":                              {"store", "store/money", "store/rank", "store/roomlog"},
	"store/emergency":                         {"store", "store/language"},
	"store/blob/pixels":                       {},
	"store/blob/space":                        {},
	"store/blob/blobtest":                     {},
	"store/face":                              {"store", "store/blob/pixels", "store/desk"},
	"store/money":                             {"store", "store/language"},
	"store/people":                            {"store", "store/chat", "store/language", "store/money", "store/rank"},
	"store/postgres/community":                {"store", "store/application", "store/community", "store/postgres"},
	"store/postgres/subjects":                 {"store/postgres", "store/postgres/application", "store/postgres/campaign", "store/postgres/chat", "store/postgres/community", "store/postgres/desk", "store/postgres/emergency", "store/postgres/encrypted", "store/postgres/face", "store/postgres/money", "store/postgres/people", "store/postgres/rank", "store/postgres/roomlog", "store/postgres/secondfactor"},
	"store/rank":                              {"store"},
	"store/secondfactor":                      {"store"},
	"store/postgres/secondfactor":             {"store", "store/people", "store/postgres", "store/postgres/people", "store/secondfactor"},
	"http/secondfactor":                       {"http/body", "http/edge", "store", "store/people", "store/postgres/people", "store/postgres/secondfactor", "store/secondfactor"},
	"store/roomlog":                           {"store"},
	"store/face/facetest":                     {"store/face"},
	"store/face/embedded":                     {"store/face"},
	"store/face/rekognition":                  {"store", "store/face"},
	"actors":                                  {"actors/admission", "actors/campaign", "actors/desk", "actors/logwriter", "actors/money", "actors/poller", "actors/presence", "actors/ratelimit", "actors/room", "actors/roomlog", "actors/runtime", "actors/session", "actors/wire", "store", "store/bus", "store/chat", "store/desk", "store/money", "store/people", "store/roomlog"},
	"actors/admission":                        {"actors/runtime", "store/roomlog"},
	"actors/campaign":                         {"actors/runtime", "store", "store/campaign"},
	"actors/desk":                             {"actors/runtime", "actors/wire", "store/desk", "store/roomlog"},
	"actors/logwriter":                        {"actors/room", "actors/runtime", "store", "store/roomlog"},
	"actors/money":                            {"actors/runtime", "actors/wire", "store", "store/money"},
	"actors/poller":                           {"actors/room", "actors/runtime", "store", "store/roomlog"},
	"actors/presence":                         {"actors/wire", "store/bus"},
	"actors/ratelimit":                        {"store", "store/roomlog"},
	"actors/room":                             {"actors/presence", "actors/roomlog", "actors/runtime", "actors/wire", "store/bus", "store/roomlog"},
	"actors/roomlog":                          {"actors/wire", "store", "store/roomlog"},
	"actors/session":                          {"actors/admission", "actors/desk", "actors/logwriter", "actors/presence", "actors/ratelimit", "actors/room", "actors/roomlog", "actors/runtime", "actors/wire", "store", "store/desk", "store/language", "store/roomlog"},
	"actors/runtime":                          {"actors/wire", "store", "store/language", "store/roomlog"},
	"actors/wire":                             {},
	"http":                                    {"*"},
	"http/body":                               {"actors/wire", "store", "store/money", "store/rank"},
	"http/upload":                             {"store", "store/blob"},
	"http/campaign":                           {"http/body", "http/edge", "store", "store/campaign", "store/postgres", "store/postgres/campaign"},
	"http/chat":                               {"actors", "actors/roomlog", "actors/wire", "http/body", "http/edge", "http/upload", "store", "store/blob", "store/chat", "store/people", "store/postgres", "store/postgres/chat", "store/postgres/community", "store/postgres/people", "store/postgres/roomlog", "store/roomlog"},
	"http/desk":                               {"actors", "actors/desk", "actors/wire", "http/body", "http/edge", "store", "store/desk", "store/language", "store/people", "store/postgres", "store/postgres/application", "store/postgres/chat", "store/postgres/desk", "store/postgres/emergency", "store/postgres/face", "store/postgres/people"},
	"http/emergency":                          {"http/body", "http/edge", "store", "store/emergency", "store/postgres/emergency"},
	"http/encrypted":                          {"actors/roomlog", "http/body", "http/edge", "http/upload", "store", "store/blob", "store/encrypted", "store/postgres", "store/postgres/encrypted", "store/postgres/roomlog"},
	"http/edge":                               {"store", "store/language"},
	"http/application":                        {"http/body", "http/edge", "store", "store/application", "store/blob", "store/postgres/application", "store/postgres/people"},
	"http/gateway":                            {"store", "store/campaign", "store/chat", "store/money", "store/roomlog"},
	"http/testcheckout":                       {"store", "store/money"},
	"http/face":                               {"http/body", "http/edge", "store", "store/blob", "store/face", "store/postgres/face"},
	"http/money":                              {"http/body", "http/edge", "store", "store/money", "store/postgres", "store/postgres/money"},
	"http/people":                             {"http/body", "http/edge", "http/upload", "store", "store/blob", "store/face", "store/language", "store/people", "store/postgres/people", "store/postgres/rank"},
	"http/rank":                               {"http/body", "http/edge", "store", "store/desk", "store/postgres/rank", "store/rank"},
	"http/socket":                             {"actors", "actors/runtime", "actors/wire", "http/socket/nonblocking", "http/socket/openfiles", "store", "store/language"},
	"http/socket/nonblocking":                 {},
	"http/socket/openfiles":                   {},
	"client":                                  {},
	"cmd/muster":                              {"*"},
	"cmd/muster/internal/node":                {"*", "cmd/muster/internal/telemetry"},
	"cmd/muster/internal/demo":                {"*", "cmd/muster/internal/node"},
	"cmd/muster/internal/telemetry":           {"*"},
	"cmd/muster/internal/faceprocess":         {"cmd/muster/internal/cluster/process", "store", "store/face"},
	"cmd/muster/internal/cluster":             {"cmd/muster/internal/cluster/process", "cmd/muster/internal/node", "http/body"},
	"cmd/muster/internal/cluster/process":     {},
	"cmd/muster/internal/backup":              {"cmd/muster/internal/cluster/process", "store", "store/blob", "store/postgres", "store/postgres/embedded", "store/postgres/subjects"},
	"cmd/muster/internal/capacity":            {},
	"cmd/muster/internal/loadtest":            {"http/socket/nonblocking", "store", "store/rank"},
	"cmd/muster/internal/systemtest":          {},
	"cmd/muster/internal/systemtest/security": {},
	"cmd/muster/internal/systemtest/harness":  {"cmd/muster/internal/loadtest", "cmd/muster/internal/node", "cmd/muster/internal/telemetry", "store", "store/community", "store/postgres/storetest", "store/roomlog"},
	"cmd/othersystems":                        {},
	"cmd/release":                             {},
	"cmd/typegen":                             {"actors/wire", "http/body"},
	"cmd/vet":                                 {},
}

// technology is what only its own edge may touch.
var technology = map[string][]string{
	"github.com/jackc/pgx":              {"store/postgres", "store/postgres/*", "store/queue", "cmd/muster/internal/*"},
	"github.com/redis/go-redis":         {"store/redis"},
	"github.com/coder/websocket":        {"http/socket", "cmd/muster/internal/*"},
	"github.com/gin-gonic/gin":          {"http"},
	"github.com/asynkron/protoactor-go": {"actors/runtime"},
	"github.com/riverqueue/river":       {"store/queue"},
	"gocloud.dev":                       {"store/blob"},
	"github.com/pquerna/otp":            {"store/secondfactor"},
	"github.com/go-webauthn/webauthn":   {"http/secondfactor"},
	"golang.org/x/image":                {"store/blob", "store/blob/pixels"},
	"gonum.org/v1/gonum":                {"store/face/embedded"},
	"github.com/aws/aws-sdk-go-v2":      {"store/face/rekognition"},
	"github.com/prometheus":             {"cmd/muster/internal/telemetry"},
	"github.com/exaring/otelpgx":        {"cmd/muster/internal/telemetry"},
	"github.com/stripe/stripe-go":       {"http/gateway", "http/testcheckout"},
	"go.opentelemetry.io":               {"http", "cmd/muster/internal/*"},
	"net/http":                          {"http", "http/socket", "http/gateway", "http/testcheckout", "cmd/muster/internal/*"},
}

const top = "../.."

// eachImport calls f for every import of every non-test file in the tree.
func eachImport(t *testing.T, f func(pkg, file, imported string)) {
	t.Helper()
	err := filepath.WalkDir(top, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			name := d.Name()
			if path != top && (name == "node_modules" || name == "testdata" || name == "dist" || name == "data" || strings.HasPrefix(name, ".")) {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(top, path)
		if err != nil {
			return err
		}
		for _, spec := range file.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			f(filepath.ToSlash(filepath.Dir(rel)), rel, imported)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Who may import whom is the architecture; a shortcut fails here.
func TestPackagesImportOnlyWhatTheyMay(t *testing.T) {
	unlisted := map[string][]string{} // what packages that are not listed import of ours
	eachImport(t, func(pkg, file, imported string) {
		allowed, known := mayImport[pkg]
		ours, isOurs := strings.CutPrefix(imported, "muster/")
		if !known {
			if unlisted[pkg] = append(unlisted[pkg], ours); !isOurs {
				unlisted[pkg] = unlisted[pkg][:len(unlisted[pkg])-1]
			}
			return
		}
		if !isOurs || slices.Contains(allowed, ours) {
			return
		}
		if !slices.Contains(allowed, "*") || strings.HasPrefix(ours, "cmd/") && !(pkg == "cmd/muster" && strings.HasPrefix(ours, "cmd/muster/internal/")) {
			t.Errorf("%s imports %s, which mayImport does not list for %s: ask its owner instead, or decide that it may", file, imported, pkg)
		}
	})
	for pkg, imports := range unlisted {
		slices.Sort(imports)
		t.Errorf("package %s has no place in the layout; as it is now its line of mayImport is\n\t%q: {%s},", pkg, pkg, quoted(slices.Compact(imports)))
	}
}

// quoted is a list as Go has it between braces.
func quoted(words []string) string {
	var list []string
	for _, word := range words {
		list = append(list, strconv.Quote(word))
	}
	return strings.Join(list, ", ")
}

// usesLibraries are the packages of store that are not of the dictionary, or whose decisions
// need a library.
var usesLibraries = []string{"store/blob", "store/face", "store/language", "store/postgres", "store/queue", "store/redis", "store/secondfactor"}

// inDictionary is true of the words and decisions of the community, those of each subject too.
func inDictionary(pkg string) bool {
	subject, below := strings.CutPrefix(pkg, "store/")
	return pkg == "store" || pkg == "actors/wire" || below && !strings.Contains(subject, "/") && !slices.Contains(usesLibraries, pkg)
}

// The dictionary and the frames stand on the standard library alone, and on the
// rules of Unicode for what people see as one character.
func TestDictionaryUsesOnlyTheStandardLibrary(t *testing.T) {
	const unicodeRules = "github.com/rivo/uniseg"
	eachImport(t, func(pkg, file, imported string) {
		first, _, _ := strings.Cut(imported, "/")
		if inDictionary(pkg) && strings.Contains(first, ".") && imported != unicodeRules {
			t.Errorf("%s imports %s", file, imported)
		}
	})
}

// owned says whether a package is one of the owners; "folder/*" is every package
// in it.
func owned(owners []string, pkg string) bool {
	return slices.ContainsFunc(owners, func(owner string) bool {
		folder, all := strings.CutSuffix(owner, "*")
		return pkg == owner || all && strings.HasPrefix(pkg, folder)
	})
}

// A technology is known to the one package that wraps it, so that it can be
// changed there.
func TestTechnologyStaysAtItsEdge(t *testing.T) {
	eachImport(t, func(pkg, file, imported string) {
		for prefix, owners := range technology {
			if (imported == prefix || strings.HasPrefix(imported, prefix+"/")) && !owned(owners, pkg) {
				t.Errorf("%s imports %s", file, imported)
			}
		}
	})
}

// The top level is exactly what the architecture names, and every package
// says in a doc.go what it is for.
func TestTopLevelIsAsLaidOut(t *testing.T) {
	rooms := []string{"cmd", "actors", "http", "store", "client", "go.mod", "go.sum", "Procfile", "Makefile", "README.md", "LICENSE"}
	entries, err := os.ReadDir(top)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		name := entry.Name()
		if !slices.Contains(rooms, name) && !strings.HasPrefix(name, ".") && name != "bin" && name != "data" {
			t.Errorf("the top level holds %s", name)
		}
	}
	for _, name := range rooms {
		if _, err := os.Stat(filepath.Join(top, name)); err != nil {
			t.Errorf("the top level lacks %s", name)
		}
	}
	seen := map[string]bool{}
	eachImport(t, func(pkg, _, _ string) { seen[pkg] = true })
	for pkg := range seen {
		if _, err := os.Stat(filepath.Join(top, filepath.FromSlash(pkg), "doc.go")); err != nil {
			t.Errorf("package %s has no doc.go", pkg)
		}
	}
}
