package chat

import (
	"muster/store"
	"muster/store/roomlog"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Limits of a search.
const (
	MinSearch     = 2   // characters
	MaxSearch     = 100 // characters
	SearchPage    = 20  // results without a limit
	MaxSearchPage = 50
	snippetLength = 160 // characters
	snippetBefore = 60  // characters of it before the first word found
)

// SearchHas narrows a search to messages with something in them.
type SearchHas string

const (
	HasLink  SearchHas = "link"
	HasMedia SearchHas = "media" // pictures, videos, voice and GIFs
)

// Search is what somebody looks for in the messages of the rooms that it may enter.
type Search struct {
	Phrases []string // each must be found whole; a word is a phrase of one
	Room    string   // "" for every room
	From    string   // username, "" for everybody
	Before  time.Time
	After   time.Time
	Has     SearchHas
	Limit   int
	Older   *SearchPosition // nil for the first page
}

// Narrowed says whether the search looks for no more than some of the messages,
// whatever its words. A room alone is no search: its history shows the same.
func (s Search) Narrowed() bool {
	return s.From != "" || s.Has != "" || !s.Before.IsZero() || !s.After.IsZero()
}

// SearchPosition is a message's place in the order of results: newest first.
type SearchPosition struct {
	At   time.Time
	Seq  int64
	Room string
}

// FoundMessage is one result of a search.
type FoundMessage struct {
	roomlog.Message
	RoomName string
}

// SearchResults is one page of results, newest first.
type SearchResults struct {
	Found []FoundMessage
	Older *SearchPosition // where the next page begins; nil at the end
}

// ParseSearch splits what somebody typed into words and "exact phrases". A quote
// that is left open and everything else is plain text. Nothing is fine as long as
// the search is narrowed otherwise. It fails with Invalid (search_length,
// not_utf8, control_character).
func ParseSearch(q string, narrowed bool) ([]string, error) {
	if !utf8.ValidString(q) {
		return nil, store.NewErrorReason(store.Invalid, "not_utf8", "The search is not valid text")
	}
	if strings.ContainsRune(q, 0) {
		return nil, store.NewErrorReason(store.Invalid, "control_character", "The search contains a character that cannot be searched for")
	}
	q = strings.TrimSpace(q)
	length := utf8.RuneCountInString(q)
	if length == 0 && narrowed {
		return nil, nil
	}
	if length < MinSearch || length > MaxSearch {
		return nil, store.NewErrorReason(store.Invalid, "search_length", "A search needs 2 to 100 characters")
	}
	parts := strings.Split(curlyQuotes.Replace(q), `"`)
	var phrases []string
	for i, part := range parts {
		quoted := i%2 == 1 && i < len(parts)-1
		if quoted {
			phrases = append(phrases, part)
		} else {
			phrases = append(phrases, strings.Fields(part)...)
		}
	}
	return phrases, nil
}

// curlyQuotes are what phones, and languages, have for a quote.
var curlyQuotes = strings.NewReplacer("\u201c", `"`, "\u201d", `"`, "\u201e", `"`, "\u00ab", `"`, "\u00bb", `"`)

// Snippet is the part of a text around the first of phrases in it, or its
// beginning, on one line.
func Snippet(text string, phrases []string) string {
	all := []rune(strings.Join(strings.Fields(text), " "))
	if len(all) <= snippetLength {
		return string(all)
	}
	from := max(0, firstPhrase(all, phrases)-snippetBefore)
	from = min(from, len(all)-snippetLength)
	to := from + snippetLength
	for from > 0 && from < to && all[from-1] != ' ' && from < to-snippetBefore {
		from++ // to the beginning of a word
	}
	cut := string(all[from:to])
	if from > 0 {
		cut = "…" + cut
	}
	if to < len(all) {
		cut += "…"
	}
	return cut
}

// firstPhrase is where the first word of any of phrases stands in a text, 0 for
// nowhere.
func firstPhrase(text []rune, phrases []string) int {
	folded := make([]rune, len(text))
	for i, r := range text {
		folded[i] = unicode.ToLower(r)
	}
	first := -1
	for _, phrase := range phrases {
		words := strings.FieldsFunc(phrase, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) })
		if len(words) == 0 {
			continue
		}
		if at := indexWord(folded, []rune(strings.ToLower(words[0]))); at >= 0 && (first < 0 || at < first) {
			first = at
		}
	}
	return max(first, 0)
}

// indexWord is where word first stands by itself in text, else where it first
// stands, else -1.
func indexWord(text, word []rune) int {
	inside := -1
	letter := func(i int) bool {
		return i >= 0 && i < len(text) && (unicode.IsLetter(text[i]) || unicode.IsNumber(text[i]))
	}
	for i := 0; i+len(word) <= len(text); i++ {
		if string(text[i:i+len(word)]) != string(word) {
			continue
		}
		if !letter(i-1) && !letter(i+len(word)) {
			return i
		}
		if inside < 0 {
			inside = i
		}
	}
	return inside
}

// Cursor is the position as clients pass it back; "" for none.
func (p *SearchPosition) Cursor() string {
	if p == nil {
		return ""
	}
	return store.TimeCursor(p.At, strconv.FormatInt(p.Seq, 10), p.Room)
}

// ParseSearchCursor reads a Cursor; nil for "". It fails with Invalid.
func ParseSearchCursor(cursor string) (*SearchPosition, error) {
	if cursor == "" {
		return nil, nil
	}
	at, words, err := store.ParseTimeCursor(cursor, 2)
	if err != nil {
		return nil, err
	}
	seq, err := strconv.ParseInt(words[0], 10, 64)
	p := &SearchPosition{At: at, Seq: seq, Room: words[1]}
	if err != nil || seq < 0 || !store.ValidRoomID(p.Room) || p.Cursor() != cursor {
		return nil, store.ErrCursor()
	}
	return p, nil
}
