package http

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io/fs"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"muster/store/language"
)

// clientFiles is the built client, in memory. Files under assets/ have a hash in
// their name and are cached for ever; browsers revalidate all others.
type clientFiles struct {
	byPath map[string]*clientFile
	index  *clientFile // nil when the client was not built
	build  string      // "" when the client was not built
	// firstTexts are the paths of the texts that the page needs first, by language.
	firstTexts map[language.Tag]string
}

// clientFile is one file of the client. It is compressed on the first request that
// accepts gzip.
type clientFile struct {
	body         []byte
	contentType  string
	etag         string
	cacheControl string
	compressOnce sync.Once
	compressed   []byte // nil when compression saves nothing
}

var contentTypes = map[string]string{
	".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".mjs": "text/javascript; charset=utf-8",
	".css": "text/css; charset=utf-8", ".json": "application/json", ".webmanifest": "application/manifest+json",
	".svg": "image/svg+xml", ".png": "image/png", ".jpg": "image/jpeg", ".webp": "image/webp", ".ico": "image/x-icon",
	".woff2": "font/woff2", ".woff": "font/woff", ".txt": "text/plain; charset=utf-8", ".wasm": "application/wasm",
	".mp3": "audio/mpeg", ".ogg": "audio/ogg", ".wav": "audio/wav", ".map": "application/json",
}

func readClientFiles(client fs.FS) (*clientFiles, error) {
	build, err := ClientBuild(client)
	if err != nil {
		return nil, err
	}
	f := &clientFiles{byPath: map[string]*clientFile{}, build: build, firstTexts: map[language.Tag]string{}}
	err = eachClientFile(client, func(name string, body []byte) {
		if name == "index.html" {
			body = nameBuild(body, build)
		}
		f.add(name, body)
		if tag, ok := firstTextsOf(name); ok {
			f.firstTexts[tag] = "/" + name
		}
	})
	if err != nil {
		return nil, err
	}
	f.index = f.byPath["/index.html"]
	if f.index == nil {
		return f, nil
	}
	list, err := f.buildList()
	if err != nil {
		return nil, err
	}
	f.add(strings.TrimPrefix(buildPath, "/"), list)
	return f, nil
}

func (f *clientFiles) add(name string, body []byte) {
	sum := sha256.Sum256(body)
	one := &clientFile{body: body, contentType: contentTypes[path.Ext(name)], etag: hex.EncodeToString(sum[:12]), cacheControl: "no-cache"}
	if one.contentType == "" {
		one.contentType = "application/octet-stream"
	}
	if strings.HasPrefix(name, hashedFolder) {
		one.cacheControl = "public, max-age=31536000, immutable"
	}
	f.byPath["/"+name] = one
}

// serve answers a GET with the file, or with the index page for a path of the
// client's own router. It returns false when there is neither.
func (f *clientFiles) serve(w http.ResponseWriter, r *http.Request) bool {
	one := f.byPath[r.URL.Path]
	if one == nil && path.Ext(r.URL.Path) == "" && isBrowserPath(r.URL.Path) {
		one = f.index
	}
	if one == nil {
		return false
	}
	h := w.Header()
	h.Set("Content-Type", one.contentType)
	h.Set("Cache-Control", one.cacheControl)
	if one == f.index {
		f.preloadTexts(h, r)
	}
	h.Add("Vary", "Accept-Encoding")
	prepareRange(r)
	body, tag := one.body, one.etag
	if packed := one.compress(); packed != nil && acceptsGzip(r.Header.Get("Accept-Encoding")) {
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

// acceptsGzip says whether an Accept-Encoding header names gzip, with a weight above 0
// (RFC 9110, section 12.5.3).
func acceptsGzip(header string) bool {
	for coding := range strings.SplitSeq(header, ",") {
		name, weight, _ := strings.Cut(coding, ";")
		if strings.EqualFold(strings.TrimSpace(name), "gzip") {
			_, value, _ := strings.Cut(weight, "=")
			q, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
			return err != nil || q > 0
		}
	}
	return false
}

// isBrowserPath says whether a browser could have sent the path: it begins with a
// slash, has no dot segments (browsers resolve them, RFC 3986 section 5.2.4) and
// no NUL or backslash. Other paths are not answered with the page.
func isBrowserPath(p string) bool {
	return strings.HasPrefix(p, "/") && !strings.ContainsAny(p, "\x00\\") &&
		!strings.Contains(p+"/", "/../") && !strings.Contains(p+"/", "/./")
}

// compress returns the gzipped body of text files over 1 KiB, else nil.
func (f *clientFile) compress() []byte {
	f.compressOnce.Do(func() {
		text := strings.HasPrefix(f.contentType, "text/") || strings.Contains(f.contentType, "json") || strings.Contains(f.contentType, "svg")
		if !text || len(f.body) < 1024 {
			return
		}
		var b bytes.Buffer
		z, _ := gzip.NewWriterLevel(&b, gzip.BestCompression) // the level is valid
		z.Write(f.body)                                       // a bytes.Buffer never fails
		z.Close()
		if b.Len() < len(f.body) {
			f.compressed = b.Bytes()
		}
	})
	return f.compressed
}

// buildList is the content of buildPath: the files that every start needs, and those
// of optionalFolder, which few pages fetch.
func (f *clientFiles) buildList() ([]byte, error) {
	list := struct {
		Build    string   `json:"build"`
		Files    []string `json:"files"`
		Optional []string `json:"optional"`
	}{Build: f.build, Files: []string{}, Optional: []string{}}
	for name := range f.byPath {
		switch {
		case strings.HasPrefix(name, "/"+optionalFolder):
			list.Optional = append(list.Optional, name)
		case strings.HasPrefix(name, "/"+hashedFolder):
			list.Files = append(list.Files, name)
		}
	}
	slices.Sort(list.Files)
	slices.Sort(list.Optional)
	return json.Marshal(list)
}
