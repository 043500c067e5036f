package http

import (
	"bytes"
	"mime/multipart"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"muster/store/blob/blobtest"
	"muster/store/encrypted"
	"muster/store/postgres/storetest"
)

const decryptPath = "/api/decrypt/message"

// decryptFiles uploads files for encrypted messages; parts are name and content.
func (v *visitor) decryptFiles(parts ...any) response {
	v.t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for i := 0; i < len(parts); i += 2 {
		part, _ := w.CreateFormFile("media", parts[i].(string))
		part.Write(parts[i+1].([]byte))
	}
	w.Close()
	return v.send("POST", "/api/decrypt/admin/gallery/upload", &b, "Content-Type", w.FormDataContentType())
}

// A text from its creation to its deletion, as members and administrators see it.
func TestDecryptText_DEC5_DEC9_DEC12_DEC14_ENC1_ENC2_ENC3_ENC6_ENC10(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	chief, _ := s.signedInAdmin("chief")
	ann, _, _ := s.signedInMember("ann")
	bob, _, _ := s.signedInMember("bob")
	create := "/api/decrypt/admin/create"
	long := strings.Repeat("meet at the mill ", 20)
	made := chief.post(create, fields{"code": "mill-1904", "content": long, "type": "text", "expiresIn": 2, "maxViews": 3}).want(t, 200)
	made.says(t, "Message created with code: MILL-1904")
	chief.post(create, fields{"code": "Mill1904", "content": "x"}).want(t, 409)
	if code := chief.post(create, fields{"code": "", "content": "x", "videoUrl": "", "galleryItems": nil, "opensAt": nil}).want(t, 200).body["code"]; len(code.(string)) != 9 {
		t.Errorf("the code is %v", code)
	}
	ann.post(create, fields{"content": "x"}).want(t, 403)
	ann.get("/api/decrypt/admin/list").want(t, 403)
	for name, bad := range map[string]any{
		"text message content is required":                       fields{"content": "  "},
		"code must be exactly 8 characters (format: xxxx-xxxx)":  fields{"content": "x", "code": "mill"},
		"video message content is required":                      fields{"type": "video", "videoUrl": "https://8.8.8.8/a.mp4"},
		"video url is required for video messages":               fields{"type": "video", "content": "x"},
		"the video url must be a public https address":           fields{"type": "video", "content": "x", "videoUrl": "javascript:alert(1)"},
		"this media was not uploaded here":                       fields{"type": "video", "content": "x", "videoUrl": "/media/x/file"},
		"maxviews must be a number":                              fields{"content": "x", "maxViews": "3"},
		"max views must be a whole number from 1 to 1000000":     fields{"content": "x", "maxViews": -1},
		"expiry must be a whole number of hours from 1 to 87840": fields{"content": "x", "expiresIn": 0},
		"the text contains a character that cannot be stored":    fields{"content": "a\x00b"},
		"the opening time must be within the next year":          fields{"content": "x", "opensAt": "2020-01-01T00:00:00Z"},
		"type must be text, video or gallery":                    fields{"content": "x", "type": "voice"},
	} {
		if a := chief.post(create, bad).want(t, 400); strings.ToLower(a.body["message"].(string)) != name {
			t.Errorf("says %q, want %q", a.body["message"], name)
		}
	}
	key := uuid.NewString()
	again := func() response {
		return ann.send("POST", decryptPath, strings.NewReader(`{"code":"MILL1904"}`), "Content-Type", "application/json", "Idempotency-Key", key)
	}
	for range 2 {
		a := again().want(t, 200)
		if a.body["type"] != "text" || a.body["content"] != strings.TrimSpace(long) || a.body["viewCount"] != 1.0 || a.body["code"] != "MILL-1904" || a.body["videoUrl"] != nil || a.body["maxViews"] != 3.0 {
			t.Fatalf("%s", a.raw)
		}
	}
	ann.send("POST", decryptPath, strings.NewReader(`{"code":"AAAA0000"}`), "Content-Type", "application/json", "Idempotency-Key", key).want(t, 409)
	ann.send("POST", decryptPath, strings.NewReader(`{"code":"MILL1904"}`), "Content-Type", "application/json", "Idempotency-Key", "again").want(t, 400)
	for range 3 { // opening the history costs nothing
		ann.get("/api/decrypt/history").want(t, 200)
	}
	storetest.MoveClock(t, s.url, time.Minute)
	if a := again().want(t, 200); a.body["viewCount"] != 2.0 {
		t.Errorf("after a minute it is view %v", a.body["viewCount"])
	}
	for code, status := range map[string]int{"MILL190": 400, "MILL-19044": 400, "МILL1904": 400, "": 400, "NONE0000": 404} {
		ann.post(decryptPath, fields{"code": code}).want(t, status).says(t, "Invalid code")
	}
	bob.post(decryptPath, fields{"code": " mill-1904 "}).want(t, 200)
	bob.post(decryptPath, fields{"code": "MILL1904"}).want(t, 409).says(t, "View limit reached")

	history := ann.get("/api/decrypt/history").want(t, 200).body["history"].([]any)
	if n := len(bob.get("/api/decrypt/history").want(t, 200).body["history"].([]any)); n != 1 {
		t.Errorf("bob has %d entries", n)
	}
	if len(history) != 1 || history[0].(fields)["code"] != "MILL-1904" || history[0].(fields)["decryptedAt"] == history[0].(fields)["firstDecryptedAt"] {
		t.Errorf("%v", history)
	}
	row := chief.get("/api/decrypt/admin/list?limit=500").want(t, 200).body["messages"].([]any)[1].(fields)
	for name, want := range (fields{"code": "MILL-1904", "type": "text", "content": long[:51], "expiresIn": 2.0, "maxViews": 3.0, "viewCount": 3.0, "viewLimitReached": true, "isExpired": false, "isActive": true, "videoUrl": nil}) {
		if got, there := row[name]; got != want || !there {
			t.Errorf("%s is %v, want %v", name, got, want)
		}
	}
	if _, err := time.Parse(time.RFC3339, row["createdAt"].(string)); err != nil || row["id"] != made.body["id"] || len(row["galleryItems"].([]any)) != 0 {
		t.Errorf("%v, %v", row, err)
	}
	page := chief.get("/api/decrypt/admin/list?limit=1").want(t, 200)
	next := chief.get("/api/decrypt/admin/list?limit=1&cursor="+page.body["nextCursor"].(string)).want(t, 200)
	if next.body["messages"].([]any)[0].(fields)["id"] != row["id"] || next.body["nextCursor"] != nil {
		t.Errorf("%s", next.raw)
	}
	at := "/api/decrypt/admin/delete/" + made.body["id"].(string)
	chief.call("DELETE", at, nil).want(t, 200).says(t, "Message deleted successfully")
	chief.call("DELETE", at, nil).want(t, 404)
	again().want(t, 404).says(t, "Invalid code")
	chief.post(create, fields{"code": "MILL-1904", "content": "anew"}).want(t, 200)
	if n := len(ann.get("/api/decrypt/history").want(t, 200).body["history"].([]any)); n != 1 {
		t.Errorf("%d entries", n)
	}
	chief.post(create, fields{"code": "EVER-0001", "content": "x"}).want(t, 200)
	row = chief.get("/api/decrypt/admin/list?limit=1").want(t, 200).body["messages"].([]any)[0].(fields)
	if row["code"] != "EVER-0001" || row["expiresIn"] != nil || row["maxViews"] != nil || row["isExpired"] != false || row["viewLimitReached"] != false {
		t.Errorf("without hours and views: %v", row)
	}
	ann.post(decryptPath, fields{"code": "EVER0001"}).want(t, 200)
	history = ann.get("/api/decrypt/history").want(t, 200).body["history"].([]any)
	if len(history) != 2 || history[0].(fields)["code"] != "EVER-0001" || history[1].(fields)["code"] != "MILL-1904" {
		t.Errorf("not newest first: %v", history)
	}
	for _, secret := range []string{"meet at the mill", "MILL1904", "MILL-1904", "NONE0000"} {
		if strings.Contains(s.log.String(), secret) {
			t.Errorf("%q is in the log", secret)
		}
	}
}

