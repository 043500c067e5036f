package chat_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"muster/store"
	"muster/store/chat"
	"muster/store/postgres"
	chats "muster/store/postgres/chat"
	"muster/store/postgres/storetest"
	"muster/store/roomlog"
)

// finds wants a search to find these texts in this order, by the walk and by the
// index alike.
func (w *world) finds(p storetest.Person, s chat.Search, want ...string) {
	w.T.Helper()
	for _, walk := range []int{0, 1} {
		db, err := postgres.Open(context.Background(), postgres.Config{URL: w.URL, MaxConns: 4})
		w.Must(err)
		var got []string
		one := s
		if one.Limit == 0 {
			one.Limit = 50
		}
		for {
			page, err := chats.New(db).WithSearchWalk(walk).Search(context.Background(), p.ID, one)
			w.Must(err)
			for _, m := range page.Found {
				got = append(got, m.Text+m.MediaURL)
			}
			if len(page.Found) > one.Limit {
				w.T.Errorf("%d results", len(page.Found))
			}
			if one.Older = page.Older; one.Older == nil {
				break
			}
		}
		db.Close()
		if !slices.Equal(got, want) {
			w.T.Errorf("walk %d: searching %+v found %q, want %q", walk, s, got, want)
		}
	}
}

// words are the phrases that somebody typed.
func words(typed string) chat.Search {
	phrases, err := chat.ParseSearch(typed, false)
	if err != nil {
		panic(err)
	}
	return chat.Search{Phrases: phrases}
}

func TestSearchWords(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ann := w.Join("ann")
	for _, text := range []string{
		"A spare tent, green.", "green TENT spare", "tents", "don't feed_the bears!", "GRÜSSE an Łódź", "Привет всем",
		"\u4f60\u597d\u4e16\u754c", "see https://Example.org/Path?q=1", "fire \U0001F525\U0001F525 now", "100% sure & \\ready",
	} {
		w.Stored(ann.Says("general", text))
	}
	for typed, want := range map[string][]string{
		"tent":                       {"green TENT spare", "A spare tent, green."},
		"TENT green":                 {"green TENT spare", "A spare tent, green."},
		`"spare tent"`:               {"A spare tent, green."},
		`"tent spare" green`:         {"green TENT spare"},
		`"spare tent`:                {"green TENT spare", "A spare tent, green."},
		`"tent, green."`:             {"A spare tent, green."},
		"don't":                      {"don't feed_the bears!"},
		`"feed the"`:                 {"don't feed_the bears!"},
		"feed_the":                   {"don't feed_the bears!"},
		"grüsse łódź":                {"GRÜSSE an Łódź"},
		"ПРИВЕТ":                     {"Привет всем"},
		"\u597d\u4e16":               {"\u4f60\u597d\u4e16\u754c"},
		"\u4e16\u597d":               nil,
		"example":                    {"see https://Example.org/Path?q=1"},
		"https://example.org/path":   {"see https://Example.org/Path?q=1"},
		"\U0001F525\U0001F525":       {"fire \U0001F525\U0001F525 now"},
		"100%":                       {"100% sure & \\ready"},
		"tent & green":               {"green TENT spare", "A spare tent, green."},
		"tent | bears":               nil, // plain text: both words
		"!tent":                      {"green TENT spare", "A spare tent, green."},
		"ten:*":                      nil,
		"% _ \\":                     nil,
		"''":                         nil,
		"te":                         nil,
		"'; drop table messages; --": nil,
		"<script>":                   nil,
		"#general":                   nil, // the labels of the index are no words
		"@" + ann.ID:                 nil,
		"+link":                      nil,
	} {
		w.finds(ann, words(typed), want...)
	}
	w.finds(ann, chat.Search{Phrases: []string{"!!", ""}})
}

// What was sent is found at once, what was edited by its new text only, and what
// was deleted never.
func TestSearchFollowsChanges(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ann := w.Join("ann")
	edited, gone := w.Stored(ann.Says("general", "first version")), w.Stored(ann.Says("general", "version to be deleted"))
	w.finds(ann, words("version"), "version to be deleted", "first version")
	w.Stored(ann.Edits("general", edited.Message.ID, "second draft"))
	w.Stored(ann.Does(roomlog.MessageDeleted, "general", gone.Message.ID, ""))
	w.finds(ann, words("version"))
	w.finds(ann, words("draft"), "second draft")
}

