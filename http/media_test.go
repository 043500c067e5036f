package http

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"muster/store"
	"muster/store/blob/blobtest"
	"muster/store/roomlog"
)

// An administrator uploads a picture, sends it, and everybody in the room may
// open it by links of their own.
func TestMEDIA1UploadSendOpen(t *testing.T) {
	t.Parallel()
	m := newMediaSite(t)
	admin := m.with(m.token)
	a := admin.upload(blobtest.JPEG(1000, 500, 6), "roomId", "general").want(t, 200)
	link, _ := a.body["mediaUrl"].(string)
	meta, _ := a.body["metadata"].(map[string]any)
	if a.body["mediaType"] != "image" || meta["width"] != 500.0 || meta["height"] != 1000.0 || meta["mimeType"] != "image/jpeg" || a.body["thumbnailUrl"] == "" {
		t.Fatalf("%s", a.raw)
	}
	// The owner may look at it before it is sent, nobody else.
	opened := admin.get(link)
	if opened.status != 200 || opened.header.Get("Content-Type") != "image/jpeg" || bytes.Contains(opened.raw, []byte(blobtest.Secret)) {
		t.Fatalf("%d %v", opened.status, opened.header)
	}
	sent := m.sendMedia(m.chief, m.id, "general", "image", link)
	m.must(sent.Err)
	if u := sent.Event.Message.Upload; u == nil || !u.Thumbnail || u.Metadata.Width != 500 {
		t.Fatalf("%+v", sent.Event.Message)
	}
	ann := m.member("ann", false)
	token, _ := m.session(store.MemberSession, ann.ID)
	reader := m.with(token)
	page := reader.get("/api/chat/room/general/messages").want(t, 200)
	message := page.body["messages"].([]any)[0].(map[string]any)
	own, _ := message["media_url"].(string)
	thumbnail, _ := message["media_thumbnail_url"].(string)
	if own == link || message["message"] != own || message["media_metadata"].(map[string]any)["height"] != 1000.0 {
		t.Fatalf("%v", message)
	}
	for _, one := range []string{own, thumbnail} {
		if a := reader.get(one); a.status != 200 {
			t.Errorf("%d %s", a.status, a.raw)
		}
	}
	gallery := reader.get("/api/chat/room/general/media").want(t, 200)
	item := gallery.body["media"].([]any)[0].(map[string]any)
	if item["messageId"] != message["id"] || item["media_type"] != "image" || !sameFile(item["media_url"], own) || item["username"] != "casey" {
		t.Errorf("%v", item)
	}
	renewed := reader.get("/api/chat/message/"+message["id"].(string)+"/media").want(t, 200)
	if got := renewed.body["media"].(map[string]any)["media_url"]; !sameFile(got, own) {
		t.Errorf("%v", got)
	}
}

// sameFile says whether a link leads to the file of another, which may end at another
// minute.
func sameFile(link any, other string) bool {
	text, _ := link.(string)
	file, _, signed := strings.Cut(text, "?")
	return signed && strings.HasPrefix(other, file+"?")
}

