// What stands beside a file for who cannot hear it: transcripts and captions.

package http

import (
	"strings"
	"testing"

	"muster/store"
	"muster/store/blob/blobtest"
)

const captions = "WEBVTT\n\n00:00.000 --> 00:02.000\nHello all\n"

// A transcript comes with the voice message, a video's captions with its links alone.
func TestTranscriptAndCaptionsAreForWhoCannotHear(t *testing.T) {
	t.Parallel()
	m := newMediaSite(t)
	admin := m.with(m.token)
	ann := m.member("ann", false)
	token, _ := m.session(store.MemberSession, ann.ID)
	reader := m.with(token)
	for kind, track := range map[string]blobtest.Tracks{"voice": {Audio: true}, "video": {Video: true, Audio: true}} {
		// Each is sent both, and what does not belong to its kind is left out.
		a := admin.upload(blobtest.MP4("isom", track, false, 1000), "roomId", "general", "transcript", " Hello\r\nall ", "captions", captions).want(t, 200)
		link, _ := a.body["mediaUrl"].(string)
		m.must(m.sendMedia(m.chief, m.id, "general", kind, link).Err)
		messages := reader.get("/api/chat/room/general/messages").want(t, 200).body["messages"].([]any)
		message := messages[len(messages)-1].(map[string]any)
		meta := message["media_metadata"].(map[string]any)
		renewed := reader.get("/api/chat/message/"+message["id"].(string)+"/media").want(t, 200)
		if kind == "voice" && (meta["transcript"] != "Hello\nall" || meta["captioned"] != nil || renewed.body["captions"] != "") ||
			kind == "video" && (meta["transcript"] != nil || meta["captioned"] != true || renewed.body["captions"] != captions) {
			t.Errorf("%s: %v, %v", kind, meta, renewed.body)
		}
	}
}

// Nothing is stored of a file with words that are refused.
func TestBadTranscriptsAndCaptionsAreRefused(t *testing.T) {
	t.Parallel()
	m := newMediaSite(t)
	admin := m.with(m.token)
	file := blobtest.MP4("isom", blobtest.Tracks{Video: true}, false, 1000)
	for name, one := range map[string]struct{ field, text, reason string }{
		"subtitles of another form": {"captions", "1\n00:00:00,000 --> 00:00:02,000\nHello\n", "captions_invalid"},
		"a page":                    {"captions", "<script>alert(1)</script>", "captions_invalid"},
		"captions too large":        {"captions", captions + strings.Repeat("a", store.MaxCaptions), "captions_too_large"},
		"captions without end":      {"captions", strings.Repeat("a", 4*store.MaxCaptions), "captions_too_large"},
		"a transcript too long":     {"transcript", strings.Repeat("a", store.MaxTranscript+1), "transcript_too_long"},
		"a transcript with NUL":     {"transcript", "a\x00", "control_character"},
	} {
		if a := admin.upload(file, "roomId", "general", one.field, one.text).want(t, 400); a.body["code"] != one.reason {
			t.Errorf("%s: %s", name, a.raw)
		}
	}
	if n := m.files() + m.count(`select count(*) from uploads`); n != 0 {
		t.Errorf("%d files or rows were stored", n)
	}
}
