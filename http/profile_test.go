package http

import (
	"bytes"
	"fmt"
	"image/jpeg"
	"mime/multipart"
	"reflect"
	"strings"
	"testing"

	"muster/http/body"
	"muster/store"
	"muster/store/blob/blobtest"
	"muster/store/people"
)

func (v *visitor) picture(field string, files ...[]byte) response {
	v.t.Helper()
	var b bytes.Buffer
	form := multipart.NewWriter(&b)
	for _, file := range files {
		part, err := form.CreateFormFile(field, "me.png")
		v.must(err)
		part.Write(file)
	}
	v.must(form.Close())
	return v.send("POST", "/api/profile/picture", &b, "Content-Type", form.FormDataContentType())
}

// A picture is made anew and opens for whoever is given a link, until it is replaced
// or removed.
func TestProfilePicture_PROF9_PROF11_PROF13_PROF14(t *testing.T) {
	t.Parallel()
	m := newMediaSite(t)
	ann, annMember, _ := m.signedInMember("ann")
	bob, _, _ := m.signedInMember("bob")
	a := ann.picture("picture", blobtest.JPEG(1400, 700, 6)).want(t, 200)
	own, _ := a.body["profilePictureUrl"].(string)
	if me := profileIn(ann.get("/api/profile/me").want(t, 200)); me["profile_picture_url"] != own || me["image_url"] != own || me["profile_picture_thumbnail_url"] != a.body["thumbnailUrl"] {
		t.Errorf("%v, own %s", me, own)
	}
	if len(m.hub.broadcast) != 1 || m.hub.broadcast[0].Kind != "profile_changed" {
		t.Errorf("announced %v", m.hub.broadcast)
	}
	shown := profileIn(bob.get("/api/profile/public/ann").want(t, 200))
	listed := bob.post("/api/profile/public/batch", map[string]any{"usernames": []string{"ann"}}).want(t, 200).body["profiles"].(map[string]any)["ann"].(map[string]any)
	link, _ := shown["profile_picture_url"].(string)
	small, _ := shown["profile_picture_thumbnail_url"].(string)
	if link == own || listed["profile_picture_url"] != link {
		t.Errorf("own %s, bob's %s, listed %v", own, link, listed)
	}
	for address, size := range map[string][2]int{link: {512, 1024}, small: {256, 256}} {
		opened := bob.get(address)
		config, err := jpeg.DecodeConfig(bytes.NewReader(opened.raw))
		if opened.status != 200 || err != nil || config.Width != size[0] || config.Height != size[1] || bytes.Contains(opened.raw, []byte(blobtest.Secret)) {
			t.Errorf("%s: %d, %dx%d, %v", address, opened.status, config.Width, config.Height, err)
		}
	}
	bob.get(own).want(t, 403)
	m.visitor().get(link).want(t, 403)
	// The link to a picture opens no upload and the other way round.
	bob.get(strings.Replace(link, "/picture?", "/file?", 1)).want(t, 403)
	if token, _ := m.edge.config.MediaLinks.PictureLinks(annMember.ID, "x", m.edge.now()); ann.get(token).status != 404 {
		t.Error("no picture's id opens")
	}
	ann.picture("picture", blobtest.WebP()).want(t, 200)
	bob.get(link).want(t, 404)
	for range 2 {
		ann.send("DELETE", "/api/profile/picture", nil).want(t, 200)
	}
	if me := profileIn(ann.get("/api/profile/me").want(t, 200)); me["profile_picture_url"] != nil || len(m.hub.broadcast) != 3 {
		t.Errorf("%v, announced %d times", me["profile_picture_url"], len(m.hub.broadcast))
	}
}

