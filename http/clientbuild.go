package http

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"strings"
)

// buildHeader names the build of the client that this node serves. pageBuildHeader does
// too: pages and service workers read it and compare it with their own build.
const (
	buildHeader     = "Muster-Build"
	pageBuildHeader = "X-Muster-Build"
)

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

// hashedFolder holds the files whose name changes with their content.
const hashedFolder = "assets/"

// optionalFolder holds those that few pages need, such as the fonts of other scripts.
const optionalFolder = hashedFolder + "optional/"

// eachClientFile calls with every file that is served, ordered by name. Names that
// begin with a dot are the bundler's own.
func eachClientFile(client fs.FS, with func(name string, body []byte)) error {
	return fs.WalkDir(client, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && name != "." && strings.HasPrefix(entry.Name(), "."):
			return fs.SkipDir
		case entry.IsDir() || strings.HasPrefix(entry.Name(), "."):
			return nil
		}
		body, err := fs.ReadFile(client, name)
		if err == nil {
			with(name, body)
		}
		return err
	})
}
