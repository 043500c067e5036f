package http

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io/fs"
	"slices"
	"strings"
)

// buildHeader names the build of the client that this node serves. An open page
// compares it with its own build.
const buildHeader = "X-Muster-Build"

// buildPath lists the hashed files of the build. The service worker caches them.
const buildPath = "/build.json"

// In index.html the server fills in the build, so that a page knows its own. A file
// cannot contain its own hash.
const (
	buildBlank  = `name="muster-build" content=""`
	buildFilled = `name="muster-build" content="`
)

// ClientBuild returns the build of the client's files: a hash of their names and
// contents. It is "" when the client was not built.
func ClientBuild(files fs.FS) (string, error) {
	all := sha256.New()
	built := false
	err := eachClientFile(files, func(name string, body []byte) {
		sum := sha256.Sum256(body)
		all.Write([]byte(name + "\n"))
		all.Write(sum[:])
		built = built || name == "index.html"
	})
	if err != nil || !built {
		return "", err
	}
	return hex.EncodeToString(all.Sum(nil)[:8]), nil
}

// nameBuild fills the build in where a page looks for it.
func nameBuild(page []byte, build string) []byte {
	return bytes.Replace(page, []byte(buildBlank), []byte(buildFilled+build+`"`), 1)
}

// buildList is the content of buildPath.
func (f *clientFiles) buildList() ([]byte, error) {
	list := struct {
		Build string   `json:"build"`
		Files []string `json:"files"`
	}{Build: f.build, Files: []string{}}
	for name := range f.byPath {
		if strings.HasPrefix(name, "/"+hashedFolder) {
			list.Files = append(list.Files, name)
		}
	}
	slices.Sort(list.Files)
	return json.Marshal(list)
}
