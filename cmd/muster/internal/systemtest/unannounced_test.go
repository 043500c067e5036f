package systemtest

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"muster/actors"
	"muster/actors/wire"
	"muster/store"
	"muster/store/language"
	"muster/store/postgres"
	chats "muster/store/postgres/chat"
	members "muster/store/postgres/people"
	logs "muster/store/postgres/roomlog"
	"muster/store/postgres/storetest"
	"muster/store/roomlog"
)

// mutedLog is the real log of a node that dies between commit and announce:
// once armed, an Append that has committed never returns.
type mutedLog struct {
	*logs.Log
	armed     atomic.Bool
	committed chan struct{}
	buried    chan struct{}
}

func (l *mutedLog) Append(ctx context.Context, acts []roomlog.Command) ([]roomlog.Result, error) {
	verdicts, err := l.Log.Append(ctx, acts)
	if !l.armed.Load() {
		return verdicts, err
	}
	if err == nil {
		l.committed <- struct{}{}
	}
	<-l.buried
	return nil, store.NewError(store.Unavailable, "the node is gone")
}

// Heads keeps the dead node from finding its own commit in the log.
func (l *mutedLog) Heads(ctx context.Context, rooms []string) (map[string]int64, int64, error) {
	if l.armed.Load() {
		return nil, 0, store.NewError(store.Unavailable, "the node is gone")
	}
	return l.Log.Heads(ctx, rooms)
}

// page is an Outbox that keeps what it was given.
type page struct {
	mu     sync.Mutex
	frames []seen
	more   chan struct{}
}

func newPage() *page { return &page{more: make(chan struct{}, 1)} }

func (p *page) Push(frame wire.Frame) {
	var s seen
	if json.Unmarshal(frame.Payload(), &s) != nil {
		return
	}
	p.mu.Lock()
	p.frames = append(p.frames, s)
	p.mu.Unlock()
	select {
	case p.more <- struct{}{}:
	default:
	}
}
func (p *page) PushLazy(frames wire.Frames) { p.PushAll(frames) }
func (p *page) PushAll(frames wire.Frames) {
	for _, f := range frames.All() {
		p.Push(f)
	}
}
func (p *page) Close(wire.CloseCode, string) {}
func (p *page) Deny(last wire.Frame, code wire.CloseCode, reason string) {
	p.Push(last)
}
func (p *page) Await(int, time.Duration) bool  { return true }
func (p *page) Language() (language.Tag, bool) { return "", false }
func (p *page) Joined() string                 { return "" }

// until waits for a frame that fits and gives it.
func (p *page) until(t *testing.T, what string, fits func(seen) bool) seen {
	t.Helper()
	timeout := time.After(time.Minute)
	for {
		p.mu.Lock()
		for _, frame := range p.frames {
			if fits(frame) {
				p.mu.Unlock()
				return frame
			}
		}
		p.mu.Unlock()
		select {
		case <-p.more:
		case <-timeout:
			t.Fatalf("no %s within 20 s", what)
		}
	}
}

// messages are the numbers of the message frames, in the order they came.
func (p *page) messages() []int64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	var seqs []int64
	for _, frame := range p.frames {
		if frame.Type == "message" {
			seqs = append(seqs, frame.Seq)
		}
	}
	return seqs
}

func startHub(t *testing.T, log actors.Log, ledger actors.Admission) *actors.Hub {
	t.Helper()
	return actors.NewHub(actors.Config{
		Log: log, Admission: ledger, Clock: time.Now, DefaultRoom: "general",
		Rate: 100000, Burst: 100000, LogWriters: 2, Logger: slog.New(slog.NewTextHandler(io.Discard, nil)),
	})
}

func enter(t *testing.T, hub *actors.Hub, token string, lastSeq int64) (*actors.Session, *page) {
	t.Helper()
	p := newPage()
	s := hub.Connect(p)
	receive(t, s, wire.JoinChat{Token: token, RoomID: "general", LastSeq: &lastSeq})
	p.until(t, "room_joined", func(f seen) bool { return f.Type == "room_joined" })
	return s, p
}