// Who may upload what where, in the documents' words; nothing of it is stored.
func TestMEDIA2BadUploads_CHAT34(t *testing.T) {
	t.Parallel()
	m := newMediaSite(t)
	m.must(m.AddRoom(t.Context(), roomlog.Room{ID: "gone", DisplayName: "Gone", AccessLevel: roomlog.AdminAccess}))
	m.must(m.DeleteRoom(t.Context(), "gone"))
	plain, _ := m.session(store.MemberSession, m.member("ann", false).ID)
	banned := m.member("riley", true)
	until := time.Now().Add(time.Hour)
	m.must(m.SetChatAccess(t.Context(), banned.ID, true, &until))
	bannedToken, _ := m.session(store.MemberSession, banned.ID)
	admin, member := m.with(m.token), m.with(plain)
	png := blobtest.PNG(8, 8)
	for name, c := range map[string]struct {
		a      response
		status int
		says   string
	}{
		"who is banned":  {m.with(bannedToken).upload(png, "roomId", "general"), 403, roomlog.BannedFromChat},
		"a member":       {member.upload(png, "roomId", "general"), 403, store.ErrAdminsOnly().Message},
		"no file":        {admin.upload(nil, "roomId", "general"), 400, "Please select a file to upload"},
		"an empty file":  {admin.upload([]byte{}, "roomId", "general"), 400, "Please select a file to upload"},
		"no room":        {admin.upload(png), 400, roomlog.MustJoinRoom},
		"unknown room":   {admin.upload(png, "roomId", "nowhere"), 403, roomlog.NoRoomAccess},
		"deleted room":   {admin.upload(png, "roomId", "gone"), 403, roomlog.NoRoomAccess},
		"html":           {admin.upload([]byte("<html><script>1</script>"), "roomId", "general"), 415, "Invalid file type. Please select an image, video, or audio file."},
		"half an image":  {admin.upload(png[:len(png)-20], "roomId", "general"), 422, "Invalid file type. Please select an image, video, or audio file."},
		"large image":    {admin.upload(append(blobtest.PNG(8, 8), make([]byte, 10<<20)...), "roomId", "general"), 413, "File too large. Maximum size: 10MB"},
		"not multipart":  {admin.send("POST", "/api/chat-media/upload", bytes.NewReader(png), "Content-Type", "image/png"), 415, "The body must be multipart/form-data"},
		"broken form":    {admin.send("POST", "/api/chat-media/upload", strings.NewReader("--x\r\nCont"), "Content-Type", "multipart/form-data; boundary=x"), 400, store.MediaFailed},
		"a field of MBs": {admin.upload(png, "roomId", strings.Repeat("x", 1<<20)), 400, "A field is too long"},
	} {
		if c.a.status != c.status {
			t.Errorf("%s: %d, want %d: %s", name, c.a.status, c.status, c.a.raw)
			continue
		}
		c.a.want(t, c.status).says(t, c.says)
	}
	long := m.serveDirect(m.token, "POST", "/api/chat-media/upload", "multipart/form-data; boundary=x", &spaceReader{n: 10}, 300<<20)
	if long.Code != 413 || !strings.Contains(long.Body.String(), "File too large. Maximum size: 100MB") {
		t.Errorf("%d %s", long.Code, long.Body)
	}
	if rows, files := m.count(`select count(*) from uploads`), m.files(); rows != 0 || files != 0 {
		t.Errorf("%d rows and %d files are left", rows, files)
	}
}

// An upload is sent once, by its owner, in its room, as what it is.
func TestCHAT40OnlyOwnUploadsOnce(t *testing.T) {
	t.Parallel()
	m := newMediaSite(t)
	m.must(m.AddRoom(t.Context(), roomlog.Room{ID: "other", DisplayName: "Other", AccessLevel: roomlog.AdminAccess}))
	link := m.with(m.token).upload(blobtest.PNG(8, 8), "roomId", "general").want(t, 200).body["mediaUrl"].(string)
	second := m.member("riley", false)
	m.exec(`update member_standing set is_admin = true where member_id = $1`, second.ID)
	_, secondSession := m.session(store.MemberSession, second.ID)
	links := m.edge.config.MediaLinks
	if _, ok := links.UploadOf(second.ID, link); ok {
		t.Error("another's link counts")
	}
	for _, bad := range []string{"https://evil.example/a.png", "javascript:alert(1)", "/media/x", link + "0", strings.Split(link, "?")[0], ""} {
		if id, ok := links.UploadOf(m.chief.ID, bad); ok {
			t.Errorf("%q counts as %s", bad, id)
		}
	}
	upload, _ := links.UploadOf(m.chief.ID, link)
	try := func(who store.Member, session, room string, kind roomlog.MessageKind, id string) error {
		results, err := m.Append(t.Context(), []roomlog.Command{{
			Kind: roomlog.MessageSent, Room: room, Member: who.ID, Session: session, MessageID: uuid.Must(uuid.NewV7()).String(),
			Draft: roomlog.Draft{Kind: kind, Upload: id},
		}})
		m.must(err)
		return results[0].Err
	}
	unknown := store.ErrMediaUnknown().Reason
	for name, err := range map[string]error{
		"another's":    try(second, secondSession, "general", roomlog.ImageMessage, upload),
		"another room": try(m.chief, m.id, "other", roomlog.ImageMessage, upload),
		"another kind": try(m.chief, m.id, "general", roomlog.VideoMessage, upload),
		"none":         try(m.chief, m.id, "general", roomlog.ImageMessage, uuid.NewString()),
	} {
		if err == nil || store.AsError(err).Reason != unknown {
			t.Errorf("%s: %v", name, err)
		}
	}
	m.exec(`update member_standing set is_admin = false where member_id = $1`, m.chief.ID)
	if err := try(m.chief, m.id, "general", roomlog.ImageMessage, upload); store.CodeOf(err) != store.Forbidden {
		t.Errorf("no administrator any more: %v", err)
	}
	m.exec(`update member_standing set is_admin = true where member_id = $1`, m.chief.ID)
	// The link of a refused send serves on, also when it has ended.
	errs := make(chan error, 8)
	for range cap(errs) {
		go func() { errs <- try(m.chief, m.id, "general", roomlog.ImageMessage, upload) }()
	}
	sent := 0
	for range cap(errs) {
		if err := <-errs; err == nil {
			sent++
		} else if store.AsError(err).Reason != unknown {
			t.Errorf("%v", err)
		}
	}
	if sent != 1 || m.count(`select count(*) from messages where kind = 'image'`) != 1 {
		t.Errorf("sent %d times", sent)
	}
}