func TestBadPictures_PROF10_PROF11(t *testing.T) {
	t.Parallel()
	m := newMediaSite(t)
	ann, _, _ := m.signedInMember("ann")
	sized := func(n int) []byte { return append(blobtest.PNG(8, 8), make([]byte, n-len(blobtest.PNG(8, 8)))...) }
	const wrong, large = "Please select a JPEG, PNG, or WebP image", "Image must be less than 5MB"
	for name, c := range map[string]struct {
		a      response
		status int
		says   string
	}{
		"none":           {ann.picture("picture"), 400, wrong},
		"another field":  {ann.picture("media", blobtest.PNG(8, 8)), 400, wrong},
		"empty":          {ann.picture("picture", []byte{}), 400, wrong},
		"two":            {ann.picture("picture", blobtest.PNG(8, 8), blobtest.PNG(8, 8)), 400, "Failed to upload profile picture"},
		"html":           {ann.picture("picture", []byte("<svg onload=alert(1)>")), 415, wrong},
		"gif":            {ann.picture("picture", blobtest.GIF(8, 8, 1)), 415, wrong},
		"half":           {ann.picture("picture", blobtest.PNG(64, 64)[:80]), 422, wrong},
		"exactly 5 MB":   {ann.picture("picture", sized(5<<20)), 413, large},
		"6 MB":           {ann.picture("picture", sized(6<<20)), 413, large},
		"not multipart":  {ann.send("POST", "/api/profile/picture", strings.NewReader("{}"), "Content-Type", "application/json"), 415, "The body must be multipart/form-data"},
		"a broken form":  {ann.send("POST", "/api/profile/picture", strings.NewReader("--x\r\nCont"), "Content-Type", "multipart/form-data; boundary=x"), 400, "Failed to upload profile picture"},
		"nobody's":       {m.visitor().picture("picture", blobtest.PNG(8, 8)), 401, store.NotAuthenticated},
		"one byte under": {ann.picture("picture", sized(5<<20-1)), 200, ""},
	} {
		if c.a.status != c.status {
			t.Errorf("%s: %d %s", name, c.a.status, c.a.raw)
		} else if c.a.want(t, c.status); c.says != "" {
			c.a.says(t, c.says)
		}
	}
	if rows := m.count(`select count(*) from profile_pictures`); rows != 1 || m.files() != 2 {
		t.Errorf("%d rows, %d files", rows, m.files())
	}
}

// What members do not change themselves is refused, and everything else of the body.
func TestChangeProfile_PROF7_RANK9_RANK10_RANK11(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, member, _ := s.signedInMember("ann")
	p := profileIn(ann.patch("/api/profile/me", map[string]any{"skills_tags": []any{"Go", map[string]any{"text": "Maps", "color": "url(x)"}}, "public_bio": "one"}).want(t, 200))
	if fmt.Sprint(p["skills_tags"]) != "[map[color:green text:Go] map[color:cyan text:Maps]]" || p["public_bio"] != "one" {
		t.Errorf("%v", p)
	}
	p = profileIn(ann.patch("/api/profile/me", map[string]any{"skills_tags": []any{"Radio"}, "skills_tags_base": []any{"Go"}}).want(t, 200))
	if fmt.Sprint(p["skills_tags"]) != "[map[color:cyan text:Maps] map[color:"+people.NewSkillTag("Radio").Color+" text:Radio]]" {
		t.Errorf("%v", p["skills_tags"])
	}
	if p := profileIn(ann.patch("/api/profile/bio", map[string]any{"bio": " 👨‍👩‍👧‍👦\r\n🇩🇰 "}).want(t, 200)); p["public_bio"] != "👨‍👩‍👧‍👦\n🇩🇰" {
		t.Errorf("%v", p["public_bio"])
	}
	before := string(ann.get("/api/profile/me").want(t, 200).raw)
	announced := len(s.hub.broadcast)
	editable := map[string]bool{"public_bio": true, "profile_private": true, "show_rank_public": true, "skills_tags": true}
	for _, shown := range reflect.VisibleFields(reflect.TypeFor[body.OwnProfile]()) {
		field, _, _ := strings.Cut(shown.Tag.Get("json"), ",")
		if !editable[field] {
			ann.patch("/api/profile/me", map[string]any{"public_bio": "hacked", field: 1}).want(t, 400).says(t, field+" cannot be changed here")
		}
	}
	for raw, says := range map[string]string{
		`{"skills_tags":["a","b","c","d","e","f","g","h","i","j","k"]}`: "Maximum 10 tags allowed",
		`{"skills_tags":["x\u0000"]}`:                                   "A tag can only be one visible line of text",
		`{"skills_tags":[5]}`:                                           "A tag can only be one visible line of text",
		`{"skills_tags":["Go","gO"]}`:                                   "This tag is already there",
		`{"skills_tags":{"0":"Go"}}`:                                    "skills_tags must be a list",
		`{"skills_tags":["\ud800"]}`:                                    "The body is not valid JSON",
		`{"public_bio":"\ude00\ud83d"}`:                                 "The body is not valid JSON",
		"{\"public_bio\":\"\xed\xa0\x80\"}":                             "The body is not valid JSON",
		`{"public_bio":"` + strings.Repeat("x", 501) + `"}`:             "Bio must be 500 characters or less",
		`{"show_rank_public":1}`:                                        "show_rank_public must be true or false",
		`{"profile_private":true,"public_bio":"a\u0000b"}`:              "Bio contains a character that cannot be stored",
	} {
		ann.send("PATCH", "/api/profile/me", strings.NewReader(raw), "Content-Type", "application/json").want(t, 400).says(t, says)
	}
	for raw, says := range map[string]string{`{}`: "bio is required", `{"bio":null}`: "bio is required", `{"bio":["x"]}`: "bio must be text", `[]`: "The body must be a JSON object", `{"bio":"\ud83d"}`: "The body is not valid JSON"} {
		ann.send("PATCH", "/api/profile/bio", strings.NewReader(raw), "Content-Type", "application/json").want(t, 400).says(t, says)
	}
	if after := string(ann.get("/api/profile/me").want(t, 200).raw); after != before || len(s.hub.broadcast) != announced {
		t.Errorf("%s\nwas %s", after, before)
	}
	s.exec(`update quotas set used = 120 where key = $1 and scope = 'profile_change'`, []byte(member.ID))
	ann.patch("/api/profile/bio", map[string]any{"bio": "x"}).want(t, 429)
}

