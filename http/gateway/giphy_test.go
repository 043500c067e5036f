package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"

	"muster/store"
	"muster/store/roomlog"
)

const giphyKey = "the-key-of-the-community"

// playedGIPHY answers like GIPHY and keeps what it was asked.
type playedGIPHY struct {
	*httptest.Server
	mu     sync.Mutex
	asked  []*url.URL
	answer func(w http.ResponseWriter, r *http.Request)
}

func playGIPHY(t *testing.T, answer func(w http.ResponseWriter, r *http.Request)) *playedGIPHY {
	t.Helper()
	p := &playedGIPHY{answer: answer}
	p.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p.mu.Lock()
		p.asked = append(p.asked, r.URL)
		answer := p.answer
		p.mu.Unlock()
		answer(w, r)
	}))
	t.Cleanup(p.Close)
	return p
}

func (p *playedGIPHY) gateway(t *testing.T) *GIPHY {
	t.Helper()
	g, err := NewGIPHY(p.URL, giphyKey, roomlog.DefaultGIFHosts)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// last is the query of the last call.
func (p *playedGIPHY) last() (path string, query url.Values) {
	p.mu.Lock()
	defer p.mu.Unlock()
	u := p.asked[len(p.asked)-1]
	return u.Path, u.Query()
}

// gifOf is a GIF as GIPHY writes it.
func gifOf(id, rating string) string {
	const at = "https://media2.giphy.com/media/"
	return fmt.Sprintf(`{"type":"gif","id":%q,"title":"Title of %[1]s","rating":%q,"images":{
		"original":{"url":"%[3]s%[1]s/giphy.gif?cid=who&rid=giphy.gif","width":"480","height":"270","size":"1234567","mp4":"%[3]s%[1]s/giphy.mp4","webp":"%[3]s%[1]s/giphy.webp?cid=who"},
		"fixed_width":{"url":"%[3]s%[1]s/200w.gif","width":"200","height":"113","size":"99"},
		"fixed_width_still":{"url":"%[3]s%[1]s/200w_s.gif"}}}`, id, rating, at)
}

func writeGIFs(w http.ResponseWriter, gifs ...string) {
	fmt.Fprintf(w, `{"data":[%s],"pagination":{"offset":0},"meta":{"status":200,"msg":"OK"}}`, strings.Join(gifs, ","))
}

func TestGIPHYPages(t *testing.T) {
	p := playGIPHY(t, func(w http.ResponseWriter, _ *http.Request) {
		foreign := strings.ReplaceAll(gifOf("foreign", "g"), "media2.giphy.com", "evil.example")
		script := strings.ReplaceAll(gifOf("script", "g"), "https://media2.giphy.com/media/script/giphy.gif?cid=who&rid=giphy.gif", "javascript:alert(1)")
		writeGIFs(w, gifOf("one", "g"), gifOf("adult", "r"), foreign, script, gifOf("two", "pg-13"))
	})
	g := p.gateway(t)
	page, err := g.GIFs(context.Background(), roomlog.GIFQuery{Words: "happy cat & dog", Limit: 20, Offset: 40})
	if err != nil {
		t.Fatal(err)
	}
	if len(page) != 2 || page[0].ID != "one" || page[1].ID != "two" {
		t.Fatalf("%+v", page)
	}
	const at = "https://media2.giphy.com/media/one/"
	want := roomlog.GIF{ID: "one", Title: "Title of one", URL: at + "giphy.gif", Preview: at + "200w.gif", Thumbnail: at + "200w_s.gif",
		Width: 480, Height: 270, Size: 1234567, MP4: at + "giphy.mp4", WebP: at + "giphy.webp"}
	if page[0] != want {
		t.Errorf("%+v", page[0])
	}
	path, query := p.last()
	if path != "/v1/gifs/search" || query.Get("q") != "happy cat & dog" || query.Get("limit") != "20" || query.Get("offset") != "40" ||
		query.Get("rating") != "pg-13" || query.Get("api_key") != giphyKey {
		t.Errorf("asked %s %v", path, query)
	}
	if _, err := g.GIFs(context.Background(), roomlog.GIFQuery{Limit: 20}); err != nil {
		t.Fatal(err)
	}
	if path, query := p.last(); path != "/v1/gifs/trending" || query.Has("q") || query.Get("rating") != "pg-13" {
		t.Errorf("asked %s %v", path, query)
	}
}

func TestGIPHYByID(t *testing.T) {
	p := playGIPHY(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/v1/gifs/known":
			fmt.Fprintf(w, `{"data":%s}`, gifOf("known", "pg"))
		case "/v1/gifs/adult":
			fmt.Fprintf(w, `{"data":%s}`, gifOf("adult", "R"))
		case "/v1/gifs/empty":
			writeGIFs(w)
		default:
			w.WriteHeader(http.StatusNotFound)
		}
	})
	g := p.gateway(t)
	if got, err := g.GIF(context.Background(), "known"); err != nil || got.ID != "known" || got.Width != 480 {
		t.Errorf("%+v %v", got, err)
	}
	calls := len(p.asked)
	for _, id := range []string{"adult", "empty", "unknown"} {
		if _, err := g.GIF(context.Background(), id); store.CodeOf(err) != store.NotFound {
			t.Errorf("%s: %v", id, err)
		}
	}
	for _, id := range []string{"", "../trending", "a/b", "a?b", strings.Repeat("a", 65)} {
		if _, err := g.GIF(context.Background(), id); store.CodeOf(err) != store.NotFound {
			t.Errorf("%q: %v", id, err)
		}
	}
	if len(p.asked) != calls+3 {
		t.Errorf("asked for what is no id: %v", p.asked[calls:])
	}
}

