package roomlog

import (
	"muster/store"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestCleanText(t *testing.T) {
	for raw, want := range map[string]string{
		"hello": "hello", "  hello\n\n": "hello", "a\nb": "a\nb", "a\r\nb": "a\nb", "a\tb\x07c\x7f": "abc",
		"\u202eabc\u202c": "\u202eabc\u202c", "👩\u200d👧": "👩\u200d👧", "<b>&amp;": "<b>&amp;", "e\u0301": "e\u0301",
		"\u0600": "\u0600", "\ufff9": "\ufff9", // format characters that are seen
		strings.Repeat("é", 500):             strings.Repeat("é", 500),
		" " + strings.Repeat("x", 500) + " ": strings.Repeat("x", 500),
	} {
		if got, err := store.CleanText(raw); err != nil || got != want {
			t.Errorf("%q: %q %v", raw, got, err)
		}
	}
	for raw, reason := range map[string]string{
		"": "blank", " \n\t ": "blank", "\u200b\u200d": "blank", "\x01\x02": "blank", "\u2800": "blank", "\ufeff \u3164": "blank",
		// These were sent as messages that showed nothing.
		"\u2062\u2063": "blank", "\u202e\u202d": "blank", "\u180e\u034f": "blank", "\u2066 \u2069": "blank",
		"\U000e0041": "blank", "\ufe0e": "blank", "\uffa0": "blank", "\U0001d173": "blank", "\u17b4": "blank",
		"a\x00b": "control_character", "\xff": "not_utf8", "\xed\xa0\x80": "not_utf8",
		strings.Repeat("x", 501): "too_long", strings.Repeat("👍", 501): "too_long",
	} {
		if got, err := store.CleanText(raw); err == nil || store.AsError(err).Reason != reason || store.AsError(err).Code != store.Invalid {
			t.Errorf("%q: %q %v", raw, got, err)
		}
	}
	if _, err := store.CleanText(strings.Repeat("x", 501)); store.AsError(err).Message != "Message too long (max 500 characters)" {
		t.Error(err)
	}
}

// Cleaning again changes nothing, and what is clean can be stored.
func TestCleanTextIsFinal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		clean, err := store.CleanText(rapid.String().Draw(t, "text"))
		if err != nil {
			return
		}
		again, err := store.CleanText(clean)
		if err != nil || again != clean || !utf8.ValidString(clean) || strings.ContainsRune(clean, 0) || utf8.RuneCountInString(clean) > store.MaxMessageLength {
			t.Fatalf("%q became %q: %v", clean, again, err)
		}
	})
}

func TestCheckDraft(t *testing.T) {
	const id, gif = "0190b6a0-0000-7000-8000-000000000001", "https://media.giphy.com/a.gif"
	for name, x := range map[string]struct {
		in     Draft
		want   Draft
		reason string
	}{
		"text":              {Draft{Kind: TextMessage, Text: " hi ", ReplyTo: id, ClientMsgID: id}, Draft{Kind: TextMessage, Text: "hi", ReplyTo: id, ClientMsgID: id}, ""},
		"text with a URL":   {Draft{Kind: TextMessage, Text: "hi", MediaURL: "javascript:x"}, Draft{Kind: TextMessage, Text: "hi"}, ""},
		"gif":               {Draft{Kind: GIFMessage, MediaURL: gif, ThumbnailURL: gif, Text: "x"}, Draft{Kind: GIFMessage, MediaURL: gif, ThumbnailURL: gif}, ""},
		"gif in the text":   {Draft{Kind: GIFMessage, Text: gif + "\n"}, Draft{Kind: GIFMessage, MediaURL: gif}, ""},
		"gif of a stranger": {Draft{Kind: GIFMessage, MediaURL: "https://evil.example/a.gif"}, Draft{}, "gif_not_allowed"},
		"thumbnail evil":    {Draft{Kind: GIFMessage, MediaURL: gif, ThumbnailURL: "javascript:alert(1)"}, Draft{}, "gif_not_allowed"},
		"no gif":            {Draft{Kind: GIFMessage}, Draft{}, "gif_not_allowed"},
		"image by URL":      {Draft{Kind: ImageMessage, MediaURL: gif}, Draft{}, "media_unknown"},
		"video":             {Draft{Kind: VideoMessage}, Draft{}, "media_unknown"},
		"voice":             {Draft{Kind: VoiceMessage}, Draft{}, "media_unknown"},
		"unknown kind":      {Draft{Kind: "system", Text: "x"}, Draft{}, "unknown_message_type"},
		"no kind":           {Draft{Text: "x"}, Draft{Kind: TextMessage, Text: "x"}, ""},
		"capitals":          {Draft{Text: "x", ReplyTo: strings.ToUpper(id)}, Draft{Kind: TextMessage, Text: "x", ReplyTo: id}, ""},
		"odd client id":     {Draft{Kind: TextMessage, Text: "x", ClientMsgID: "1"}, Draft{}, "invalid"},
		"odd reply":         {Draft{Kind: TextMessage, Text: "x", ReplyTo: "1"}, Draft{}, "invalid"},
		"blank":             {Draft{Kind: TextMessage, Text: " "}, Draft{}, "blank"},
	} {
		got, err := CheckDraft(x.in, true, DefaultGIFHosts)
		if got != x.want || (err == nil) != (x.reason == "") || err != nil && store.AsError(err).ReasonOrCode() != x.reason {
			t.Errorf("%s: %+v %v", name, got, err)
		}
	}
	if _, err := CheckDraft(Draft{Kind: ImageMessage}, false, DefaultGIFHosts); store.CodeOf(err) != store.Forbidden {
		t.Errorf("a member's image: %v", err)
	}
}

