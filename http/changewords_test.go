// Transcripts and captions that are given after sending.

package http

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"muster/store"
	"muster/store/blob/blobtest"
	"muster/store/roomlog"
)

// sent uploads a file of the kind, sends it to the room general, and gives the path of the
// message's media.
func (m *mediaSite) sent(kind string) (path string) {
	m.t.Helper()
	tracks := blobtest.Tracks{Audio: true, Video: kind == "video"}
	a := m.with(m.token).upload(blobtest.MP4("isom", tracks, false, 1000), "roomId", "general").want(m.t, 200)
	link, _ := a.body["mediaUrl"].(string)
	sent := m.sendMedia(m.chief, m.id, "general", kind, link)
	m.must(sent.Err)
	return "/api/chat/message/" + sent.Event.Message.ID + "/media"
}

// The sender changes the words, and everybody reads them where the old ones stood.
func TestWordsAreGivenAfterSending(t *testing.T) {
	t.Parallel()
	m := newMediaSite(t)
	admin := m.with(m.token)
	reader, _, _ := m.signedInMember("ann")
	voice, video := m.sent("voice"), m.sent("video")
	read := func(at int) any {
		return reader.get("/api/chat/room/general/messages").want(t, 200).body["messages"].([]any)[at].(fields)["media_metadata"]
	}
	for _, text := range []string{" Hello\r\nall ", "Hello\nall"} { // the second is the same
		a := admin.call("PUT", voice, fields{"transcript": text}).want(t, 200)
		if meta := a.body["media"].(fields)["metadata"].(fields); meta["transcript"] != "Hello\nall" || a.body["media"].(fields)["media_url"] == "" {
			t.Errorf("%s", a.raw)
		}
	}
	if n := len(m.hub.announced); n != 1 || m.hub.announced[0].Kind != roomlog.MessageMedia {
		t.Errorf("announced %+v", m.hub.announced)
	}
	if meta := read(0).(fields); meta["transcript"] != "Hello\nall" {
		t.Errorf("%v", meta)
	}
	// Every byte of the longest captions may be escaped.
	long := captions + strings.Repeat("\x01", store.MaxCaptions-len(captions))
	for _, file := range []string{captions, long, captions} {
		if a := admin.call("PUT", video, fields{"captions": file}).want(t, 200); a.body["captions"] != file {
			t.Errorf("%.200s", a.raw)
		}
	}
	if a := reader.get(video).want(t, 200); a.body["captions"] != captions || read(1).(fields)["captioned"] != true {
		t.Errorf("%s", a.raw)
	}
	media := reader.get("/api/chat/room/general/media").want(t, 200).body["media"].([]any)
	if media[1].(fields)["metadata"].(fields)["transcript"] != "Hello\nall" || media[0].(fields)["metadata"].(fields)["captioned"] != true {
		t.Errorf("%v", media)
	}
	admin.call("PUT", video, fields{"captions": ""}).want(t, 200)
	admin.call("PUT", voice, fields{"transcript": ""}).want(t, 200)
	if a := reader.get(video).want(t, 200); a.body["captions"] != "" || read(0).(fields)["transcript"] != nil || read(1).(fields)["captioned"] != nil {
		t.Errorf("%s", a.raw)
	}
	if n := len(m.hub.announced); n != 6 {
		t.Errorf("%d events announced", n)
	}
	// Moderators read what was replaced.
	if edits := admin.get(strings.TrimSuffix(voice, "media")+"edits").want(t, 200).body["edits"].([]any); len(edits) != 1 || edits[0].(fields)["message"] != "Hello\nall" {
		t.Errorf("%v", edits)
	}
}

