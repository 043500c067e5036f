package http

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// Every reply names the build, and the page itself carries its own.
func TestEveryReplyNamesTheBuild(t *testing.T) {
	t.Parallel()
	v := newSite(t).visitor()
	build := v.get("/").header.Get("X-Muster-Build")
	if build == "" {
		t.Fatal("the page names no build")
	}
	var config struct{ Build string }
	answer := v.get("/api/config")
	if err := json.Unmarshal(answer.raw, &config); err != nil || config.Build != build {
		t.Errorf("the configuration names %q, the page %q (%v)", config.Build, build, err)
	}
	if got := answer.header.Get("Muster-Build"); got != build {
		t.Errorf("Muster-Build is %q, the page's build %q", got, build)
	}
	for _, path := range []string{"/dashboard", "/assets/app-1234.js", "/assets/gone.js", "/api/config", "/api/nothing", "/api/profile/me", "/readyz"} {
		if got := v.get(path).header.Get("X-Muster-Build"); got != build {
			t.Errorf("%s names %q, the page %q", path, got, build)
		}
	}
	if got := v.send("POST", "/api/auth/verify", nil).header.Get("X-Muster-Build"); got != build {
		t.Errorf("a refused call names %q", got)
	}
	if page := string(v.get("/login").raw); !strings.Contains(page, `<meta name="muster-build" content="`+build+`"`) {
		t.Errorf("the page: %s", page)
	}
	a := v.send("GET", "/api/config", nil, "Origin", "https://muster.test")
	if exposed := a.header.Get("Access-Control-Expose-Headers"); !strings.Contains(exposed, "X-Muster-Build") {
		t.Errorf("exposed to pages: %q", exposed)
	}
}

// Another page, another file and another name of a file are other builds; what is not
// served is not part of one.
func TestBuildIsOfWhatIsServed(t *testing.T) {
	t.Parallel()
	build := func(change func(fstest.MapFS)) string {
		files := maps.Clone(builtClient)
		change(files)
		build, err := ClientBuild(files)
		if err != nil {
			t.Fatal(err)
		}
		return build
	}
	same := build(func(fstest.MapFS) {})
	if again := build(func(files fstest.MapFS) { files[".vite/manifest.json"] = &fstest.MapFile{Data: []byte("{1}")} }); again != same {
		t.Error("a file that is not served makes another build")
	}
	for what, change := range map[string]func(fstest.MapFS){
		"another page": func(files fstest.MapFS) { files["index.html"] = &fstest.MapFile{Data: []byte("<!doctype html>")} },
		"another file": func(files fstest.MapFS) { files["assets/app-1234.js"] = &fstest.MapFile{Data: []byte("1")} },
		"another name": func(files fstest.MapFS) {
			files["assets/app-5678.js"] = files["assets/app-1234.js"]
			delete(files, "assets/app-1234.js")
		},
	} {
		if build(change) == same {
			t.Errorf("%s is the same build", what)
		}
	}
	if unbuilt := build(func(files fstest.MapFS) { delete(files, "index.html") }); unbuilt != "" {
		t.Errorf("a client that was not built is %q", unbuilt)
	}
}

// The worker learns which hashed files belong to the build.
func TestBuildListsItsFiles(t *testing.T) {
	t.Parallel()
	v := newSite(t).visitor()
	a := v.get("/build.json")
	if a.status != 200 || a.header.Get("Cache-Control") != "no-cache" || a.header.Get("Content-Type") != "application/json" {
		t.Fatalf("%d %v", a.status, a.header)
	}
	var list struct {
		Build    string
		Files    []string
		Optional []string
	}
	if err := json.Unmarshal(a.raw, &list); err != nil {
		t.Fatal(err)
	}
	if list.Build != a.header.Get("X-Muster-Build") || !slices.Equal(list.Files, []string{"/assets/app-1234.js", "/assets/font.woff2"}) {
		t.Errorf("%+v", list)
	}
	if !slices.Equal(list.Optional, []string{"/assets/optional/greek.woff2"}) {
		t.Errorf("optional files %v", list.Optional)
	}
	for _, file := range slices.Concat(list.Files, list.Optional) {
		if a := v.get(file); a.status != 200 {
			t.Errorf("%s: %d", file, a.status)
		}
	}
}
