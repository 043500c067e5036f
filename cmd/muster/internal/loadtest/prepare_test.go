package loadtest_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"

	"muster/cmd/muster/internal/loadtest"
	"muster/store/postgres"
	members "muster/store/postgres/people"
	logs "muster/store/postgres/roomlog"
	"muster/store/postgres/storetest"
	"muster/store/roomlog"
)

// open opens a database of the test's own.
func open(t *testing.T) *postgres.DB {
	t.Helper()
	db, err := postgres.Open(t.Context(), postgres.Config{URL: storetest.URL(t)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	return db
}

// say sends a message as a member that was signed in, and gives its number.
func say(t *testing.T, db *postgres.DB, by loadtest.Member, room string) int64 {
	t.Helper()
	c, err := members.New(db).Authenticate(t.Context(), by.Token)
	if err != nil || c.Member.Username != by.Username || c.Member.ID != by.ID {
		t.Fatalf("%+v %v", c, err)
	}
	verdicts, err := logs.New(db).Append(t.Context(), []roomlog.Command{{
		Kind: roomlog.MessageSent, Room: room, Member: by.ID, Session: c.Session.ID, MessageID: uuid.Must(uuid.NewV7()).String(),
		Draft: roomlog.Draft{Kind: roomlog.TextMessage, Text: "hello", ClientMsgID: uuid.NewString()},
	}})
	if err != nil || verdicts[0].Err != nil {
		t.Fatal(err, verdicts)
	}
	return verdicts[0].Event.Seq
}

func count(t *testing.T, db *postgres.DB, sql string) (n int) {
	t.Helper()
	if err := db.Pool().QueryRow(context.Background(), sql).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestPrepareSignsEveryoneIn(t *testing.T) {
	t.Parallel()
	db := open(t)
	for range 2 { // a second run finds the members and rooms
		made, err := loadtest.Prepare(t.Context(), db.Pool(), time.Hour, 50, 3)
		if err != nil {
			t.Fatal(err)
		}
		if len(made) != 50 || made[49].Username != "load_50" {
			t.Fatalf("%d members", len(made))
		}
		say(t, db, made[49], "load-3")
	}
	if n := count(t, db, `select count(*) from members`); n != 50 {
		t.Fatalf("%d members", n)
	}
}

// A long history that was made at once is one that can be read and gone on with.
func TestFillHistory(t *testing.T) {
	t.Parallel()
	db := open(t)
	made, err := loadtest.Prepare(t.Context(), db.Pool(), time.Hour, 2, 1)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := loadtest.FillHistory(t.Context(), db.Pool(), 300); err != nil {
			t.Fatal(err)
		}
	}
	if seq := say(t, db, made[1], "load-1"); seq != 601 {
		t.Errorf("the next message has number %d", seq)
	}
	page, err := logs.New(db).History(t.Context(), made[1].ID, "load-1", 50, "")
	if err != nil || len(page.Messages) != 50 {
		t.Fatalf("a page of %d, %v", len(page.Messages), err)
	}
	if n := count(t, db, `select count(distinct seq) from room_events where seq between 1 and 601`); n != 601 {
		t.Errorf("%d numbers", n)
	}
	if n := count(t, db, `select count(distinct sender_id) from messages`); n != 2 {
		t.Errorf("%d senders", n)
	}
	if n := count(t, db, `select count(*) from sends`); n != 601 {
		t.Errorf("%d sends", n)
	}
}
