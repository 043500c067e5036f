package http

import (
	"strings"
	"testing"

	"github.com/coder/websocket"

	"muster/store"
	"muster/store/blob/blobtest"
)

// gated are the calls that a session without a recognised face is refused while the gate
// is on.
var gated = map[string]string{
	"GET":  "/api/chat/room/general/messages",
	"POST": "/api/emergency/send",
}

// With the gate on, chat and emergency messages are closed to a session in which no face
// was recognised, over HTTP and the socket alike; recognising it opens them, and removing
// the face closes the sockets that are open.
func TestFaceGate_FACE16_FACE33_Z10(t *testing.T) {
	t.Parallel()
	l := newLiveSite(t, 1, withFaces(&fakeEngine{}), withGate)
	l.enrolled("ann", false)
	in := l.signInTo("ann")
	for _, words := range []string{"face bob 1", "face bob 2", "face bob 3"} {
		in.face("verify", words).want(t, 200)
	}
	skipped, _ := in.skip("verification", "failed_attempts").want(t, 200).session(t)
	plain := l.member("bob", false)
	unasked, _ := l.session("member", plain.ID)
	for who, token := range map[string]string{"who skipped": skipped, "who was not asked": unasked} {
		v := l.with(token)
		for method, path := range gated {
			a := v.send(method, path, nil)
			if method == "POST" {
				a = v.post(path, fields{"message": "There is a threat at the gate"})
			}
			if a.want(t, 403).body["code"] != "face_required" {
				t.Errorf("%s: %s %s: %s", who, method, path, a.raw)
			}
		}
		for _, path := range []string{"/api/chat/room/general/access", "/api/chat/messages", "/api/chat/search?q=boots", "/api/chat/mentions", "/api/chat/room/general/people"} {
			if a := v.get(path).want(t, 403); a.body["code"] != "face_required" {
				t.Errorf("%s: %s: %s", who, path, a.raw)
			}
		}
		v.get("/api/profile/me").want(t, 200)
		b := l.dial(0, token, "general")
		if err := b.await("the end", func(_ []frame, ended bool) bool { return ended }); err != nil || b.code != websocket.StatusCode(4403) {
			t.Errorf("%s: closed with %d: %v", who, b.code, err)
		}
		b.mu.Lock()
		if last := b.frames[len(b.frames)-1]; last.Type != "error" || last.Code != "face_required" {
			t.Errorf("%s: received %+v", who, last)
		}
		b.mu.Unlock()
	}
	v := l.with(skipped)
	again := faceStep{v, v.post("/api/face/start", nil).want(t, 200)}
	again.face("verify", "face ann 2").want(t, 429) // one session is one sign-in
	in = l.signInTo("ann")
	token, _ := in.face("verify", "face ann 3").want(t, 200).session(t)
	v = l.with(token)
	v.get("/api/chat/room/general/messages").want(t, 200)
	v.post("/api/emergency/send", fields{"message": "There is a threat at the gate"}).want(t, 200)
	b := l.dial(0, token, "general")
	b.waitJoined("general")
	v.send("DELETE", "/api/face/enrollment", nil).want(t, 200)
	if err := b.await("the end", func(_ []frame, ended bool) bool { return ended }); err != nil || b.code != websocket.StatusCode(4403) {
		t.Errorf("after the removal: closed with %d: %v", b.code, err)
	}
}

// The list of rooms is open to a session without a recognised face, and it quoted the last
// message of each room while reading them was refused.
func TestRoomListQuotesNothingBehindTheGate_FACE33(t *testing.T) {
	t.Parallel()
	s := newSite(t, withFaces(&fakeEngine{}), withGate)
	ann, bob := s.member("ann", false), s.member("bob", false)
	s.says(ann, "general", "the gate opens at nine")
	token, session := s.session(store.MemberSession, bob.ID)
	v := s.with(token)
	if r := v.listed("general"); r["lastMessage"] != nil || r["unread"] != 1.0 {
		t.Errorf("without a recognised face: %v", r)
	}
	s.exec(`update sessions set face_verified = true where id = $1`, session)
	if r := v.listed("general"); r["lastMessage"] == nil {
		t.Errorf("with a recognised face: %v", r)
	}
}

// An administrator without a recognised face was refused every message, and could still upload.
func TestUploadsAskForTheFace_FACE33_ROOM11(t *testing.T) {
	t.Parallel()
	s := newSite(t, withFaces(&fakeEngine{}), withGate)
	chief, _ := s.signedInAdmin("chief")
	a := chief.send("POST", "/api/chat-media/upload", strings.NewReader("--x--\r\n"), "Content-Type", "multipart/form-data; boundary=x").want(t, 403)
	if a.body["code"] != "face_required" {
		t.Errorf("%s", a.raw)
	}
}

// Links to the files of chat stayed open for a session that lost its recognised face, while its
// sockets were closed.
func TestFilesOfChatAskForTheFace_FACE33_ROOM11(t *testing.T) {
	t.Parallel()
	s := newSite(t, withFaces(&fakeEngine{}), withGate)
	casey := s.member("casey", false)
	s.exec(`update member_standing set is_admin = true where member_id = $1`, casey.ID)
	token, session := s.session(store.MemberSession, casey.ID)
	seen := func(is bool) { s.exec(`update sessions set face_verified = $2 where id = $1`, session, is) }
	v := s.with(token)
	seen(true)
	link := v.upload(blobtest.PNG(8, 8), "roomId", "general").want(t, 200).body["mediaUrl"].(string)
	s.must(s.sendMedia(casey, session, "general", "image", link).Err)
	if a := v.get(link); a.status != 200 {
		t.Errorf("with a recognised face: %d %s", a.status, a.raw)
	}
	seen(false)
	if a := v.get(link).want(t, 403); a.body["code"] != "face_required" {
		t.Errorf("without: %s", a.raw)
	}
}