func TestCheckGIF(t *testing.T) {
	for _, ok := range []string{"https://media.giphy.com/media/x/giphy.gif", "https://I.giphy.com/x.webp?cid=1&rid=g.gif"} {
		if _, err := CheckGIF(ok, DefaultGIFHosts); err != nil {
			t.Errorf("%q: %v", ok, err)
		}
	}
	for _, bad := range []string{
		"", "http://media.giphy.com/a.gif", "//media.giphy.com/a.gif", "https://giphy.com.evil.example/a.gif", "https://media.giphy.com@evil.example/",
		"https://user@media.giphy.com/a.gif", "https://media.giphy.com:443/a.gif", "https://evil.example/media.giphy.com", "javascript:alert(1)//media.giphy.com",
		"data:image/gif;base64,AAAA", "https://media.giphy.com/a b.gif", "https://media.giphy.com/\"onerror=x", "https://media.giphy.com\\@evil.example/",
		"https://media.giphy.com/ä.gif", "https://media.giphy.com/\x00", "https://media.giphy.com/" + strings.Repeat("a", 500),
	} {
		if got, err := CheckGIF(bad, DefaultGIFHosts); store.CodeOf(err) != store.Invalid {
			t.Errorf("%q was accepted as %q: %v", bad, got, err)
		}
	}
	own := append([]string{"/dev/gifs/"}, DefaultGIFHosts...)
	if got, err := CheckGIF("/dev/gifs/sunrise.gif", own); err != nil || got != "/dev/gifs/sunrise.gif" {
		t.Errorf("one of our own: %q %v", got, err)
	}
	for _, bad := range []string{
		"/dev/gifs/", "/dev/gifs/.gif", "/dev/gifs/../outbox.gif", "/dev/gifs/a/b.gif", "/dev/gifs/a.png", "/dev/gifs/a.gif?x=.gif",
		"/dev/outbox", "//dev/gifs/a.gif", "dev/gifs/a.gif", "https:///dev/gifs/a.gif", "/dev/gifs/%2e%2e.gif",
	} {
		if got, err := CheckGIF(bad, own); store.CodeOf(err) != store.Invalid {
			t.Errorf("%q was accepted as %q: %v", bad, got, err)
		}
	}
	if _, err := CheckGIF("/dev/gifs/sunrise.gif", DefaultGIFHosts); store.CodeOf(err) != store.Invalid {
		t.Errorf("a folder that is not ours: %v", err)
	}
}

// Equal questions look equal, and no question goes beyond a page.
func TestGIFQueryIsCanonical(t *testing.T) {
	got := GIFQuery{Words: "  Happy\t CAT \xff", Limit: 500, Offset: -1}.Canonical()
	if got != (GIFQuery{Words: "happy cat", Limit: GIFPage}) {
		t.Errorf("%+v", got)
	}
	got = GIFQuery{Words: strings.Repeat("ä", 200), Offset: 1 << 40}.Canonical()
	if got != (GIFQuery{Words: strings.Repeat("ä", 50), Limit: 1, Offset: 4999}) {
		t.Errorf("%+v", got)
	}
}

func TestCheckReaction(t *testing.T) {
	if all := strings.Join(AllReactions, " "); all != "❤️ 👍 😂 😮 😢 🔥 🎉 💯 👏 🙏 😍 🤔 😅 🎯 💪 🚀" {
		t.Error(all)
	}
	if quick := strings.Join(QuickReactions, " "); quick != "❤️ 👍 😂 🔥 😮 😢" {
		t.Error(quick)
	}
	for _, emoji := range append(AllReactions, QuickReactions...) {
		if got, err := CheckReaction(emoji); err != nil || got != emoji {
			t.Errorf("%q: %q %v", emoji, got, err)
		}
	}
	if got, err := CheckReaction("❤"); err != nil || got != "❤️" {
		t.Errorf("%q %v", got, err)
	}
	for _, bad := range []string{"", "x", "👎", "👍👍", "👍🏽", ":heart:", "\x00", "❤️ "} {
		if got, err := CheckReaction(bad); store.CodeOf(err) != store.Invalid {
			t.Errorf("%q: %q %v", bad, got, err)
		}
	}
}