// The rank page changes a username in its own words, under the same limits.
func TestChangeUsername_NAME10_NAME13_RANK14(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, _, _ := s.signedInMember("ann")
	s.signedInMember("bob")
	change := func(to string) response {
		return ann.post("/api/profile/change-username", map[string]any{"username": to})
	}
	for to, says := range map[string]string{
		"ab": "Username must be between 3 and 20 characters", strings.Repeat("a", 21): "Username must be between 3 and 20 characters",
		"a b c": "Username can only contain lowercase letters, numbers, and underscore", "the_admin": "Username contains reserved terms",
	} {
		change(to).want(t, 400).says(t, says)
	}
	if a := change("Night_Owl").want(t, 409); a.body["code"] != "username_locked" || a.header.Get("Retry-After") == "" {
		t.Errorf("%s", a.raw)
	}
	s.exec(`update clock_offset set ahead = interval '31 days'`)
	ann.token, _ = s.session(store.MemberSession, profileID(t, s, "ann"))
	change("bob").want(t, 409).says(t, "Username is already taken")
	// The name she has is no change, and uses none up.
	if a := change(" ANN ").want(t, 409); a.body["code"] != "username_same" || s.hub.changes.Load() != 0 {
		t.Errorf("%s, announced %d times", a.raw, s.hub.changes.Load())
	}
	if a := change(" Night_Owl ").want(t, 200); a.body["username"] != "night_owl" || s.hub.changes.Load() != 1 {
		t.Errorf("%s, announced %d times", a.raw, s.hub.changes.Load())
	}
	if e := ann.get("/api/profile/username-change-eligibility").want(t, 200).body; e["canChange"] != false || e["daysRemaining"] != 365.0 {
		t.Errorf("%v", e)
	}
	steps := ann.get("/api/points/ladder").want(t, 200).body["ladder"].([]any)
	if got := fmt.Sprint(steps[0], steps[2], steps[9]); len(steps) != 10 || got != "map[from:0 rank:Recruit reached:points] map[from:<nil> rank:Corporal reached:honorary] map[from:<nil> rank:Guardian reached:invitation]" {
		t.Errorf("%s", got)
	}
}

func profileID(t *testing.T, s *site, username string) (id string) {
	t.Helper()
	m, err := s.FindUsername(t.Context(), username)
	s.must(err)
	return m.ID
}