// Whatever goes wrong at the provider is Unavailable, and no error holds the key.
func TestGIPHYFaults(t *testing.T) {
	answers := map[string]func(http.ResponseWriter, *http.Request){
		"refused": func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusForbidden) },
		"broken":  func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusInternalServerError) },
		"redirected": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://evil.example/?"+r.URL.RawQuery, http.StatusFound)
		},
		"no JSON":      func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "<html>") },
		"another form": func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, `{"data":"soon"}`) },
		"without data": func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, `{}`) },
		"endless": func(w http.ResponseWriter, _ *http.Request) {
			fmt.Fprint(w, `{"data":[`, strings.Repeat(" ", giphyReply), `]}`)
		},
		"the line dies": func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
	}
	p := playGIPHY(t, nil)
	g := p.gateway(t)
	for name, answer := range answers {
		p.mu.Lock()
		p.answer = answer
		p.mu.Unlock()
		_, err := g.GIFs(context.Background(), roomlog.GIFQuery{Words: "cat", Limit: 20})
		if store.CodeOf(err) != store.Unavailable || strings.Contains(err.Error(), giphyKey) {
			t.Errorf("%s: %v", name, err)
		}
	}
	p.Close()
	_, err := g.GIFs(context.Background(), roomlog.GIFQuery{Limit: 20})
	if store.CodeOf(err) != store.Unavailable || strings.Contains(err.Error(), giphyKey) || strings.Contains(err.Error(), "api_key") {
		t.Errorf("away: %v", err)
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := g.GIFs(ended, roomlog.GIFQuery{Limit: 20}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if _, err := NewGIPHY("giphy", giphyKey, nil); store.CodeOf(err) != store.Invalid {
		t.Errorf("no address: %v", err)
	}
}

// Numbers are read however the provider writes them.
func TestGIPHYNumbers(t *testing.T) {
	for raw, want := range map[string]giphyNumber{`"480"`: 480, `480`: 480, `""`: 0, `"-1"`: 0, `null`: 0, `{"a":1}`: 0} {
		var got giphyNumber = 7
		if err := json.Unmarshal([]byte(`[`+raw+`]`), &[]*giphyNumber{&got}); raw != "null" && (err != nil || got != want) {
			t.Errorf("%s: %d %v", raw, got, err)
		}
	}
}
