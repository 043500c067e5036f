package main

import (
	"bytes"
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// bill is a bill of materials in CycloneDX 1.6.
type bill struct {
	Format      string   `json:"bomFormat"`
	SpecVersion string   `json:"specVersion"`
	Version     int      `json:"version"`
	Metadata    metadata `json:"metadata"`
	Components  []part   `json:"components"`
}

type metadata struct {
	Timestamp string `json:"timestamp"`
	Component part   `json:"component"`
}

type part struct {
	Ref      string    `json:"bom-ref"`
	Type     string    `json:"type"`
	Name     string    `json:"name"`
	Version  string    `json:"version"`
	Hashes   []hash    `json:"hashes,omitempty"`
	Licenses []license `json:"licenses,omitempty"`
	PURL     string    `json:"purl,omitempty"`
}

type hash struct {
	Algorithm string `json:"alg"`
	Content   string `json:"content"`
}

type license struct {
	Expression string `json:"expression"`
}

// billOfMaterials lists what is in a program: the modules that the linker recorded in it,
// and the packages of the client in it.
func (s source) billOfMaterials(program []byte) ([]byte, error) {
	info, err := buildinfo.Read(bytes.NewReader(program))
	if err != nil {
		return nil, err
	}
	lock, err := os.ReadFile(filepath.Join(s.dir, "client", "package-lock.json"))
	if err != nil {
		return nil, err
	}
	packages, err := npmParts(lock)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(program)
	text, err := json.MarshalIndent(bill{
		Format: "CycloneDX", SpecVersion: "1.6", Version: 1,
		Metadata: metadata{s.made.Format(time.RFC3339), part{
			Ref: "muster", Type: "application", Name: "muster", Version: s.version,
			Hashes: []hash{{"SHA-256", hex.EncodeToString(sum[:])}}, Licenses: []license{{"MIT"}},
		}},
		Components: append(goParts(info), packages...),
	}, "", "  ")
	return append(text, '\n'), err
}

// goParts are Go's library and the modules that a program was linked from.
func goParts(info *buildinfo.BuildInfo) []part {
	version := strings.TrimPrefix(info.GoVersion, "go")
	parts := []part{{Ref: "pkg:golang/std@" + version, Type: "library", Name: "std", Version: version, PURL: "pkg:golang/std@" + version}}
	for _, module := range info.Deps {
		if module.Replace != nil {
			module = module.Replace
		}
		purl := "pkg:golang/" + module.Path + "@" + url.QueryEscape(module.Version)
		p := part{Ref: purl, Type: "library", Name: module.Path, Version: module.Version, PURL: purl}
		// Go's sum is the SHA-256 of a list of the module's files.
		if sum, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(module.Sum, "h1:")); err == nil && len(sum) == sha256.Size {
			p.Hashes = []hash{{"SHA-256", hex.EncodeToString(sum)}}
		}
		parts = append(parts, p)
	}
	return parts
}

// npmParts are the packages that a lock file has for more than development.
func npmParts(lock []byte) ([]part, error) {
	var locked struct {
		Packages map[string]struct {
			Version, Integrity, License string
			Dev, DevOptional            bool
		}
	}
	if err := json.Unmarshal(lock, &locked); err != nil {
		return nil, fmt.Errorf("package-lock.json: %w", err)
	}
	var parts []part
	seen := map[string]bool{}
	for _, path := range slices.Sorted(maps.Keys(locked.Packages)) {
		p := locked.Packages[path]
		at := strings.LastIndex(path, "node_modules/")
		if at < 0 || p.Dev || p.DevOptional {
			continue
		}
		name := path[at+len("node_modules/"):]
		purl := "pkg:npm/" + strings.Replace(name, "@", "%40", 1) + "@" + url.QueryEscape(p.Version)
		if seen[purl] { // in two folders
			continue
		}
		seen[purl] = true
		one := part{Ref: purl, Type: "library", Name: name, Version: p.Version, PURL: purl}
		if p.License != "" {
			one.Licenses = []license{{p.License}}
		}
		if sum, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(p.Integrity, "sha512-")); err == nil && len(sum) == 64 {
			one.Hashes = []hash{{"SHA-512", hex.EncodeToString(sum)}}
		}
		parts = append(parts, one)
	}
	return parts, nil
}
