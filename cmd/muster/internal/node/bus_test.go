package node

import (
	"context"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"muster/store"
	"muster/store/postgres"
	"muster/store/postgres/storetest"
	"muster/store/redis"
	"muster/store/redis/redistest"
)

// eavesdropper is a listener that notes whose texts came.
type eavesdropper struct {
	mu   sync.Mutex
	said []string
}

func (e *eavesdropper) note(what string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.said = append(e.said, what)
}

func (e *eavesdropper) Gap(string) {}
func (e *eavesdropper) RoomEvents(_ string, events []store.Event) {
	for _, one := range events {
		e.note(one.Message.Text)
	}
}
func (e *eavesdropper) SiteReached(int64)                   { e.note("site") }
func (e *eavesdropper) RoomTyping(_ string, t store.Typing) { e.note(t.Name) }
func (e *eavesdropper) Presence(p store.Presence)           { e.note("presence") }

func (e *eavesdropper) heard() []string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.Clone(e.said)
}

// openLog is a database of its own with the room general.
func openLog(t *testing.T) *postgres.DB {
	t.Helper()
	db, err := postgres.Open(t.Context(), postgres.Config{URL: storetest.URL(t), MaxConns: 20, SessionLimits: store.SessionLimits{Idle: time.Hour, Max: time.Hour}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	if err := db.EnsureDefaultRoom(t.Context(), "general", "General"); err != nil {
		t.Fatal(err)
	}
	return db
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

// busOf is the bus of a node on a database, as the node joins it.
func busOf(t *testing.T, db *postgres.DB, url string) (*redis.Bus, *eavesdropper) {
	t.Helper()
	secret, err := store.NewSecret(strings.Repeat("s", store.MinSecret))
	if err != nil {
		t.Fatal(err)
	}
	bus, err := openBus(t.Context(), url, &Database{DB: db}, secret, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
		defer cancel()
		_ = bus.Close(ctx)
	})
	ear := &eavesdropper{}
	bus.Subscribe("general")
	bus.Listen(ear)
	until(t, "the bus carries", func() bool { return bus.State() == redis.Up })
	return bus, ear
}

// P1 phantom 0: a live community and its staging copy, with one secret and one
// Redis, hear nothing of each other; nodes of one database do.
func TestTwoDatabasesOnOneRedisAreApart(t *testing.T) {
	url := redistest.Start(t).URL()
	live, staging := openLog(t), openLog(t)
	one, _ := busOf(t, live, url)
	_, atTwo := busOf(t, live, url)
	copied, _ := busOf(t, staging, url+"/1")
	other, atOther := busOf(t, staging, url+"/1")
	said := func(text string, seq int64) []store.Event {
		e := redistest.Message("general", seq)
		e.Message.Text = text
		return []store.Event{e}
	}
	copied.PublishTyping("general", store.Typing{MemberID: "x", Name: "staging", On: true})
	copied.PublishSite(9)
	copied.PublishPresence(store.Presence{Node: copied.NodeID(), Kind: store.PresenceSnapshot, Version: 1})
	copied.Publish("general", said("staging", 1))
	until(t, "staging hears itself", func() bool { return len(atOther.heard()) == 4 })
	one.Publish("general", said("live", 1))
	until(t, "live hears itself", func() bool { return slices.Contains(atTwo.heard(), "live") })
	if heard := atTwo.heard(); len(heard) != 1 {
		t.Errorf("live heard %q", heard)
	}
	copied.Publish("general", said("last", 2))
	until(t, "staging hears itself", func() bool { return slices.Contains(atOther.heard(), "last") })
	if heard := atOther.heard(); slices.Contains(heard, "live") || other.Counts().Refused != 0 {
		t.Errorf("staging heard %q, %+v", heard, other.Counts())
	}
}
