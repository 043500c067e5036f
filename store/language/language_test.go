package language

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"muster/store"
)

var verb = regexp.MustCompile(`%\[\d\][a-z]`)

// Every language says what English says, with the same values.
func TestEveryLanguageHasEveryText(t *testing.T) {
	if len(All()) < 3 || All()[0] != English {
		t.Fatalf("the languages are %v", All())
	}
	for tag, own := range texts {
		for key, text := range texts[English] {
			if own[key] == "" {
				t.Errorf("%s lacks %s", tag, key)
			}
			want, got := verb.FindAllString(text, -1), verb.FindAllString(own[key], -1)
			slices.Sort(want)
			slices.Sort(got)
			if !slices.Equal(want, got) {
				t.Errorf("%s: %s takes %v, English %v", tag, key, got, want)
			}
		}
		for key := range own {
			if texts[English][key] == "" {
				t.Errorf("%s has %s, which English lacks", tag, key)
			}
		}
	}
}

func TestSay(t *testing.T) {
	for _, x := range []struct {
		tag  Tag
		want string
	}{
		{"en", "ann mentioned you"},
		{"de", "ann hat dich erwähnt"},
		{"es", "ann te ha mencionado"},
		{"", "ann mentioned you"},
		{"xx", "ann mentioned you"},
	} {
		if got := x.tag.Say("push.mention", "ann"); got != x.want {
			t.Errorf("%q says %q, want %q", x.tag, got, x.want)
		}
	}
	if got := Tag("de").Say("push.several", "ann", "12"); got != "12 neue Nachrichten, die letzte von ann" {
		t.Errorf("the values are in the wrong order: %q", got)
	}
}

func TestParse(t *testing.T) {
	if tag, err := Parse("de"); tag != "de" || err != nil {
		t.Errorf("de is %q, %v", tag, err)
	}
	for _, wrong := range []string{"", "DE", "xx", "de-AT", strings.Repeat("d", 10_000)} {
		if _, err := Parse(wrong); store.CodeOf(err) != store.Invalid || store.AsError(err).Reason != "language_unknown" {
			t.Errorf("%.20q was accepted: %v", wrong, err)
		}
	}
}

func TestAccepted(t *testing.T) {
	for _, x := range []struct {
		header string
		want   Tag
	}{
		{"", English},
		{"de", "de"},
		{"de-AT,de;q=0.9,en;q=0.8", "de"},
		{"en;q=0.8,*;q=0.1,de-AT", "de"},
		{"fr-FR,fr;q=0.9,es;q=0.4,en;q=0.3", "es"},
		{"ja", English},
		{"es-419", "es"},
		{"en-GB,de;q=0.9", English},
		{"no such header; at all,,,", English},
		{"es," + strings.Repeat("xx-abcdefgh,", 1_000), "es"}, // 12 KB
		{strings.Repeat("a", 10_000), English},
	} {
		if got := Accepted(x.header); got != x.want {
			t.Errorf("%.40q is %q, want %q", x.header, got, x.want)
		}
	}
}

// The client speaks the same language to the same browser: its test reads the same table.
func TestAcceptedAsTheClientDoes(t *testing.T) {
	file, err := os.ReadFile("testdata/wishes.json")
	if err != nil {
		t.Fatal(err)
	}
	var table []struct {
		Wishes []string
		Speaks Tag
	}
	if err := json.Unmarshal(file, &table); err != nil || len(table) == 0 {
		t.Fatal(err)
	}
	for _, x := range table {
		if got := Accepted(strings.Join(x.Wishes, ",")); got != x.Speaks {
			t.Errorf("%q is %q, want %q", x.Wishes, got, x.Speaks)
		}
	}
}

// Spreadsheets read the numbers and the separators of the language that they are set to.
func TestNumbersOfTables(t *testing.T) {
	for tag, want := range map[Tag]string{"en": "1234.50,", "de": "1234,50;", "es": "1234,50;", "": "1234.50,", "xx": "1234.50,"} {
		if got := tag.Decimal(1234.5, 2) + string(tag.ListSeparator()); got != want {
			t.Errorf("%q writes %s, want %s", tag, got, want)
		}
	}
}
