package client

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var dist embed.FS

// Files is the built client: index.html and what it asks for. It holds nothing
// of use before the client was built.
func Files() fs.FS {
	files, err := fs.Sub(dist, "dist")
	if err != nil {
		panic("client: " + err.Error()) // dist is a valid path
	}
	return files
}