// A search shows nothing of rooms that the member may not enter now, and nothing of
// those whom it ignores.
func TestSearchShowsWhatTheMemberMaySee(t *testing.T) {
	t.Parallel()
	w, ctx := newWorld(t), context.Background()
	ann, bob := w.Join("ann"), w.Join("bob")
	w.Must(w.AddRoom(ctx, roomlog.Room{ID: "private", DisplayName: "Private", AccessLevel: roomlog.AdminAccess}))
	w.Must(w.GrantRoom(ctx, "private", ann.ID, roomlog.RoomMember, ann.ID))
	w.Stored(ann.Says("general", "word here"))
	w.Stored(ann.Says("private", "word there"))
	w.Stored(bob.Says("general", "word by bob"))
	everything := words("word")
	w.finds(ann, everything, "word by bob", "word there", "word here")
	w.finds(bob, everything, "word by bob", "word here")
	inPrivate := everything
	inPrivate.Room = "private"
	w.finds(ann, inPrivate, "word there")
	for _, room := range []string{"private", "absent", "NO ROOM"} {
		s := everything
		s.Room = room
		if _, err := w.Search(ctx, bob.ID, s); store.CodeOf(err) != store.Forbidden {
			t.Errorf("%s: %v", room, err)
		}
	}
	results, err := w.Search(ctx, ann.ID, inPrivate)
	w.Must(err)
	if len(results.Found) != 1 || results.Found[0].RoomName != "Private" || results.Found[0].SenderName != "ann" {
		t.Errorf("%+v", results)
	}
	w.Must(w.RevokeRoom(ctx, "private", ann.ID))
	w.finds(ann, everything, "word by bob", "word here")
	w.Must(w.IgnoreMember(ctx, ann.ID, bob.ID))
	w.finds(ann, everything, "word here")
	w.finds(bob, everything, "word by bob", "word here")
	w.Must(w.SetChatAccess(ctx, ann.ID, false, nil))
	if _, err := w.Search(ctx, ann.ID, everything); store.CodeOf(err) != store.Forbidden {
		t.Errorf("banned: %v", err)
	}
}

func TestSearchNarrowed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ann, bob := w.Join("ann"), w.Join("bob")
	w.Stored(ann.Says("general", "old word"))
	first := one[time.Time](w, `select created_at from messages where seq = 1`)
	storetest.MoveClock(t, w.URL, time.Hour)
	w.Stored(bob.Says("general", "word HTTPS://example.org"))
	second := one[time.Time](w, `select created_at from messages where seq = 2`)
	storetest.MoveClock(t, w.URL, 2*time.Hour)
	w.Stored(ann.Says("general", "new word"))
	gif := ann.Says("general", "")
	gif.Draft.Kind, gif.Draft.MediaURL = roomlog.GIFMessage, "https://media.giphy.com/media/x/giphy.gif"
	w.Stored(gif)
	narrowed := func(change func(*chat.Search)) chat.Search {
		s := words("word")
		change(&s)
		return s
	}
	w.finds(ann, narrowed(func(s *chat.Search) { s.From = "Ann" }), "new word", "old word")
	w.finds(ann, narrowed(func(s *chat.Search) { s.From = "nobody" }))
	w.finds(ann, narrowed(func(s *chat.Search) { s.Before = second }), "old word")
	w.finds(ann, narrowed(func(s *chat.Search) { s.Before, s.Room = second, "general" }), "old word")
	w.finds(ann, narrowed(func(s *chat.Search) { s.After = first }), "new word", "word HTTPS://example.org")
	w.finds(ann, narrowed(func(s *chat.Search) { s.After, s.Before = first, second.Add(time.Microsecond) }), "word HTTPS://example.org")
	w.finds(ann, narrowed(func(s *chat.Search) { s.After, s.Before = second, first }))
	w.finds(ann, narrowed(func(s *chat.Search) { s.Has = chat.HasLink }), "word HTTPS://example.org")
	w.finds(ann, narrowed(func(s *chat.Search) { s.Has = chat.HasMedia }))
	w.finds(ann, chat.Search{Has: chat.HasMedia}, "https://media.giphy.com/media/x/giphy.gif")
	w.finds(ann, chat.Search{From: "bob"}, "word HTTPS://example.org")
	w.finds(ann, chat.Search{Before: second}, "old word")
	w.finds(ann, chat.Search{After: second}, "https://media.giphy.com/media/x/giphy.gif", "new word")
	w.finds(ann, chat.Search{After: first, Before: second.Add(time.Microsecond), Room: "general"}, "word HTTPS://example.org")
	w.finds(ann, chat.Search{After: first, Before: second})
	w.finds(ann, chat.Search{From: "bob", Before: time.Date(20000, 1, 1, 0, 0, 0, 0, time.UTC)}, "word HTTPS://example.org")
}

