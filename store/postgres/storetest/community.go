package storetest

import (
	"testing"
	"time"

	"muster/store"
	"muster/store/postgres"
	chats "muster/store/postgres/chat"
)

// Open is a database of its own with the room general, as a node opens it.
func Open(t testing.TB) *postgres.DB {
	t.Helper()
	db, err := postgres.Open(t.Context(), postgres.Config{URL: URL(t), MaxConns: 20, SessionLimits: store.SessionLimits{Idle: time.Hour, Max: time.Hour}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	if err := chats.New(db).EnsureDefaultRoom(t.Context(), "general", "General"); err != nil {
		t.Fatal(err)
	}
	return db
}
