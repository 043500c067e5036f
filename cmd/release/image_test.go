package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// unpacked gives the files of a tar archive and their headers by name.
func unpacked(t *testing.T, from io.Reader) (map[string][]byte, map[string]*tar.Header) {
	t.Helper()
	files, headers := map[string][]byte{}, map[string]*tar.Header{}
	for r := tar.NewReader(from); ; {
		header, err := r.Next()
		if err == io.EOF {
			return files, headers
		}
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		files[header.Name], headers[header.Name] = data, header
	}
}

func read[T any](t *testing.T, data []byte) T {
	t.Helper()
	var v T
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// Every part of an image is named by its hash, from the index down to the files, and the
// program is not run by root.
func TestImageIsWholeAndNotOfRoot(t *testing.T) {
	s := source{version: "v1.2.3", commit: "abc", made: time.Unix(1_700_000_000, 0).UTC()}
	path := filepath.Join(t.TempDir(), "image.tar")
	if err := s.writeImage(path, "arm64", []byte("program")); err != nil {
		t.Fatal(err)
	}
	archive, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer archive.Close()
	files, _ := unpacked(t, archive)
	blob := func(d descriptor) []byte {
		data := files["blobs/sha256/"+strings.TrimPrefix(d.Digest, "sha256:")]
		if len(data) != d.Size || digest(data) != d.Digest {
			t.Errorf("%+v is not in the image", d)
		}
		return data
	}
	top := read[index](t, files["index.json"]).Manifests[0]
	m := read[manifest](t, blob(top))
	config := read[imageConfig](t, blob(m.Config))
	layer, err := gzip.NewReader(bytes.NewReader(blob(m.Layers[0])))
	if err != nil {
		t.Fatal(err)
	}
	root, err := io.ReadAll(layer)
	if err != nil {
		t.Fatal(err)
	}
	if config.RootFS.DiffIDs[0] != digest(root) || config.Architecture != "arm64" || *top.Platform != config.platform {
		t.Errorf("%+v", config)
	}
	if c := config.Config; c.User != "65532:65532" || c.Entrypoint[0] != "/muster" || strings.Join(c.Healthcheck.Test, " ") != "CMD /muster health" {
		t.Errorf("%+v", config.Config)
	}
	content, headers := unpacked(t, bytes.NewReader(root))
	if string(content["muster"]) != "program" || headers["muster"].Mode != 0o755 || headers["muster"].Uid != 0 {
		t.Errorf("the program: %+v", headers["muster"])
	}
	if headers["data/"].Uid != imageUser || headers["tmp/"].Mode != 0o1777 || !strings.Contains(string(content["etc/passwd"]), ":65532:65532:") {
		t.Errorf("the folders: %+v %+v", headers["data/"], headers["tmp/"])
	}
	older := read[[]struct {
		Config   string
		RepoTags []string
		Layers   []string
	}](t, files["manifest.json"])[0]
	if files[older.Config] == nil || files[older.Layers[0]] == nil || older.RepoTags[0] != "muster:v1.2.3" {
		t.Errorf("%+v", older)
	}
}
