package http

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"
	"time"
)

// files is the built client, in memory. Names under assets/ hold their own
// hash and never change; everything else is asked for again each time.
type files struct {
	byPath map[string]*file
	index  *file // nil when the client was not built
}

// file is one file of the client, compressed when it is first asked for so.
type file struct {
	body    []byte
	kind    string
	tag     string
	cache   string
	packing sync.Once
	packed  []byte // nil when compressing saves nothing
}

var kinds = map[string]string{
	".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".mjs": "text/javascript; charset=utf-8",
	".css": "text/css; charset=utf-8", ".json": "application/json", ".webmanifest": "application/manifest+json",
	".svg": "image/svg+xml", ".png": "image/png", ".jpg": "image/jpeg", ".webp": "image/webp", ".ico": "image/x-icon",
	".woff2": "font/woff2", ".woff": "font/woff", ".txt": "text/plain; charset=utf-8", ".wasm": "application/wasm",
	".mp3": "audio/mpeg", ".ogg": "audio/ogg", ".wav": "audio/wav", ".map": "application/json",
}

func openFiles(client fs.FS) (*files, error) {
	f := &files{byPath: map[string]*file{}}
	err := fs.WalkDir(client, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && name != "." && strings.HasPrefix(entry.Name(), "."):
			return fs.SkipDir // the bundler's own notes
		case entry.IsDir() || strings.HasPrefix(entry.Name(), "."):
			return nil
		}
		body, err := fs.ReadFile(client, name)
		if err != nil {
			return err
		}
		sum := sha256.Sum256(body)
		one := &file{body: body, kind: kinds[path.Ext(name)], tag: hex.EncodeToString(sum[:12]), cache: "no-cache"}
		if one.kind == "" {
			one.kind = "application/octet-stream"
		}
		if strings.HasPrefix(name, "assets/") {
			one.cache = "public, max-age=31536000, immutable"
		}
		f.byPath["/"+name] = one
		return nil
	})
	f.index = f.byPath["/index.html"]
	return f, err
}

// serve answers a GET: the file, or for every path of the client's own router
// its page (GEN-11). It says false when there is neither.
func (f *files) serve(w http.ResponseWriter, r *http.Request) bool {
	one := f.byPath[r.URL.Path]
	if one == nil && path.Ext(r.URL.Path) == "" && typed(r.URL.Path) {
		one = f.index
	}
	if one == nil {
		return false
	}
	h := w.Header()
	h.Set("Content-Type", one.kind)
	h.Set("Cache-Control", one.cache)
	h.Add("Vary", "Accept-Encoding")
	body, tag := one.body, one.tag
	if packed := one.pack(); packed != nil && strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		body, tag = packed, tag+"-gzip"
		h.Set("Content-Encoding", "gzip")
		if r.Header.Get("Range") == "" {
			h.Set("Content-Length", strconv.Itoa(len(packed)))
		}
	}
	h.Set("ETag", `"`+tag+`"`)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
	return true
}

// typed says whether a browser could have sent the path: it begins at the
// root, its dot segments are resolved (RFC 3986 section 5.2.4) and it holds
// neither a NUL nor a backslash, which browsers turn round. Whoever sends another
// one looks for a hole, not for a page.
func typed(p string) bool {
	return strings.HasPrefix(p, "/") && !strings.ContainsAny(p, "\x00\\") &&
		!strings.Contains(p+"/", "/../") && !strings.Contains(p+"/", "/./")
}

// pack compresses text that is worth it.
func (f *file) pack() []byte {
	f.packing.Do(func() {
		text := strings.HasPrefix(f.kind, "text/") || strings.Contains(f.kind, "json") || strings.Contains(f.kind, "svg")
		if !text || len(f.body) < 1024 {
			return
		}
		var b bytes.Buffer
		z, _ := gzip.NewWriterLevel(&b, gzip.BestCompression) // the level is valid
		z.Write(f.body)                                       // a bytes.Buffer takes everything
		z.Close()
		if b.Len() < len(f.body) {
			f.packed = b.Bytes()
		}
	})
	return f.packed
}
