package main

import (
	"debug/buildinfo"
	"runtime/debug"
	"testing"
)

const testLock = `{"lockfileVersion": 3, "packages": {
  "": {"name": "muster-client", "version": "1.0.0"},
  "node_modules/react": {"version": "19.3.1", "license": "MIT", "integrity": "sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg=="},
  "node_modules/a/node_modules/react": {"version": "19.3.1", "license": "MIT"},
  "node_modules/@radix-ui/react-tabs": {"version": "1.0.0"},
  "node_modules/vite": {"version": "8.0.0", "dev": true},
  "node_modules/types": {"version": "1.0.0", "devOptional": true}}}`

// The client's packages are listed once, without those of development.
func TestBillListsWhatThePageIsMadeOf(t *testing.T) {
	parts, err := npmParts([]byte(testLock))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"pkg:npm/%40radix-ui/react-tabs@1.0.0", "pkg:npm/react@19.3.1"}
	if len(parts) != len(want) {
		t.Fatalf("%+v", parts)
	}
	for i, p := range parts {
		if p.PURL != want[i] {
			t.Errorf("%s, want %s", p.PURL, want[i])
		}
	}
	if _, err := npmParts([]byte("no lock")); err == nil {
		t.Error("no lock file is read")
	}
}

// The modules are those that the linker recorded, with Go's own library; of one that was
// replaced, the other.
func TestBillListsModules(t *testing.T) {
	parts := goParts(&buildinfo.BuildInfo{GoVersion: "go1.26.8", Deps: []*debug.Module{
		{Path: "example.test/a", Version: "v1.0.0+incompatible", Sum: "h1:ocnzNKWN23T9nvHi6IfyrQjkIc0oJWv1B1pULsf9i3s="},
		{Path: "example.test/b", Version: "v1.0.0", Replace: &debug.Module{Path: "example.test/c", Version: "v2.0.0"}},
	}})
	want := []string{"pkg:golang/std@1.26.8", "pkg:golang/example.test/a@v1.0.0%2Bincompatible", "pkg:golang/example.test/c@v2.0.0"}
	if len(parts) != len(want) {
		t.Fatalf("%+v", parts)
	}
	for i, p := range parts {
		if p.PURL != want[i] {
			t.Errorf("%s, want %s", p.PURL, want[i])
		}
	}
	if sum := parts[1].Hashes; len(sum) != 1 || sum[0].Content[:6] != "a1c9f3" {
		t.Errorf("%+v", sum)
	}
}
