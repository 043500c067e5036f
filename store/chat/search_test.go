package chat

import (
	"muster/store"
	"reflect"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

func TestParseSearch(t *testing.T) {
	for q, want := range map[string][]string{
		`spare tent`:                      {"spare", "tent"},
		`"spare tent" green`:              {"spare tent", "green"},
		`green "spare tent`:               {"green", "spare", "tent"},
		"\u201cspare tent\u201d":          {"spare tent"},
		"\u201espare tent\u201c":          {"spare tent"},
		"\u00abspare tent\u00bb":          {"spare tent"},
		`a & b | !c <-> d:*`:              {"a", "&", "b", "|", "!c", "<->", "d:*"},
		`from:bob before:2026`:            {"from:bob", "before:2026"},
		`  ab  `:                          {"ab"},
		`"" ab`:                           {"", "ab"},
		strings.Repeat("é", MaxSearch):    {strings.Repeat("é", MaxSearch)},
		`'; drop table messages; --`:      {"';", "drop", "table", "messages;", "--"},
		`"one" "two" "three four" "five `: {"one", "two", "three four", "five"},
	} {
		if got, err := ParseSearch(q, false); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %q %v", q, got, err)
		}
	}
	for _, q := range []string{"", " ", "a", " a ", "é", strings.Repeat("a", MaxSearch+1), "ab\x00", "\xffab"} {
		if got, err := ParseSearch(q, false); store.CodeOf(err) != store.Invalid {
			t.Errorf("%q: %q %v", q, got, err)
		}
	}
	if got, err := ParseSearch(" ", true); err != nil || got != nil {
		t.Errorf("%q %v", got, err)
	}
	if _, err := ParseSearch("a", true); store.CodeOf(err) != store.Invalid {
		t.Errorf("%v", err)
	}
}

func TestSnippet(t *testing.T) {
	if got := Snippet("  one\n two ", []string{"two"}); got != "one two" {
		t.Errorf("%q", got)
	}
	long := strings.Repeat("lorem ipsum ", 20) + "Käsebrot " + strings.Repeat("dolor sit ", 20)
	got := Snippet(long, []string{"käsebrot"})
	if !strings.Contains(got, "Käsebrot") || !strings.HasPrefix(got, "…") || !strings.HasSuffix(got, "…") ||
		utf8.RuneCountInString(got) > snippetLength+2 {
		t.Errorf("%q", got)
	}
	if word := strings.Fields(strings.TrimPrefix(got, "…"))[0]; word != "lorem" && word != "ipsum" {
		t.Errorf("begins inside a word: %q", got)
	}
	// A word by itself is preferred to one that only contains it.
	inside := strings.Repeat("tents ", 40) + "a tent " + strings.Repeat("and more ", 30)
	if got := Snippet(inside, []string{"tent"}); !strings.Contains(got, "a tent ") {
		t.Errorf("%q", got)
	}
	if got := Snippet(long, []string{"absent"}); !strings.HasPrefix(got, "lorem") || !strings.HasSuffix(got, "…") {
		t.Errorf("%q", got)
	}
	if got := Snippet(strings.Repeat("x", 400), []string{"y", "&", ""}); utf8.RuneCountInString(got) != snippetLength+1 {
		t.Errorf("%q", got)
	}
	if got := Snippet(strings.Repeat("x", 300)+" word", []string{"word"}); !strings.HasSuffix(got, "word") {
		t.Errorf("%q", got)
	}
}

func TestSearchCursor(t *testing.T) {
	at := &SearchPosition{At: time.UnixMicro(1_700_000_000_123_456).UTC(), Seq: 42, Room: "general"}
	if got, err := ParseSearchCursor(at.Cursor()); err != nil || *got != *at {
		t.Errorf("%+v %v", got, err)
	}
	if got, err := ParseSearchCursor(""); got != nil || err != nil {
		t.Errorf("%+v %v", got, err)
	}
	for _, cursor := range []string{"x", "!!", "MTIz", (&SearchPosition{Seq: -1, Room: "general"}).Cursor(), (&SearchPosition{Room: "NO"}).Cursor()} {
		if got, err := ParseSearchCursor(cursor); store.CodeOf(err) != store.Invalid {
			t.Errorf("%s: %+v %v", cursor, got, err)
		}
	}
}
