package demo

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"muster/cmd/muster/internal/node"
	"muster/cmd/muster/internal/systemtest/harness"
	"muster/store/postgres"
	chats "muster/store/postgres/chat"
	members "muster/store/postgres/people"
	"muster/store/postgres/storetest"
)

// Those who are invited talk, react, check in and contribute as members do, and their
// sessions end when nobody looks any more.
func TestLivelyEvening(t *testing.T) {
	h := harness.Start(t, 1, 1)
	for _, s := range enlist(newDice()) {
		if _, err := members.New(h.DB.DB).AddMember(t.Context(), s.NewMember); err != nil {
			t.Fatal(err)
		}
	}
	for _, r := range sampleRooms {
		if err := chats.New(h.DB.DB).AddRoom(t.Context(), r); err != nil {
			t.Fatal(err)
		}
	}
	looking, leave := context.WithCancel(t.Context())
	over := make(chan struct{})
	go func() {
		defer close(over)
		Lively{DB: h.DB, Address: h.Addr, General: "load-1", Log: slog.New(slog.DiscardHandler), hurry: 100}.Run(looking)
	}()
	for _, sql := range []string{
		`select count(distinct sender_id) >= 6 from messages`, `select count(*) > 0 from reactions`,
		`select count(*) > 3 from points_ledger where action = 'check_in'`, `select count(*) > 0 from contributions where status = 'completed' and payment_id is not null`, // can be paid back
	} {
		for done := false; !done; {
			if err := h.DB.Pool().QueryRow(t.Context(), sql).Scan(&done); err != nil {
				t.Fatal(err)
			}
			if !done && !pause(t.Context(), newDice(), 50*time.Millisecond) {
				t.Fatal(sql)
			}
		}
	}
	leave()
	<-over
	var left int
	if err := h.DB.Pool().QueryRow(t.Context(), `select count(*) from sessions where revoked_at is null and id in (select session_id from session_seen where device = 'Demo')`).Scan(&left); err != nil || left != 0 {
		t.Errorf("%d sessions are left, %v", left, err)
	}
}

// Without the crowd nobody comes, and the log says why.
func TestLivelyWithoutTheCrowd(t *testing.T) {
	var said bytes.Buffer
	db, err := postgres.Open(t.Context(), postgres.Config{URL: storetest.URL(t)})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	Lively{DB: &node.Database{DB: db}, Log: slog.New(slog.NewTextHandler(&said, nil))}.Run(t.Context())
	if !strings.Contains(said.String(), "the demo stays quiet") {
		t.Error(said.String())
	}
}
