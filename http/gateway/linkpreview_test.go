package gateway

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"

	"muster/store"
	"muster/store/roomlog"
)

// playSite serves pages, and gives a gateway that may call only this site.
func playSite(t *testing.T, serve http.HandlerFunc) (*httptest.Server, *LinkPreviews) {
	t.Helper()
	site := httptest.NewServer(serve)
	t.Cleanup(site.Close)
	port := portOf(t, site.URL)
	return site, NewLinkPreviews(func(a netip.AddrPort) bool { return a.Port() == port })
}

func page(w http.ResponseWriter, head string) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	fmt.Fprintf(w, "<!doctype html><html><head>%s</head><body><title>no</title></body></html>", head)
}

func TestLinkPreview(t *testing.T) {
	heads := map[string]struct {
		head string
		want roomlog.LinkPreview
	}{
		"/plain": {`<title> A &amp; B
			C </title><meta name="Description" content="All of it">`, roomlog.LinkPreview{Title: "A & B C", Description: "All of it"}},
		"/shared": {`<title>long</title><meta property="og:title" content="Shared"><meta property="og:description" content="D">
			<meta property="og:image" content="https://evil.example/pixel.png">`, roomlog.LinkPreview{Title: "Shared", Description: "D"}},
		"/markup": {`<title><script>alert(1)</script></title>`, roomlog.LinkPreview{Title: "<script>alert(1)</script>"}},
		"/script": {`<script>var x = "<title>no</title>"</script><title>yes</title>`, roomlog.LinkPreview{Title: "yes"}},
	}
	site, l := playSite(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Cookie") != "" || r.Header.Get("Referer") != "" {
			t.Error("the page learns of a member")
		}
		page(w, heads[r.URL.Path].head)
	})
	for path, x := range heads {
		x.want.URL = site.URL + path
		if got, err := l.Preview(context.Background(), site.URL+path); err != nil || got != x.want {
			t.Errorf("%s: %+v %v", path, got, err)
		}
	}
}

// Redirects are followed a few times, never to where the server may not call, and
// the preview keeps the link that the member sent.
func TestLinkPreviewRedirects(t *testing.T) {
	secret := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		t.Error("the private site was called")
		page(w, "<title>secret</title>")
	}))
	defer secret.Close()
	site, l := playSite(t, func(w http.ResponseWriter, r *http.Request) {
		switch to := r.URL.Query().Get("to"); {
		case to != "":
			http.Redirect(w, r, to, http.StatusFound)
		case r.URL.Path == "/loop":
			http.Redirect(w, r, "/loop", http.StatusMovedPermanently)
		default:
			page(w, "<title>there</title>")
		}
	})
	link := site.URL + "/?to=/%3Fto%3D/page"
	if got, err := l.Preview(context.Background(), link); err != nil || got.Title != "there" || got.URL != link {
		t.Errorf("%+v %v", got, err)
	}
	for _, to := range []string{secret.URL, "http://10.0.0.1/", "http://[::1]:1/", "file:///etc/passwd", "ftp://example.org/", "//u:p@127.0.0.1/"} {
		if got, err := l.Preview(context.Background(), site.URL+"/?to="+strings.ReplaceAll(to, ":", "%3A")); store.CodeOf(err) != store.Invalid {
			t.Errorf("to %s: %+v %v", to, got, err)
		}
	}
	if _, err := l.Preview(context.Background(), site.URL+"/loop"); store.CodeOf(err) != store.Invalid {
		t.Errorf("a loop: %v", err)
	}
	open := NewLinkPreviews(nil)
	for _, link := range []string{secret.URL, strings.Replace(secret.URL, "127.0.0.1", "localhost", 1), "http://169.254.169.254/", "javascript:alert(1)"} {
		if _, err := open.Preview(context.Background(), link); store.CodeOf(err) != store.Invalid {
			t.Errorf("%s: %v", link, err)
		}
	}
}

// What is no page, has no title or fails gives no preview.
func TestLinkPreviewOfOtherThings(t *testing.T) {
	answers := map[string]http.HandlerFunc{
		"/image": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "image/png")
			io.WriteString(w, "<title>no</title>")
		},
		"/untyped": func(w http.ResponseWriter, _ *http.Request) {
			w.Header()["Content-Type"] = nil
			io.WriteString(w, "<title>no</title>")
		},
		"/empty":    func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("Content-Type", "text/html") },
		"/untitled": func(w http.ResponseWriter, _ *http.Request) { page(w, "<title> </title>") },
		"/missing":  func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNotFound) },
		"/late": func(w http.ResponseWriter, _ *http.Request) {
			page(w, strings.Repeat("<!-- far -->", previewBytes/8)+"<title>beyond the limit</title>")
		},
	}
	site, l := playSite(t, func(w http.ResponseWriter, r *http.Request) { answers[r.URL.Path](w, r) })
	for path := range answers {
		if got, err := l.Preview(context.Background(), site.URL+strings.ReplaceAll(path, " ", "%20")); store.CodeOf(err) != store.Invalid {
			t.Errorf("%s: %+v %v", path, got, err)
		}
	}
}

// Neither an endless page, nor a small one that unpacks to a huge one, nor one that
// never ends its head is read beyond the limits.
func TestLinkPreviewIsBounded(t *testing.T) {
	ended := make(chan struct{})
	site, l := playSite(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/endless":
			defer close(ended)
			w.Header().Set("Content-Type", "text/html")
			io.WriteString(w, "<title>endless</title>")
			for r.Context().Err() == nil {
				if _, err := w.Write(make([]byte, 64<<10)); err != nil {
					return
				}
			}
		case "/bomb":
			w.Header().Set("Content-Type", "text/html")
			w.Header().Set("Content-Encoding", "gzip")
			z := gzip.NewWriter(w)
			io.WriteString(z, "<title>bomb</title>")
			z.Write(make([]byte, 64<<20))
			z.Close()
		case "/slow":
			w.Header().Set("Content-Type", "text/html")
			io.WriteString(w, "<title>slo")
			w.(http.Flusher).Flush()
			<-r.Context().Done()
		}
	})
	for path, want := range map[string]string{"/endless": "endless", "/bomb": "bomb"} {
		if got, err := l.Preview(context.Background(), site.URL+path); err != nil || got.Title != want {
			t.Errorf("%s: %+v %v", path, got, err)
		}
	}
	<-ended
	impatient, cancel := context.WithCancel(context.Background())
	begun := make(chan error)
	go func() {
		_, err := l.Preview(impatient, site.URL+"/slow")
		begun <- err
	}()
	cancel()
	if err := <-begun; err == nil || !errors.Is(err, context.Canceled) && store.CodeOf(err) != store.Invalid {
		t.Errorf("given up: %v", err)
	}
}
