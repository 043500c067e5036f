package http

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	peoplecalls "muster/http/people"
	"muster/store"
	"muster/store/blob/blobtest"
)

// A file is served with fixed headers and in ranges.
func TestMEDIA10ServedSafely(t *testing.T) {
	t.Parallel()
	m := newMediaSite(t)
	admin := m.with(m.token)
	raw := blobtest.MP4("isom", blobtest.Tracks{Video: true, Audio: true}, false, 50_000)
	a := admin.upload(raw, "roomId", "general", "duration", "7").want(t, 200)
	link := a.body["mediaUrl"].(string)
	if a.body["thumbnailUrl"] != "" || a.body["mediaType"] != "video" {
		t.Errorf("%s", a.raw)
	}
	whole := admin.get(link)
	for name, want := range map[string]string{
		"Content-Type": "video/mp4", "X-Content-Type-Options": "nosniff", "Content-Security-Policy": "default-src 'none'; sandbox",
		"Content-Disposition": `inline; filename="video.mp4"`, "Accept-Ranges": "bytes", "Cross-Origin-Resource-Policy": "same-origin",
	} {
		if got := whole.header.Get(name); got != want {
			t.Errorf("%s: %q", name, got)
		}
	}
	if cache := whole.header.Get("Cache-Control"); !strings.HasPrefix(cache, "private, max-age=5") || len(whole.raw) != len(raw) {
		t.Errorf("%q, %d bytes", cache, len(whole.raw))
	}
	part := admin.send("GET", link, nil, "Range", "bytes=4-7")
	if part.status != 206 || string(part.raw) != "ftyp" || part.header.Get("Content-Range") != "bytes 4-7/50000" {
		t.Errorf("%d %q %v", part.status, part.raw, part.header)
	}
	beyond := admin.send("GET", link, nil, "Range", "bytes=60000-").want(t, 416)
	if beyond.says(t, "The file has no such range"); beyond.body["code"] != "range_invalid" || beyond.header.Get("Content-Range") != "bytes */50000" || beyond.header.Get("Cache-Control") != noStore {
		t.Errorf("%s %v", beyond.raw, beyond.header)
	}
	// A range in units that are not known is none; it was refused.
	for _, other := range []string{"seconds=1-2", "x"} {
		if a := admin.send("GET", link, nil, "Range", other); a.status != 200 || len(a.raw) != 50000 {
			t.Errorf("range %q: %d, %d bytes", other, a.status, len(a.raw))
		}
	}
	// The last 0 bytes are no range: it was answered 206 with "bytes 50000-49999/50000".
	for _, none := range []string{"bytes=-0", "bytes= -000", "bytes=-0,60000-"} {
		if a := admin.send("GET", link, nil, "Range", none); a.status != 416 || a.header.Get("Content-Range") != "bytes */50000" {
			t.Errorf("range %q: %d %v", none, a.status, a.header)
		}
	}
	if a := admin.send("GET", link, nil, "Range", "bytes=4-7,-0"); a.status != 206 || string(a.raw) != "ftyp" {
		t.Errorf("%d %q %v", a.status, a.raw, a.header)
	}
	if a := admin.send("GET", link, nil, "If-None-Match", whole.header.Get("ETag")); a.status != 304 {
		t.Errorf("%d", a.status)
	}
}