// receive hands a session one frame as a browser would send it.
func receive(t *testing.T, s *actors.Session, in wire.In) {
	t.Helper()
	fields := map[string]any{}
	payload, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(payload, &fields); err != nil {
		t.Fatal(err)
	}
	fields["type"] = in.Type()
	if payload, err = json.Marshal(fields); err != nil {
		t.Fatal(err)
	}
	s.Receive(payload)
}

// A node that dies after its commit and before its announcement loses nothing:
// on the next node the reader resumes with the event, and the sender's resend
// stores nothing and is answered with the first message.
func TestCrashBetweenCommitAndAnnounce(t *testing.T) {
	t.Parallel()
	const rounds = 20
	seed := rand.Uint64()
	random := rand.New(rand.NewPCG(seed, 2))
	t.Logf("seed %d", seed)
	ctx := t.Context()
	url := storetest.URL(t)
	db, err := postgres.Open(ctx, postgres.Config{URL: url, MaxConns: 20, SessionLimits: store.SessionLimits{Idle: time.Hour, Max: time.Hour}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	if err := chats.New(db).EnsureDefaultRoom(ctx, "general", "General"); err != nil {
		t.Fatal(err)
	}
	sender, reader := soldier(t, db, "ann"), soldier(t, db, "bob")
	var last int64
	for round := range rounds {
		log := &mutedLog{Log: logs.New(db), committed: make(chan struct{}, 64), buried: make(chan struct{})}
		dying := startHub(t, log, logs.New(db))
		s, sent := enter(t, dying, sender, last)
		_, read := enter(t, dying, reader, last)
		for range random.IntN(4) {
			last++
			receive(t, s, wire.SendMessage{Text: "before", RoomID: "general", ClientMsgID: uuid.NewString()})
			read.until(t, "message before the crash", func(f seen) bool { return f.Type == "message" && f.Seq == last })
		}
		log.armed.Store(true)
		lost := uuid.NewString()
		receive(t, s, wire.SendMessage{Text: "between", RoomID: "general", ClientMsgID: lost})
		select {
		case <-log.committed:
		case <-time.After(time.Minute):
			t.Fatalf("round %d: nothing was committed", round)
		}

		next := startHub(t, logs.New(db), logs.New(db))
		resumed, caught := enter(t, next, reader, last)
		event := caught.until(t, "the event that was not announced", func(f seen) bool { return f.Seq == last+1 && f.Type == "message" })
		if event.ClientMsgID != lost {
			t.Fatalf("round %d: number %d is %s, not the send that was cut", round, event.Seq, event.ClientMsgID)
		}
		again, answered := enter(t, next, sender, last+1)
		receive(t, again, wire.SendMessage{Text: "between", RoomID: "general", ClientMsgID: lost})
		if got := answered.until(t, "answer to the resend", func(f seen) bool { return f.ClientMsgID == lost }); got.ID != event.ID || got.Seq != event.Seq {
			t.Fatalf("round %d: the resend made %s at %d, the first was %s at %d", round, got.ID, got.Seq, event.ID, event.Seq)
		}
		last++
		if got := caught.messages(); len(got) != 1 || got[0] != last {
			t.Fatalf("round %d: the reader got %v, want exactly %d", round, got, last)
		}
		for _, seq := range sent.messages() {
			if seq == last {
				t.Fatalf("round %d: the dead node announced %d", round, seq)
			}
		}
		close(log.buried)
		resumed.Gone()
		again.Gone()
		for _, hub := range []*actors.Hub{dying, next} {
			if err := hub.Stop(ctx); err != nil {
				t.Fatal(err)
			}
		}
	}
	heads, _, err := logs.New(db).Heads(ctx, []string{"general"})
	if err != nil || heads["general"] != last {
		t.Fatalf("the log ends at %d, want %d (%v)", heads["general"], last, err)
	}
}

// soldier makes a member with a username and gives the token of an open session.
func soldier(t *testing.T, db *postgres.DB, name string) string {
	t.Helper()
	m, err := members.New(db).AddMember(t.Context(), store.NewMember{Name: name, Email: name + "@muster.test", Username: name})
	if err != nil {
		t.Fatal(err)
	}
	token, _, err := members.New(db).CreateSession(t.Context(), store.MemberSession, m.ID, "a test", "127.0.0.1")
	if err != nil {
		t.Fatal(err)
	}
	return token
}
