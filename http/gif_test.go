package http

import (
	"context"
	"fmt"
	"strings"
	"testing"

	chats "muster/store/postgres/chat"
	"muster/store/roomlog"
)

// fakeGIFs is a GIF service of a test.
type fakeGIFs struct {
	asked []roomlog.GIFQuery
	err   error
}

func (f *fakeGIFs) GIFs(_ context.Context, q roomlog.GIFQuery) ([]roomlog.GIF, error) {
	f.asked = append(f.asked, q)
	return []roomlog.GIF{{ID: "one", Title: "A cat", URL: "https://i.giphy.com/one.gif", Width: 480, Size: 9}}, f.err
}

func (f *fakeGIFs) GIF(context.Context, string) (roomlog.GIF, error) {
	return roomlog.GIF{ID: "one"}, f.err
}

func gifIDs(a response) string {
	var all []string
	for _, one := range a.body["gifs"].([]any) {
		all = append(all, one.(map[string]any)["id"].(string))
	}
	return strings.Join(all, " ")
}

func TestGIFCalls_MEDIA12_MEDIA14(t *testing.T) {
	t.Parallel()
	gifs := &fakeGIFs{}
	s := newSite(t, func(c *Config) { c.GIFs, c.GIFService = gifs, "giphy" })
	v, _, _ := s.signedInMember("ann")
	first := v.get("/api/gifs/search?q=%20Happy%20%20cat&offset=20").want(t, 200).body["gifs"].([]any)[0].(map[string]any)
	for field, want := range map[string]any{
		"id": "one", "title": "A cat", "url": "https://i.giphy.com/one.gif", "preview": "", "thumbnail": "",
		"width": 480.0, "height": 0.0, "size": 9.0, "mp4": "", "webp": "",
	} {
		if first[field] != want {
			t.Errorf("%s is %v", field, first[field])
		}
	}
	v.get("/api/gifs/trending").want(t, 200)
	v.get("/api/gifs/trending?limit=500&offset=-3").want(t, 200)
	want := []roomlog.GIFQuery{{Words: "happy cat", Limit: 20, Offset: 20}, {Limit: 20}, {Limit: 20}}
	if fmt.Sprint(gifs.asked) != fmt.Sprint(want) {
		t.Errorf("asked %v", gifs.asked)
	}
	for _, bad := range []string{"search", "search?q=%20", "search?q=cat&limit=many", "trending?offset=x"} {
		v.get("/api/gifs/"+bad).want(t, 400)
	}
	if got := v.get("/api/gifs/one").want(t, 200).body["gif"].(map[string]any)["id"]; got != "one" {
		t.Errorf("by id: %v", got)
	}
	v.get("/api/gifs/no%20id").want(t, 404)
	gifs.err = roomlog.ErrGIFUnknown()
	v.get("/api/gifs/none").want(t, 404)
	gifs.err = roomlog.ErrGIFsAway(context.DeadlineExceeded)
	for _, call := range []string{"trending", "search?q=dog", "one"} {
		if a := v.get("/api/gifs/"+call).want(t, 503); a.body["code"] != "gif_unavailable" {
			t.Errorf("%s: %s", call, a.raw)
		}
	}
	if config := v.get("/api/config").want(t, 200).body; config["gifSearch"] != true || config["gifService"] != "giphy" {
		t.Errorf("%v", config)
	}
}

func TestGIFsUnconfigured_MEDIA12(t *testing.T) {
	t.Parallel()
	s := newSite(t, func(c *Config) { c.GIFs, c.GIFService, c.SampleGIF = nil, "", nil })
	v, _, _ := s.signedInMember("ann")
	for _, call := range []string{"trending", "search?q=cat", "one"} {
		v.get("/api/gifs/"+call).want(t, 503).says(t, "GIF support not configured.")
	}
	if config := v.get("/api/config").want(t, 200).body; config["gifSearch"] != false {
		t.Errorf("%v", config)
	}
	if a := v.get("/dev/gifs/sunrise.gif"); a.status != 404 {
		t.Errorf("status %d", a.status)
	}
}

// A member asks at most so often a minute; others are not held up.
func TestGIFCallsAreLimited(t *testing.T) {
	t.Parallel()
	gifs := &fakeGIFs{}
	s := newSite(t, func(c *Config) { c.GIFs = gifs })
	ann, m, _ := s.signedInMember("ann")
	bob, _, _ := s.signedInMember("bob")
	ann.get("/api/gifs/trending").want(t, 200)
	s.exec(`update quotas set used = $1 where scope = 'gif' and key = $2`, chats.GIFCallsPerMinute, []byte(m.ID))
	a := ann.get("/api/gifs/trending").want(t, 429)
	if a.header.Get("Retry-After") == "" || !strings.Contains(a.body["message"].(string), "rate limit") || len(gifs.asked) != 1 {
		t.Errorf("%s, asked %v", a.raw, gifs.asked)
	}
	bob.get("/api/gifs/trending").want(t, 200)
}

// The sample GIFs are served as pictures, found by the calls, and allowed by the
// policy of the pages.
func TestSampleGIFsAreServed(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	v, _, _ := s.signedInMember("ann")
	a := v.get("/api/gifs/search?q=love").want(t, 200)
	if gifIDs(a) != "heartbeat" {
		t.Fatalf("%s", a.raw)
	}
	address := a.body["gifs"].([]any)[0].(map[string]any)["url"].(string)
	picture := s.visitor().get(address)
	if picture.status != 200 || picture.header.Get("Content-Type") != "image/gif" || !strings.HasPrefix(string(picture.raw), "GIF89a") ||
		picture.header.Get("X-Content-Type-Options") != "nosniff" {
		t.Errorf("%d %v", picture.status, picture.header)
	}
	v.get("/dev/gifs/nothing.gif").want(t, 404)
	policy := picture.header.Get("Content-Security-Policy")
	if strings.Contains(policy, "/dev/") || !strings.Contains(policy, "img-src 'self' data: blob: https://media.giphy.com ") {
		t.Error(policy)
	}
}
