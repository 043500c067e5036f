package language

import (
	"regexp"
	"slices"
	"testing"
	"time"

	"muster/store"
)

// forOperators are the codes of errors that stop a server from starting, or that a command
// of the operator prints. No answer has them.
var forOperators = []string{
	"brand_invalid", "giphy_base_url", "identity_denied", "mail_from", "newer_schema", "no_muster", "no_rights", "not_owner", "old_postgres", "older_schema",
	"password_hash", "password_unfit", "secret_other", "secret_short", "smtp_url", "stripe_base_url", "stripe_key", "twilio_base_url", "twilio_incomplete", "unsafe_postgres",
}

// forLogs are the files whose errors are logged, or become others before they are answered.
var forLogs = []string{"http/gateway/linkpreview.go", "http/gateway/stripe.go", "http/gateway/webpush.go", "store/broadcast.go", "store/postgres/pool.go"}

// ownWords are fields with what a community wrote itself.
var ownWords = []string{"r.Text"}

// plainVerb is a verb of a sentence in the code.
var plainVerb = regexp.MustCompile(`%[a-z]`)

// TestEveryRefusalHasWordsInEachLanguage reads the sentences of all errors out of the code.
func TestEveryRefusalHasWordsInEachLanguage(t *testing.T) {
	code := readCode(t, "../..", "store", "http", "actors")
	found := map[string]bool{}
	for _, made := range code.made {
		if slices.Contains(forLogs, made.file) || slices.Contains(forOperators, made.reason) {
			continue
		}
		sentences, err := code.values(made.sentence, made.in)
		if err != nil {
			t.Errorf("%s: %v", made.at, err)
		}
		for _, sentence := range sentences {
			if sentence == "" {
				continue // of a variable that is set later
			}
			found[sentence] = true
			for _, tag := range All()[1:] {
				if refusals[tag][sentence] == "" {
					t.Errorf("%s: %s has no words for %q", made.at, tag, sentence)
				}
			}
		}
	}
	if len(found) < 300 {
		t.Errorf("only %d sentences were found", len(found))
	}
	for tag, own := range refusals {
		if texts[tag] == nil || tag == English {
			t.Errorf("%s has refusals and no texts, or is what the code says", tag)
		}
		for sentence, words := range own {
			if !found[sentence] {
				t.Errorf("%s: no error says %q", tag, sentence)
			}
			if want, got := plainVerb.FindAllString(sentence, -1), verb.FindAllString(words, -1); len(want) != len(got) {
				t.Errorf("%s: %q takes %d values, %q %d", tag, sentence, len(want), words, len(got))
			}
		}
	}
}

func TestSentence(t *testing.T) {
	locked := store.ErrUsernameLocked(store.UsernameEligibility{NextAvailable: time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)}, time.Time{})
	files := store.NewErrorf(store.Invalid, "too_many_files", "At most %d files at once", 2000)
	for _, x := range []struct {
		tag  Tag
		of   *store.Error
		want string
	}{
		{"de", store.ErrUsernameTaken(), "Dieser Benutzername ist schon vergeben"},
		{"es", store.ErrUsernameTaken(), "Ese nombre de usuario ya está en uso"},
		{"de", locked, "Der Benutzername kann noch nicht geändert werden (nächste Änderung: 04.03.2026)"},
		{"es", locked, "El nombre de usuario aún no se puede cambiar (próximo cambio: 04/03/2026)"},
		{"de", files, "Höchstens 2.000 Dateien auf einmal"},
		{"en", files, "At most 2000 files at once"},
		{"en", store.NewError(store.Forbidden, "words of the community"), ""},
		{"xx", files, ""},
		{"", files, ""},
		{"de", store.NewError(store.Forbidden, "words of the community"), ""},
	} {
		said, known := x.tag.Sentence(x.of)
		if said != x.want || known != (x.want != "") {
			t.Errorf("%q says %q (%v), want %q", x.tag, said, known, x.want)
		}
	}
	if locked.Message != "Username cannot be changed yet (next change: 4 March 2026)" || files.Message != "At most 2000 files at once" {
		t.Errorf("English says %q and %q", locked.Message, files.Message)
	}
}