// A resend of a media message finds the first one.
func TestMediaResendIsFound(t *testing.T) {
	t.Parallel()
	m := newMediaSite(t)
	link := m.with(m.token).upload(blobtest.PNG(8, 8), "roomId", "general").want(t, 200).body["mediaUrl"].(string)
	upload, _ := m.edge.config.MediaLinks.UploadOf(m.chief.ID, link)
	client := uuid.NewString()
	var first string
	for i := range 3 {
		results, err := m.Append(t.Context(), []roomlog.Command{{
			Kind: roomlog.MessageSent, Room: "general", Member: m.chief.ID, Session: m.id, MessageID: uuid.Must(uuid.NewV7()).String(),
			Draft: roomlog.Draft{Kind: roomlog.ImageMessage, Upload: upload, ClientMsgID: client},
		}})
		m.must(err)
		r := results[0]
		m.must(r.Err)
		if i == 0 {
			first = r.Event.Message.ID
		} else if r.Stored || r.Event.Message.ID != first || r.Event.Message.Upload == nil {
			t.Errorf("%+v %+v", r, r.Event.Message)
		}
	}
}

// The file of a deleted message is closed at once and gone soon, with its row.
func TestMEDIA11DeletionRemovesTheFile(t *testing.T) {
	t.Parallel()
	m := newMediaSite(t)
	admin := m.with(m.token)
	link := admin.upload(blobtest.JPEG(80, 60, 1), "roomId", "general").want(t, 200).body["mediaUrl"].(string)
	sent := m.sendMedia(m.chief, m.id, "general", "image", link)
	m.must(sent.Err)
	message := sent.Event.Message.ID
	m.remove(m.chief, m.id, "general", message)
	if a := admin.get(link); a.status != 404 {
		t.Errorf("%d", a.status)
	}
	admin.get("/api/chat/message/"+message+"/media").want(t, 404)
	if a := admin.get("/api/chat/room/general/media").want(t, 200); len(a.body["media"].([]any)) != 0 {
		t.Errorf("%s", a.raw)
	}
	page := admin.get("/api/chat/room/general/messages").want(t, 200)
	if got := page.body["messages"].([]any)[0].(map[string]any); got["media_url"] != nil || got["media_metadata"] != nil {
		t.Errorf("%v", got)
	}
	if n := m.count(`select count(*) from river_job where kind = 'media_removal'`); n != 1 {
		t.Errorf("%d removals are queued", n)
	}
	m.must(m.site.Log.RemoveUpload(t.Context(), m.edge.config.Media, strings.Split(link, "/")[2]))
	if rows, files := m.count(`select count(*) from uploads`), m.list(); rows != 0 || len(files) != 0 {
		t.Errorf("%d rows and %v are left", rows, files)
	}
}