// A code opens at its time and expires at its time, by the server's clock, and the room
// where an administrator posts it learns when.
func TestDecryptTimes_DEC10_ENC7(t *testing.T) {
	t.Parallel()
	s := newMediaSite(t)
	chief := s.with(s.token)
	ann, m, session := s.signedInMember("ann")
	var now time.Time
	s.must(s.Pool().QueryRow(t.Context(), `select muster_now()`).Scan(&now))
	opens := now.Add(2 * time.Hour)
	chief.post("/api/decrypt/admin/create", fields{"code": "GATE-0900", "content": "x", "expiresIn": 1, "opensAt": opens}).want(t, 200)
	posted := s.storeMessage(s.chief, s.id, "general", "Tonight: gate-0900, and NONE-0000")
	guess := s.storeMessage(m, session, "general", "Is it GATE-0900?")
	codes := ann.get("/api/chat/message/"+posted+"/codes").want(t, 200).body["codes"].([]any)
	if len(codes) != 1 || codes[0].(fields)["code"] != "GATE-0900" {
		t.Fatalf("%v", codes)
	}
	if at, _ := time.Parse(time.RFC3339Nano, codes[0].(fields)["opensAt"].(string)); !at.Equal(opens.Truncate(time.Microsecond)) {
		t.Errorf("opens at %v, want %v", at, opens)
	}
	if codes := ann.get("/api/chat/message/"+guess+"/codes").want(t, 200).body["codes"].([]any); len(codes) != 0 {
		t.Errorf("a member's guess was answered: %v", codes)
	}
	s.exec(`update member_standing set chat_enabled = false where member_id = $1`, m.ID)
	ann.get("/api/chat/message/"+posted+"/codes").want(t, 404)
	for _, step := range []struct {
		ahead  time.Duration
		status int
		says   string
	}{{time.Hour, 409, "This code is not open yet"}, {2 * time.Hour, 200, ""}, {3*time.Hour - time.Minute, 200, ""}, {3 * time.Hour, 409, "This code has expired"}} {
		storetest.MoveClock(t, s.url, step.ahead)
		a := ann.post(decryptPath, fields{"code": "GATE0900"}).want(t, step.status)
		if step.says != "" {
			a.says(t, step.says)
		}
		if step.ahead == time.Hour && a.header.Get("Retry-After") == "" {
			t.Error("it does not say when")
		}
	}
	row := chief.get("/api/decrypt/admin/list").want(t, 200).body["messages"].([]any)[0].(fields)
	if row["isExpired"] != true || row["isActive"] != true {
		t.Errorf("%v", row)
	}
}