// Days alone find what was said then, also where the newest messages by far are in rooms
// that the member may not enter, and are found by indexes.
func TestSearchByDaysAlone(t *testing.T) {
	t.Parallel()
	w, ctx := newWorld(t), context.Background()
	ann, bob, eve := w.Join("ann"), w.Join("bob"), w.Join("eve")
	w.Must(w.AddRoom(ctx, roomlog.Room{ID: "private", DisplayName: "Private", AccessLevel: roomlog.AdminAccess}))
	w.Must(w.AddRoom(ctx, roomlog.Room{ID: "quiet", DisplayName: "Quiet", AccessLevel: roomlog.OpenAccess}))
	w.Must(w.GrantRoom(ctx, "private", bob.ID, roomlog.RoomMember, bob.ID))
	w.Must(w.IgnoreMember(ctx, ann.ID, eve.ID))
	w.Do(ann.Says("general", "one"), ann.Says("quiet", "two"), eve.Says("general", "ignored"))
	gone := w.Stored(ann.Says("quiet", "deleted"))
	w.Stored(ann.Does(roomlog.MessageDeleted, "quiet", gone.Message.ID, ""))
	for range 5 {
		w.Stored(bob.Says("private", "secret"))
	}
	want := strings.Split(one[string](w, `select string_agg(body, '|' order by created_at desc, seq desc, room_id desc) from messages where body in ('one', 'two')`), "|")
	for _, limit := range []int{1, 50} {
		w.finds(ann, chat.Search{After: time.Unix(1, 0), Limit: limit}, want...)
		w.finds(ann, chat.Search{After: time.Unix(1, 0), Limit: limit, Room: "quiet"}, "two")
	}
	w.finds(ann, chat.Search{Before: time.Unix(1, 0)})
}

// Pages of any size follow each other without a gap and without an overlap, whether
// the walk finds them or the index, also where messages have the same time.
func TestSearchPages(t *testing.T) {
	t.Parallel()
	w, ctx := newWorld(t), context.Background()
	ann := w.Join("ann")
	w.Must(w.AddRoom(ctx, roomlog.Room{ID: "other", DisplayName: "Other", AccessLevel: roomlog.OpenAccess}))
	rng := rand.New(rand.NewPCG(1, 2))
	for batch := range 12 {
		storetest.MoveClock(t, w.URL, time.Duration(batch)*time.Minute)
		var commands []roomlog.Command
		for i := range 10 {
			text := fmt.Sprintf("line %d %d", batch, i)
			if rng.IntN(3) > 0 {
				text += " word"
			}
			commands = append(commands, ann.Says([]string{"general", "other"}[rng.IntN(2)], text))
		}
		w.Do(commands...)
	}
	for _, room := range []string{"", "general"} {
		want := strings.Split(one[string](w, `select string_agg(body, '|' order by created_at desc, seq desc, room_id desc) from messages
			where body like '% word' and $1 in ('', room_id)`, room), "|")
		for _, limit := range []int{1, 7, 50} {
			for _, walk := range []int{1, 10, 25, 1000} {
				db, err := postgres.Open(ctx, postgres.Config{URL: w.URL, MaxConns: 4})
				w.Must(err)
				s := words("word")
				s.Limit, s.Room = limit, room
				var got []string
				for pages := 0; pages < 200; pages++ {
					page, err := chats.New(db).WithSearchWalk(walk).Search(ctx, ann.ID, s)
					w.Must(err)
					for _, m := range page.Found {
						got = append(got, m.Text)
					}
					if page.Older == nil {
						break
					}
					if s.Older, err = chat.ParseSearchCursor(page.Older.Cursor()); err != nil {
						t.Fatal(err)
					}
				}
				db.Close()
				if !slices.Equal(got, want) {
					t.Fatalf("room %q limit %d walk %d: %q, want %q", room, limit, walk, got, want)
				}
			}
		}
	}
}