func TestWordsAreRefused(t *testing.T) {
	t.Parallel()
	m := newMediaSite(t)
	admin := m.with(m.token)
	ann, member, session := m.signedInMember("ann")
	other, boss, _ := m.signedInMember("other")
	m.must(m.SetAdmin(context.Background(), boss.ID, true))
	voice, video := m.sent("voice"), m.sent("video")
	text := "/api/chat/message/" + m.storeMessage(member, session, "general", "text") + "/media"
	words := fields{"transcript": "mine"}
	ann.call("PUT", voice, words).want(t, 403).says(t, roomlog.NotYourEdit)
	other.call("PUT", voice, words).want(t, 403).says(t, roomlog.NotYourEdit)
	for _, path := range []string{text, "/api/chat/message/" + unknownID + "/media", "/api/chat/message/7/media"} {
		if a := ann.call("PUT", path, words).want(t, 404); a.body["code"] != "media_gone" {
			t.Errorf("%s: %s", path, a.raw)
		}
	}
	for name, one := range map[string]struct {
		path   string
		body   any
		reason string
	}{
		"captions of a voice message":   {voice, fields{"captions": captions}, "captions_not_video"},
		"a transcript of a video":       {video, words, "transcript_not_voice"},
		"both":                          {voice, fields{"transcript": "x", "captions": ""}, "captions_not_video"},
		"subtitles of another form":     {video, fields{"captions": "1\n00:00:00,000 --> 00:00:02,000\nHello\n"}, "captions_invalid"},
		"captions too large":            {video, fields{"captions": captions + strings.Repeat("a", store.MaxCaptions)}, "captions_too_large"},
		"a transcript too long":         {voice, fields{"transcript": strings.Repeat("a", store.MaxTranscript+1)}, "transcript_too_long"},
		"a transcript with NUL":         {voice, fields{"transcript": "a\x00"}, "control_character"},
		"a transcript that is a number": {voice, fields{"transcript": 7}, "json_malformed"},
		"no object":                     {voice, "[]", "json_malformed"},
	} {
		if a := admin.call("PUT", one.path, one.body).want(t, 400); a.body["code"] != one.reason {
			t.Errorf("%s: %s", name, a.raw)
		}
	}
	admin.call("PUT", video, fields{"captions": strings.Repeat("a", 7*store.MaxCaptions)}).want(t, 413)
	m.must(m.SetChatAccess(context.Background(), m.chief.ID, false, nil))
	admin.call("PUT", voice, fields{"transcript": "banned"}).want(t, 403).says(t, roomlog.ErrBanned().Message)
	m.must(m.SetChatAccess(context.Background(), m.chief.ID, true, nil))
	m.remove(m.chief, m.id, "general", strings.Split(voice, "/")[4])
	if a := admin.call("PUT", voice, words).want(t, 404); a.body["code"] != "media_gone" {
		t.Errorf("%s", a.raw)
	}
	if n := len(m.hub.announced) + m.count(`select count(*) from uploads where metadata ? 'transcript' or captions <> ''`); n != 0 {
		t.Errorf("%d events or words of refused calls", n)
	}
}

// Other words are a frame on every node, which whoever joins later does not need.
func TestWordsReachEveryNode(t *testing.T) {
	t.Parallel()
	l := newLiveSite(t, 2)
	chief := l.member("casey", false)
	l.must(l.SetAdmin(context.Background(), chief.ID, true))
	token, session := l.session(store.MemberSession, chief.ID)
	m := &mediaSite{site: l.site, chief: chief, token: token, id: session}
	voice := m.sent("voice")
	var sockets []*socketClient
	for node := range 2 {
		b := l.dial(node, token, "general")
		b.waitJoined("general")
		sockets = append(sockets, b)
	}
	l.with(token).call("PUT", voice, fields{"transcript": "Hello"}).want(t, 200)
	for _, b := range sockets {
		b.waitFrame("message_media", func(f frame) bool {
			return f.Seq == 2 && f.RoomID == "general" && f.Metadata.Transcript == "Hello" && f.Metadata.Duration > 0 && strings.Contains(voice, f.MessageID)
		})
	}
	for node := range 2 { // the history has them
		b := l.dial(node, token, "general")
		b.waitFrame("message_history", func(f frame) bool {
			raw, _ := json.Marshal(f.Messages)
			return strings.Contains(string(raw), `"transcript":"Hello"`)
		})
	}
}
