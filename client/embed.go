package client

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var dist embed.FS

//go:embed languages/*.json
var languages embed.FS

// Files is the built client: index.html and what it asks for. It holds nothing
// of use before the client was built.
func Files() fs.FS { return folder(dist, "dist") }

// Languages are the texts that the client says, one file a language, as de.json.
func Languages() fs.FS { return folder(languages, "languages") }

func folder(of fs.FS, name string) fs.FS {
	files, err := fs.Sub(of, name)
	if err != nil {
		panic("client: " + err.Error()) // the names are valid paths
	}
	return files
}
