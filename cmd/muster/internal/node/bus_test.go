package node

import (
	"context"
	"io"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"muster/store"
	"muster/store/bus"
	"muster/store/chat"
	"muster/store/desk"
	"muster/store/logtest"
	"muster/store/postgres"
	"muster/store/postgres/storetest"
	"muster/store/redis"
	"muster/store/redis/redistest"
	"muster/store/roomlog"
)

// listener keeps what other nodes said, the text of a message.
type listener struct {
	mu    sync.Mutex
	lines []string
}

func (l *listener) note(what string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lines = append(l.lines, what)
}

func (l *listener) Gap(string) {}
func (l *listener) RoomEvents(_ string, events []roomlog.Event) {
	for _, one := range events {
		l.note(one.Message.Text)
	}
}
func (l *listener) SiteReached(int64)                  { l.note("site") }
func (l *listener) Broadcast(b store.Broadcast)        { l.note(b.Subject) }
func (l *listener) Flag(f chat.Flag)                   { l.note(f.Room) }
func (l *listener) Read(s roomlog.ReadState)           { l.note(s.Room) }
func (l *listener) RoomTyping(_ string, t bus.Typing)  { l.note(t.Name) }
func (l *listener) Activity(desk.ActivityBatch)        { l.note("activity") }
func (l *listener) ActivityWatched(desk.ActivityWatch) { l.note("watched") }
func (l *listener) Presence(p bus.Presence)            { l.note("presence") }

func (l *listener) received() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.lines)
}

// until waits for something that must come about.
func until(t *testing.T, what string, done func() bool) {
	t.Helper()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for deadline := time.Now().Add(40 * time.Second); !done(); <-tick.C {
		if time.Now().After(deadline) {
			t.Fatalf("never: %s", what)
		}
	}
}

// busOf is the bus of a node on a database, as the node opens it.
func busOf(t *testing.T, db *postgres.DB, url string) (*redis.Bus, *listener) {
	t.Helper()
	return busWith(t, db, url, "s", io.Discard)
}

// busWith is busOf for a secret of the first letter, beside which those of the others are
// accepted.
func busWith(t *testing.T, db *postgres.DB, url, letters string, log io.Writer) (*redis.Bus, *listener) {
	t.Helper()
	var secret store.Secret
	for i, letter := range strings.Split(letters, "") {
		one, err := store.NewSecret(strings.Repeat(letter, store.MinSecret))
		if err != nil {
			t.Fatal(err)
		}
		if secret = secret.Accepting(one); i == 0 {
			secret = one
		}
	}
	bus, err := openBus(t.Context(), url, &Database{DB: db}, secret, slog.New(slog.NewTextHandler(log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
		defer cancel()
		_ = bus.Close(ctx)
	})
	l := &listener{}
	bus.Subscribe("general")
	bus.Listen(l)
	until(t, "the bus is up", func() bool { return bus.State() == redis.Up })
	return bus, l
}

// A live community and its staging copy, with one secret and one
// Redis, receive nothing of each other; nodes of one database do.
func TestP1TwoDatabasesOnOneRedisAreApart(t *testing.T) {
	url := redistest.Start(t).URL()
	live, staging := storetest.Open(t), storetest.Open(t)
	one, _ := busOf(t, live, url)
	_, atTwo := busOf(t, live, url)
	copied, _ := busOf(t, staging, url+"/1")
	other, atOther := busOf(t, staging, url+"/1")
	said := func(text string, seq int64) []roomlog.Event {
		e := redistest.Message("general", seq)
		e.Message.Text = text
		return []roomlog.Event{e}
	}
	copied.PublishTyping("general", bus.Typing{MemberID: "x", Name: "staging", On: true})
	copied.PublishSite(9)
	copied.PublishPresence(bus.Presence{Node: copied.NodeID(), Kind: bus.PresenceSnapshot, Version: 1})
	copied.Publish("general", said("staging", 1))
	until(t, "staging receives its own", func() bool { return len(atOther.received()) == 4 })
	one.Publish("general", said("live", 1))
	until(t, "live receives its own", func() bool { return slices.Contains(atTwo.received(), "live") })
	if got := atTwo.received(); len(got) != 1 {
		t.Errorf("live received %q", got)
	}
	copied.Publish("general", said("last", 2))
	until(t, "staging receives its own", func() bool { return slices.Contains(atOther.received(), "last") })
	if got := atOther.received(); slices.Contains(got, "live") || other.Counts().Refused != 0 {
		t.Errorf("staging received %q, %+v", got, other.Counts())
	}
}

// A node that was started with a new MUSTER_SECRET used channels of its own: each
// side counted only its own people, and no line said why.
func TestNodesWithDifferentSecretsSaySo(t *testing.T) {
	url, db := redistest.Start(t).URL(), storetest.Open(t)
	var oldLog, newLog logtest.Buffer
	before, atBefore := busWith(t, db, url, "s", &oldLog)
	after, atAfter := busWith(t, db, url, "n", &newLog)
	before.PublishSite(1)
	after.PublishSite(2)
	for _, log := range []*logtest.Buffer{&oldLog, &newLog} {
		until(t, "the log says what to look at", func() bool {
			return log.Count("redis: messages of other nodes fail verification: do all nodes share MUSTER_SECRET?") == 1
		})
	}
	if got := append(atBefore.received(), atAfter.received()...); len(got) != 0 {
		t.Errorf("accepted %q", got)
	}
}

// While the secret is replaced, nodes that have both receive each other, whichever of the two
// each signs with.
func TestNodesReceiveEachOtherWhileTheSecretIsReplaced(t *testing.T) {
	url, db := redistest.Start(t).URL(), storetest.Open(t)
	before, atBefore := busWith(t, db, url, "sn", io.Discard)
	after, atAfter := busWith(t, db, url, "ns", io.Discard)
	says := func(b *redis.Bus, text string, seq int64) {
		e := redistest.Message("general", seq)
		e.Message.Text = text
		b.Publish("general", []roomlog.Event{e})
	}
	says(before, "of the former", 1)
	until(t, "the next receives the former", func() bool { return slices.Contains(atAfter.received(), "of the former") })
	says(after, "of the next", 2)
	until(t, "the former receives the next", func() bool { return slices.Contains(atBefore.received(), "of the next") })
}