// A gallery's files are sealed where they are stored, open only for those who decoded
// it, and die with the message.
func TestDecryptGallery_DEC18_DEC19_ENC4_ENC8_ENC9_ENC10(t *testing.T) {
	t.Parallel()
	m := newMediaSite(t)
	chief := m.with(m.token)
	ann, _, _ := m.signedInMember("ann")
	bob, _, _ := m.signedInMember("bob")
	ann.decryptFiles("a.png", blobtest.PNG(8, 8)).want(t, 403)
	chief.decryptFiles().want(t, 400).says(t, "Please select a file to upload")
	chief.decryptFiles("a.png", blobtest.PNG(8, 8), "evil.html", []byte("<html><script>")).want(t, 415).says(t, "Invalid file type: evil.html")
	chief.decryptFiles("big.png", append(blobtest.PNG(8, 8), make([]byte, 10<<20)...)).want(t, 413).says(t, "File too large: big.png")
	if n := m.files() + m.count(`select count(*) from uploads`); n != 0 {
		t.Errorf("%d are left of what was refused", n)
	}
	up := chief.decryptFiles("../dir/Über uns.png", blobtest.PNG(64, 32), "talk.wav", blobtest.WAV(20_000), "clip.webm", blobtest.Webm(blobtest.Tracks{Video: true}, 200_000)).want(t, 200)
	items := up.body["items"].([]any)
	first := items[0].(fields)
	if len(items) != 3 || first["fileName"] != "Über uns.png" || first["type"] != "image" || items[1].(fields)["type"] != "voice" || items[2].(fields)["fileSize"] != 200_000.0 {
		t.Fatalf("%s", up.raw)
	}
	if a := chief.get(first["url"].(string)); a.status != 200 || !bytes.HasPrefix(a.raw, []byte("\x89PNG")) {
		t.Errorf("the uploader's own view: %d", a.status)
	}
	ids := func(list []any) (refs []fields) {
		for _, one := range list {
			refs = append(refs, fields{"id": one.(fields)["id"], "url": 7})
		}
		return refs
	}
	gallery := "/api/decrypt/admin/create-gallery"
	chief.post(gallery, fields{}).want(t, 400).says(t, "Gallery messages must have content or media items")
	for _, refs := range [][]fields{{{"id": uuid.NewString()}}, {{"id": "x"}}, append(ids(items[:1]), ids(items[:1])...)} {
		chief.post(gallery, fields{"galleryItems": refs}).want(t, 400)
	}
	chief.post(gallery, fields{"galleryItems": []string{"x"}}).want(t, 400).says(t, "galleryItems must be a list of objects")
	made := chief.post(gallery, fields{"code": "ALBU-M001", "galleryItems": ids(items)}).want(t, 200)
	chief.post(gallery, fields{"galleryItems": ids(items[:1])}).want(t, 400)
	if a := chief.get(first["url"].(string)); a.status != 404 {
		t.Errorf("who has not decoded it gets %d", a.status)
	}
	opened := ann.post(decryptPath, fields{"code": "ALBUM001"}).want(t, 200)
	shown := opened.body["galleryItems"].([]any)
	picture, clip := shown[0].(fields)["url"].(string), shown[2].(fields)["url"].(string)
	if len(shown) != 3 || shown[0].(fields)["thumbnailUrl"] == "" || shown[0].(fields)["fileSize"] != first["fileSize"] {
		t.Fatalf("%s", opened.raw)
	}
	if a := ann.get(picture); a.status != 200 || !bytes.HasPrefix(a.raw, []byte("\x89PNG")) {
		t.Fatalf("%d", a.status)
	}
	part := ann.send("GET", clip, nil, "Range", "bytes=131000-131999")
	if whole := ann.get(clip); part.status != 206 || !bytes.Equal(part.raw, whole.raw[131_000:132_000]) || len(whole.raw) != 200_000 {
		t.Errorf("%d, %d bytes of %d", part.status, len(part.raw), len(whole.raw))
	}
	if a := bob.get(picture); a.status != 403 {
		t.Errorf("another member: %d", a.status)
	}
	for _, file := range m.stored() {
		if bytes.HasPrefix(file, []byte("\x89PNG")) || bytes.Contains(file, []byte("webm")) {
			t.Error("a file is stored as it is")
		}
	}
	id := opened.body["id"].(string)
	bob.get(decryptPath+"/"+id).want(t, 404)
	if a := ann.get(decryptPath+"/"+id).want(t, 200); a.body["viewCount"] != 1.0 || len(a.body["galleryItems"].([]any)) != 3 {
		t.Errorf("%s", a.raw)
	}
	storetest.MoveClock(t, m.url, encrypted.Sitting+time.Second)
	ann.get(decryptPath+"/"+id).want(t, 404)
	storetest.MoveClock(t, m.url, 0)

	chief.call("DELETE", "/api/decrypt/admin/gallery/"+items[1].(fields)["id"].(string), nil).want(t, 200)
	if n := len(ann.post(decryptPath, fields{"code": "ALBUM001"}).want(t, 200).body["galleryItems"].([]any)); n != 2 {
		t.Errorf("%d items", n)
	}
	chief.call("DELETE", "/api/decrypt/admin/gallery/"+items[2].(fields)["id"].(string), nil).want(t, 200)
	chief.call("DELETE", "/api/decrypt/admin/gallery/"+first["id"].(string), nil).want(t, 409)
	chief.call("DELETE", "/api/decrypt/admin/gallery/"+uuid.NewString(), nil).want(t, 404)
	chief.call("DELETE", "/api/decrypt/admin/delete/"+made.body["id"].(string), nil).want(t, 200)
	if a := ann.get(picture); a.status != 404 {
		t.Errorf("after the deletion: %d", a.status)
	}
	if n := m.count(`select count(*) from uploads where deleted_at is null`); n != 0 {
		t.Errorf("%d files are left", n)
	}

	clip = chief.decryptFiles("clip.webm", blobtest.Webm(blobtest.Tracks{Video: true}, 0)).want(t, 200).body["items"].([]any)[0].(fields)["url"].(string)
	chief.post("/api/decrypt/admin/create", fields{"type": "video", "code": "CLIP-0001", "content": "Watch", "videoUrl": clip, "expiresIn": 1}).want(t, 200)
	own := ann.post(decryptPath, fields{"code": "CLIP0001"}).want(t, 200)
	if a := ann.get(own.body["videoUrl"].(string)); a.status != 200 {
		t.Errorf("%d", a.status)
	}
	storetest.MoveClock(t, m.url, time.Hour)
	if a := ann.get(own.body["videoUrl"].(string)); a.status != 404 {
		t.Errorf("after it has expired: %d", a.status)
	}
}