// Uploads that nobody sends are collected after a day; others stay.
func TestMEDIA11SweepOfUnsent(t *testing.T) {
	t.Parallel()
	m := newMediaSite(t)
	admin, files := m.with(m.token), m.edge.config.Media
	sent := admin.upload(blobtest.PNG(8, 8), "roomId", "general").want(t, 200).body["mediaUrl"].(string)
	m.must(m.sendMedia(m.chief, m.id, "general", "image", sent).Err)
	unsent := admin.upload(blobtest.PNG(8, 8), "roomId", "general").want(t, 200).body["mediaUrl"].(string)
	before := m.files()
	m.exec(`update clock_offset set ahead = interval '23 hours 59 minutes'`)
	m.must(m.site.Log.SweepUploads(t.Context(), files))
	if m.files() != before || admin.get(unsent).status != 200 {
		t.Error("collected too early")
	}
	m.exec(`update clock_offset set ahead = interval '24 hours 1 minute'`)
	m.must(m.site.Log.SweepUploads(t.Context(), files))
	if rows, now := m.count(`select count(*) from uploads`), m.files(); rows != 1 || now != before/2 {
		t.Errorf("%d rows, %d of %d files", rows, now, before)
	}
	if a := admin.get(sent); a.status != 200 {
		t.Errorf("%d", a.status)
	}
	if err := m.sendMedia(m.chief, m.id, "general", "image", unsent).Err; store.AsError(err).Reason != "media_unknown" {
		t.Errorf("%v", err)
	}
}

// An upload that breaks off leaves neither a row nor a file.
func TestAbortedUploadLeavesNothing(t *testing.T) {
	t.Parallel()
	m := newMediaSite(t)
	body, kind := form(blobtest.MP4("isom", blobtest.Tracks{Video: true}, true, 2<<20), "roomId", "general")
	raw, err := io.ReadAll(body)
	m.must(err)
	reader, writer := io.Pipe()
	ctx, cancel := context.WithCancel(t.Context())
	request, err := http.NewRequestWithContext(ctx, "POST", m.base+"/api/chat-media/upload", reader)
	m.must(err)
	request.Header.Set("Authorization", "Bearer "+m.token)
	request.Header.Set("Content-Type", kind)
	answered := make(chan error, 1)
	go func() {
		_, err := http.DefaultClient.Do(request)
		answered <- err
	}()
	writer.Write(raw[:1<<20]) // the server has begun to read
	cancel()
	writer.CloseWithError(io.ErrClosedPipe) // the client waits for whoever reads the body
	if err := <-answered; err == nil {
		t.Fatal("the call was answered")
	}
	deadline := time.Now().Add(testTimeout)
	for !strings.Contains(m.log.String(), "route=/api/chat-media/upload") { // the handler is done
		if time.Now().After(deadline) {
			t.Fatal("the call never ended")
		}
		<-time.After(5 * time.Millisecond)
	}
	if rows, files := m.count(`select count(*) from uploads`), m.files(); rows != 0 || files != 0 {
		t.Errorf("%d rows and %d files are left", rows, files)
	}
}

// While the folder of files is away uploads are refused, and nothing stays.
func TestStorageAway(t *testing.T) {
	t.Parallel()
	m := newMediaSite(t)
	m.must(os.RemoveAll(m.folder))
	m.must(os.WriteFile(m.folder, nil, 0o600))
	a := m.with(m.token).upload(blobtest.PNG(8, 8), "roomId", "general").want(t, 503)
	if a.body["code"] != "storage_away" {
		t.Errorf("%s", a.raw)
	}
	if rows := m.count(`select count(*) from uploads where deleted_at is null`); rows != 0 {
		t.Errorf("%d rows are left", rows)
	}
	results, err := m.Append(t.Context(), []roomlog.Command{{
		Kind: roomlog.MessageSent, Room: "general", Member: m.chief.ID, Session: m.id, MessageID: uuid.Must(uuid.NewV7()).String(),
		Draft: roomlog.Draft{Kind: roomlog.TextMessage, Text: "still here"},
	}})
	m.must(err)
	m.must(results[0].Err)
}
