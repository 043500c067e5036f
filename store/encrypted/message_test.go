package encrypted

import (
	"strings"
	"testing"
	"time"

	"muster/store"
)

func TestDecryptCodes_DEC4_ENC6(t *testing.T) {
	for typed, want := range map[string]string{
		"ABCD-1234": "ABCD1234", "abcd1234": "ABCD1234", " ab-cd-12-34 ": "ABCD1234",
		"ABC-1234": "", "ABCD-12345": "", "": "", "--------": "", "ABCD 1234": "", "ABCD_123": "",
		"АBCD1234": "", "ＡBCD1234": "", "ıBCD1234": "", "ſBCD1234": "", "ABCD123\x00": "", "ABCD123\xff": "", "ABCD１234": "",
		strings.Repeat("-", 100) + "ABCD1234": "",
	} {
		if got, ok := ParseCode(typed); ok != (want != "") || ok && got != want {
			t.Errorf("%q is %q, %v", typed, got, ok)
		}
	}
	letters := map[rune]int{}
	for range 500 {
		code := NewCode()
		if same, ok := ParseCode(ShowCode(code)); !ok || same != code {
			t.Fatal(code)
		}
		for _, r := range code {
			letters[r]++
		}
	}
	for _, r := range alphabet {
		if n := letters[r]; n < 50 || n > 190 { // 111 on average
			t.Errorf("%c is drawn %d times in 4000", r, n)
		}
	}
	text := "Tonight: AAAA-0001, again AAAA-0001; bbbb-0002. Not XAAAA-0003, AAAA-0004-5, AAAA-00066 or AAAA0007."
	if got := CodesIn(text, 5); strings.Join(got, " ") != "AAAA0001 BBBB0002" {
		t.Error(got)
	}
}

func TestDecryptDraft_ENC5_ENC7(t *testing.T) {
	now := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	n := func(v float64) *float64 { return &v }
	text := Draft{Kind: Text, Content: " x "}
	with := func(change func(*Draft)) Draft {
		d := text
		change(&d)
		return d
	}
	for name, c := range map[string]struct {
		draft Draft
		says  string
	}{
		"text":               {text, ""},
		"no text":            {Draft{Kind: Text, Content: " \n"}, "Text message content is required"},
		"no video":           {Draft{Kind: Video, Content: "x"}, "Video URL is required for video messages"},
		"video without text": {Draft{Kind: Video, VideoURL: "https://v.example.org"}, "Video message content is required"},
		"empty gallery":      {Draft{Kind: Gallery}, "Gallery messages must have content or media items"},
		"gallery of words":   {Draft{Kind: Gallery, Content: "x"}, ""},
		"other type":         {Draft{Kind: "voice", Content: "x"}, "Type must be text, video or gallery"},
		"long":               {with(func(d *Draft) { d.Content = strings.Repeat("ä", 10_001) }), "Content is limited to 10000 characters"},
		"NUL":                {with(func(d *Draft) { d.Content = "a\x00" }), "The text contains a character that cannot be stored"},
		"code":               {with(func(d *Draft) { d.Code = "ab-cd1234" }), ""},
		"short code":         {with(func(d *Draft) { d.Code = "ABC-1234" }), "Code must be exactly 8 characters (format: XXXX-XXXX)"},
		"look-alike":         {with(func(d *Draft) { d.Code = "АBCD-1234" }), "Code must be exactly 8 characters (format: XXXX-XXXX)"},
		"0 hours":            {with(func(d *Draft) { d.Hours = n(0) }), "Expiry must be a whole number of hours from 1 to 87840"},
		"half an hour":       {with(func(d *Draft) { d.Hours = n(1.5) }), "Expiry must be a whole number of hours from 1 to 87840"},
		"1 hour, 1 view":     {with(func(d *Draft) { d.Hours, d.Views = n(1), n(1) }), ""},
		"negative views":     {with(func(d *Draft) { d.Views = n(-3) }), "Max views must be a whole number from 1 to 1000000"},
		"absurd views":       {with(func(d *Draft) { d.Views = n(1e300) }), "Max views must be a whole number from 1 to 1000000"},
		"opens now":          {with(func(d *Draft) { d.OpensAt = now }), "The opening time must be within the next year"},
		"opens soon":         {with(func(d *Draft) { d.OpensAt = now.Add(time.Second) }), ""},
		"opens far":          {with(func(d *Draft) { d.OpensAt = now.Add(MaxAhead + 1) }), "The opening time must be within the next year"},
	} {
		got, err := c.draft.Clean(now)
		if says := ""; err != nil || c.says != "" {
			if err != nil {
				says = store.AsError(err).Message
			}
			if says != c.says || store.CodeOf(err) != store.Invalid {
				t.Errorf("%s: %v, want %q", name, err, c.says)
			}
		} else if got.Content != "x" && got.Content != strings.TrimSpace(c.draft.Content) {
			t.Errorf("%s: %q", name, got.Content)
		}
	}
	for _, bad := range []string{"javascript:alert(1)", "http://v.example.org/a", "https://127.0.0.1/a", "https://[::1]/", "https://10.0.0.1/", "https://localhost/", "https://printer.local/", "data:text/html,x", "//v.example.org/a", "https://user@v.example.org/", "/media/x"} {
		if _, err := CheckVideoURL(bad); store.CodeOf(err) != store.Invalid {
			t.Errorf("%s: %v", bad, err)
		}
	}
	if host, err := CheckVideoURL("https://v.example.org/a.mp4?x=1"); err != nil || host != "v.example.org" {
		t.Error(host, err)
	}
	for name, want := range map[string]string{`C:\a\b.png`: "b.png", "../../x.png": "x.png", "": "file", "a\x00\n\u202eb.png": "ab.png", "\xff.png": ".png", strings.Repeat("ä", 300): strings.Repeat("ä", 200)} {
		if got := FileName(name); got != want {
			t.Errorf("%q is %q", name, got)
		}
	}
}

