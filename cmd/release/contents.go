package main

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// guide is what an operator reads. The files keep their places to each other, so that the
// links between them lead somewhere.
var guide = []string{"installing.md", "operating.md", "asvs.md", "changelog.md", "internal/loadtest/measurements.md", "internal/capacity/scaling.md"}

// modelFiles are what the embedded engine of the face checks reads.
var modelFiles = []string{"tiny_face_detector_model", "face_landmark_68_model", "face_recognition_model"}

// contents are the files in every archive beside the program: licence, guide, and what
// installs it on systemd, Compose and Kubernetes.
func (s source) contents() ([]file, error) {
	licence, err := os.ReadFile(filepath.Join(s.dir, "LICENSE"))
	if err != nil {
		return nil, err
	}
	files := []file{{path: "LICENSE", mode: 0o644, data: licence}}
	for _, name := range guide {
		text, err := os.ReadFile(filepath.Join(s.dir, "cmd", "muster", filepath.FromSlash(name)))
		if err != nil {
			return nil, err
		}
		files = append(files, file{path: "guide/" + name, mode: 0o644, data: text})
	}
	installs := filepath.Join(s.dir, "cmd", "release", "install")
	err = filepath.WalkDir(installs, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(installs, path)
		if err != nil {
			return err
		}
		mode := int64(0o644)
		if strings.HasSuffix(name, ".sh") {
			mode = 0o755
		}
		// The image of this very version, which nothing has to be looked up for.
		text = bytes.ReplaceAll(text, []byte("muster:VERSION"), []byte("muster:"+s.version))
		files = append(files, file{path: "install/" + filepath.ToSlash(name), mode: mode, data: text})
		return nil
	})
	return files, err
}

// faceModels are the weights of the face checks, in a folder that is put beside the program.
func (s source) faceModels() ([]file, error) {
	var files []file
	from := filepath.Join(s.dir, "client", "node_modules", "@vladmandic", "face-api")
	licence, err := os.ReadFile(filepath.Join(from, "LICENSE"))
	if err != nil {
		return nil, err
	}
	files = append(files, file{path: "face-models/LICENSE", mode: 0o644, data: licence})
	for _, model := range modelFiles {
		for _, end := range []string{".bin", "-weights_manifest.json"} {
			data, err := os.ReadFile(filepath.Join(from, "model", model+end))
			if err != nil {
				return nil, err
			}
			files = append(files, file{path: "face-models/" + model + end, mode: 0o644, data: data})
		}
	}
	return files, nil
}
