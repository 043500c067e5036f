package queue_test

import (
	"context"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"

	"muster/store"
	"muster/store/postgres"
	chats "muster/store/postgres/chat"
	members "muster/store/postgres/people"
	logs "muster/store/postgres/roomlog"
	"muster/store/queue"
	"muster/store/roomlog"
)

// fakePages are pages by their links.
type fakePages struct {
	mu    sync.Mutex
	asked []string
}

func (f *fakePages) Preview(_ context.Context, link string) (roomlog.LinkPreview, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.asked = append(f.asked, link)
	if strings.Contains(link, "nothing") {
		return roomlog.LinkPreview{}, store.NewError(store.Invalid, "nothing to show")
	}
	return roomlog.LinkPreview{URL: link, Title: "A page"}, nil
}

// talker sends and edits messages in the room of everybody.
type talker struct {
	h       *harness
	log     *logs.Log
	member  string
	session string
}

func (h *harness) talker(previews bool) talker {
	h.t.Helper()
	ctx := context.Background()
	db, err := postgres.Open(ctx, postgres.Config{URL: h.url})
	h.must(err)
	h.t.Cleanup(db.Close)
	h.must(chats.New(db).EnsureDefaultRoom(ctx, "general", "General"))
	m, err := members.New(db).AddMember(ctx, store.NewMember{Email: "bob@example.org", Username: "bob"})
	h.must(err)
	_, s, err := members.New(db).CreateSession(ctx, store.MemberSession, m.ID, "", "")
	h.must(err)
	log := logs.New(db)
	if previews {
		log.QueuePreviews()
	}
	return talker{h, log, m.ID, s.ID}
}

func (p talker) act(kind roomlog.EventKind, message, text string) string {
	p.h.t.Helper()
	if message == "" {
		message = uuid.Must(uuid.NewV7()).String()
	}
	results, err := p.log.Append(context.Background(), []roomlog.Command{{Kind: kind, Room: "general", Member: p.member, Session: p.session,
		MessageID: message, Draft: roomlog.Draft{Kind: roomlog.TextMessage, Text: text}}})
	p.h.must(err)
	p.h.must(results[0].Err)
	return message
}

// A message with a link gets a preview of it, and one for its edited text; one
// without a link, or whose page has nothing to show, gets none.
func TestLinkPreviewJobs(t *testing.T) {
	pages := &fakePages{}
	h := newHarness(t, func(q *queue.Queue) { q.AddLinkPreviews(pages) })
	bob := h.talker(true)
	first := bob.act(roomlog.MessageSent, "", "look: https://one.example/a.")
	bob.act(roomlog.MessageSent, "", "no link here")
	bob.act(roomlog.MessageSent, "", "https://nothing.example/")
	h.waitFor(`select count(*) = 2 from river_job where kind = 'link_preview' and state = 'completed'`)
	h.waitFor(`select preview->>'url' = 'https://one.example/a' and preview->>'title' = 'A page' from messages where id = '` + first + `'`)
	if n := one[int](h, `select count(*) from room_events where kind = 'message_preview'`); n != 1 {
		t.Errorf("%d events", n)
	}
	if n := one[int](h, `select count(*) from river_job where args::text like '%example%'`); n != 0 {
		t.Error("a job holds a link")
	}
	bob.act(roomlog.MessageEdited, first, "rather https://two.example/")
	h.waitFor(`select coalesce(preview->>'url' = 'https://two.example/', false) from messages where id = '` + first + `'`)
	if n := one[int](h, `select count(*) from river_job where kind = 'link_preview'`); n != 3 {
		t.Errorf("%d jobs", n)
	}
}

// Without the setting nothing is queued.
func TestLinkPreviewsAreOff(t *testing.T) {
	h := newHarness(t)
	h.talker(false).act(roomlog.MessageSent, "", "https://one.example/")
	if n := one[int](h, `select count(*) from river_job where kind = 'link_preview'`); n != 0 {
		t.Errorf("%d jobs", n)
	}
}