// Refusals in the order of the statuses, and the moments at which they begin.
func TestDecryptRefusal_DEC9_DEC10(t *testing.T) {
	at := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	two := 2
	m := Message{MaxViews: &two, ViewCount: 1, OpensAt: at, ExpiresAt: at.Add(time.Hour)}
	says := func(now time.Time) string {
		if err := m.Refusal(now); err != nil {
			return store.AsError(err).Message
		}
		return ""
	}
	for now, want := range map[time.Time]string{
		at.Add(-1): "This code is not open yet", at: "", at.Add(time.Hour - 1): "", at.Add(time.Hour): "This code has expired",
	} {
		if got := says(now); got != want {
			t.Errorf("%v: %q, want %q", now, got, want)
		}
	}
	if wait := store.AsError(m.Refusal(at.Add(-time.Minute))).RetryAfter; wait != time.Minute {
		t.Error(wait)
	}
	m.ViewCount = 2
	if got := says(at.Add(time.Hour)); got != "View limit reached" {
		t.Error(got)
	}
}

func TestGuessLimit_DEC13(t *testing.T) {
	if Guesses != (GuessLimit{Minute: 10, Day: 100}) || AddressGuesses != (GuessLimit{Minute: 30, Day: 300}) {
		t.Errorf("%+v, an address %+v", Guesses, AddressGuesses)
	}
	now := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	limit := GuessLimit{Minute: 3, Day: 5}
	var wrong []time.Time
	guess := func(want time.Duration) {
		t.Helper()
		if got := limit.Wait(wrong, now); got != want {
			t.Fatalf("after %d: wait %v, want %v", len(wrong), got, want)
		}
		if want == 0 {
			wrong = limit.Counted(wrong, now)
		}
	}
	guess(0)
	now = now.Add(10 * time.Second)
	guess(0)
	guess(0)
	guess(50 * time.Second)
	now = now.Add(50*time.Second - 1)
	guess(1)
	now = now.Add(1)
	guess(0)
	guess(10 * time.Second)
	now = now.Add(time.Minute)
	guess(0)
	guess(24*time.Hour - 2*time.Minute)
	now = now.Add(24*time.Hour - 2*time.Minute)
	guess(0)
	if len(wrong) > limit.Day {
		t.Error(wrong)
	}
}

// The clock is set back by an hour: a member with too many wrong guesses waits no longer for
// it, and those guesses still count for the day.
func TestGuessesFromBeforeTheClockWentBack_DEC13(t *testing.T) {
	before := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	limit := GuessLimit{Minute: 3, Day: 5}
	var wrong []time.Time
	for range 3 {
		wrong = limit.Counted(wrong, before)
	}
	now := before.Add(-time.Hour)
	for range 2 {
		if wait := limit.Wait(wrong, now); wait != 0 {
			t.Fatalf("after %d: wait %v", len(wrong), wait)
		}
		wrong = limit.Counted(wrong, now)
	}
	if wait := limit.Wait(wrong, now); wait != 24*time.Hour-time.Minute {
		t.Errorf("after %v: wait %v", wrong, wait)
	}
}

// Neither a video's address nor the name of a file takes a control of writing direction,
// which shows another text than there is.
func TestNamesTakeNoControlsOfDirection(t *testing.T) {
	for _, control := range "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069" {
		if _, err := CheckVideoURL("https://films.example/night-" + string(control) + "watch"); store.CodeOf(err) != store.Invalid {
			t.Errorf("an address takes %U: %v", control, err)
		}
	}
	if name := FileName("annex\u202egpj.exe\u200f\u061c"); name != "annexgpj.exe" {
		t.Errorf("a file is called %q", name)
	}
}