// A link opens for its member alone, while it lives, with the member's session.
func TestMEDIA10LinksArePersonal(t *testing.T) {
	t.Parallel()
	m := newMediaSite(t)
	admin := m.with(m.token)
	link := admin.upload(blobtest.PNG(8, 8), "roomId", "general").want(t, 200).body["mediaUrl"].(string)
	m.must(m.sendMedia(m.chief, m.id, "general", "image", link).Err)
	ann := m.member("ann", false)
	annToken, annSession := m.session(store.MemberSession, ann.ID)
	v := m.visitor()
	v.token = annToken
	v.get("/api/auth/session").want(t, 200) // gives the cookie
	own := v.get("/api/chat/room/general/messages").body["messages"].([]any)[0].(map[string]any)["media_url"].(string)
	status := func(name string, a response, want int) {
		t.Helper()
		if a.status != want {
			t.Errorf("%s: %d, want %d: %s", name, a.status, want, a.raw)
		}
		if want != 200 && !strings.HasPrefix(a.header.Get("Content-Type"), "application/json") {
			t.Errorf("%s: %v", name, a.header)
		}
	}
	v.token = ""
	status("the cookie alone", v.get(own), 200)
	status("another's link", v.get(link), 403)
	status("nobody's", m.visitor().get(own), 403)
	status("a changed signature", v.get(own+"x"), 403)
	status("a changed end", v.get(strings.Replace(own, "until=1", "until=2", 1)), 403)
	status("another file", v.get(strings.Replace(own, "/file?", "/thumbnail?", 1)), 403)
	status("no signature", v.get(strings.Split(own, "?")[0]), 403)
	status("a dot segment", v.get("/media/..%2f..%2fetc/passwd"), 403)
	if a := v.get("/media/nothing"); a.status != 404 || !strings.HasPrefix(a.header.Get("Content-Type"), "application/json") {
		t.Errorf("%d %s", a.status, a.raw)
	}
	// The cookie opens nothing else.
	v.get("/api/profile/me").want(t, 401)
	forged := m.visitor()
	status("a forged cookie", forged.send("GET", own, nil, "Cookie", mediaCookie+"="+strings.Repeat("0", 128)), 403)

	m.ahead = 10*time.Minute + time.Second
	status("after its end", v.get(own), 403)
	m.ahead = 8 * time.Minute
	status("before its end", v.get(own), 200)
	m.ahead = 0

	until := time.Now().Add(time.Hour)
	m.must(m.SetChatAccess(t.Context(), ann.ID, true, &until))
	status("banned", v.get(own), 403)
	m.must(m.SetChatAccess(t.Context(), ann.ID, true, nil))
	status("no longer banned", v.get(own), 200)
	m.must(m.EndSession(t.Context(), annSession, ann.ID))
	status("the session ended", v.get(own), 403)
}

// The cookie comes with the sign-in and goes with the sign-out.
func TestMediaCookie(t *testing.T) {
	t.Parallel()
	m := newMediaSite(t)
	m.member("ann", false)
	v := m.visitor()
	a := v.signIn("ann@example.org")
	cookie := ""
	for _, one := range a.header.Values("Set-Cookie") {
		if strings.HasPrefix(one, mediaCookie+"=") {
			cookie = one
		}
	}
	for _, part := range []string{"Path=/;", "HttpOnly", "SameSite=Strict"} {
		if !strings.Contains(cookie, part) {
			t.Errorf("%q has no %s", cookie, part)
		}
	}
	if strings.Contains(cookie, v.token) || strings.Contains(cookie, "Secure") {
		t.Errorf("%q", cookie)
	}
	out := v.send("POST", "/api/auth/logout", nil).want(t, 200)
	if got := out.header.Get("Set-Cookie"); !strings.HasPrefix(got, mediaCookie+"=;") || !strings.Contains(got, "Max-Age=0") {
		t.Errorf("%q", got)
	}
}

// Earlier versions set the cookies for the paths of their calls alone. A browser sends such
// a one first, and its pictures failed after the next sign-in until it expired.
func TestCookiesOfEarlierVersionsGo(t *testing.T) {
	t.Parallel()
	m := newMediaSite(t)
	admin := m.with(m.token)
	link := admin.upload(blobtest.PNG(8, 8), "roomId", "general").want(t, 200).body["mediaUrl"].(string)
	m.must(m.sendMedia(m.chief, m.id, "general", "image", link).Err)
	ann := m.member("ann", false)
	_, former := m.session(store.MemberSession, ann.ID)
	m.must(m.EndSession(t.Context(), former, ann.ID))
	v := m.visitor()
	base, err := url.Parse(m.base)
	m.must(err)
	v.client.Jar.SetCookies(base, []*http.Cookie{
		{Name: mediaCookie, Path: "/media", Value: m.edge.config.MediaLinks.Cookie(former, ann.ID)},
		{Name: peoplecalls.AttemptCookie, Path: "/api/auth", Value: store.NewToken()}, {Name: peoplecalls.DeviceCookie, Path: "/api/auth", Value: store.NewToken()},
	})
	v.signIn("ann@example.org")
	own := v.get("/api/chat/room/general/messages").want(t, 200).body["messages"].([]any)[0].(map[string]any)["media_url"].(string)
	if a := v.get(own); a.status != 200 {
		t.Errorf("a picture after the sign-in: %d %s", a.status, a.raw)
	}
	names := map[string]int{}
	for _, path := range []string{"/media/x", "/api/auth/x"} {
		for _, cookie := range v.client.Jar.Cookies(&url.URL{Scheme: base.Scheme, Host: base.Host, Path: path}) {
			names[cookie.Name]++
		}
	}
	if names[mediaCookie] != 2 || names[peoplecalls.DeviceCookie] != 2 || names[peoplecalls.AttemptCookie] != 0 {
		t.Errorf("sent to both paths together: %v", names)
	}
}
