// What the tests of this package stand on: a fresh database with members,
// sessions and rooms.

package postgres_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/actors"
	"muster/store"
	"muster/store/postgres"
	"muster/store/postgres/storetest"
)

// The log and the ledger are what the actors ask for.
var (
	_ actors.Log       = (*postgres.Live)(nil)
	_ actors.Admission = (*postgres.Live)(nil)

	_ actors.Costs        = (*postgres.DB)(nil)
	_ actors.Contributors = (*postgres.DB)(nil)
	_ actors.Campaigns    = (*postgres.Campaigns)(nil)
)

// world is a community in a database of its own.
type world struct {
	t     testing.TB
	url   string
	owner func() *pgxpool.Pool // of the tables
	node
}

// node is both halves of one node's database.
type node struct {
	*postgres.DB
	*postgres.Live
}

// person is a member with a live session.
type person struct {
	store.Member
	session string
	token   string
}

func newWorld(t testing.TB) *world {
	t.Helper()
	return openWorld(t, storetest.URL(t))
}

func openWorld(t testing.TB, url string) *world {
	t.Helper()
	w := &world{t: t, url: url, owner: storetest.Owner(t, url)}
	w.node = w.open(0)
	w.must(w.EnsureDefaultRoom(context.Background(), "general", "General"))
	return w
}

// open is another node's view of the same database.
func (w *world) open(conns int32) node {
	w.t.Helper()
	db, err := postgres.Open(context.Background(), postgres.Config{
		URL: w.url, MaxConns: conns, ReservedUsernames: []string{"maestro"},
	}.WithLockTimeout(2*time.Second))
	w.must(err)
	w.t.Cleanup(db.Close)
	return node{db, db.Live()}
}

func (w *world) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

// join makes a member of that username, signed in.
func (w *world) join(username string) person {
	w.t.Helper()
	m, err := w.AddMember(context.Background(), store.NewMember{Email: username + "@example.org", Username: username})
	w.must(err)
	return w.signIn(m)
}

func (w *world) signIn(m store.Member) person {
	w.t.Helper()
	token, s, err := w.CreateSession(context.Background(), store.MemberSession, m.ID, "Firefox", "192.0.2.1")
	w.must(err)
	return person{Member: m, session: s.ID, token: token}
}

// exec runs SQL of the test's own, as the owner of the tables.
func (w *world) exec(sql string, args ...any) {
	w.t.Helper()
	if _, err := w.owner().Exec(context.Background(), sql, args...); err != nil {
		w.t.Fatalf("%s: %v", sql, err)
	}
}

// patiently repeats a call that a busy machine kept waiting for its row too long.
func patiently(call func() error) error {
	for {
		if err := call(); store.CodeOf(err) != store.Unavailable {
			return err
		}
	}
}

// one reads one value.
func one[T any](w *world, sql string, args ...any) T {
	w.t.Helper()
	rows, err := w.Pool().Query(context.Background(), sql, args...)
	w.must(err)
	v, err := pgx.CollectExactlyOneRow(rows, pgx.RowTo[T])
	w.must(err)
	return v
}

func newID() string { return uuid.Must(uuid.NewV7()).String() }

// says is the command of sending text.
func (p person) says(room, text string) store.Command {
	return store.Command{
		Kind: store.MessageSent, Room: room, Member: p.ID, Session: p.session, MessageID: newID(),
		Draft: store.Draft{Kind: store.TextMessage, Text: text, ClientMsgID: newID()},
	}
}

// does is a command on a message.
func (p person) does(kind store.EventKind, room, message, emoji string) store.Command {
	return store.Command{Kind: kind, Room: room, Member: p.ID, Session: p.session, MessageID: message, Reaction: emoji}
}

// append gives the results of commands in one call.
func (w *world) append(commands ...store.Command) []store.Result {
	w.t.Helper()
	results, err := w.Append(context.Background(), commands)
	w.must(err)
	return results
}

// stored appends one command and wants it stored.
func (w *world) stored(command store.Command) *store.Event {
	w.t.Helper()
	v := w.append(command)[0]
	if v.Err != nil || v.Event == nil || !v.Stored {
		w.t.Fatalf("want stored, got %s", show(v))
	}
	return v.Event
}

// refused appends one command and wants this answer.
func (w *world) refused(command store.Command, want *store.Error) {
	w.t.Helper()
	v := w.append(command)[0]
	if got := store.AsError(v.Err); v.Err == nil || got.Code != want.Code || got.Message != want.Message {
		w.t.Fatalf("want %v, got %s", want, show(v))
	}
}

func show(v store.Result) string {
	return fmt.Sprintf("stored=%v event=%+v err=%v", v.Stored, v.Event, v.Err)
}

// events reads the whole log of a room.
func (w *world) events(room string) []store.Event {
	w.t.Helper()
	var all []store.Event
	for {
		after := int64(0)
		if len(all) > 0 {
			after = all[len(all)-1].Seq
		}
		page, err := w.Events(context.Background(), room, after, 500)
		w.must(err)
		if len(page) == 0 {
			return all
		}
		all = append(all, page...)
	}
}

// dense wants the log of a room to be numbered 1, 2, 3 … with times that never
// go back, agreeing with the room's head, and gives it.
func (w *world) dense(room string) []store.Event {
	w.t.Helper()
	all := w.events(room)
	for i, e := range all {
		if e.Seq != int64(i+1) {
			w.t.Fatalf("event %d of %s has number %d", i+1, room, e.Seq)
		}
		if i > 0 && e.At.Before(all[i-1].At) {
			w.t.Fatalf("event %d of %s happened before event %d", i+1, room, i)
		}
	}
	heads, _, err := w.Heads(context.Background(), []string{room})
	w.must(err)
	if heads[room] != int64(len(all)) {
		w.t.Fatalf("head of %s is %d with %d events", room, heads[room], len(all))
	}
	return all
}

// history is History without what it was read at.
func (w *world) history(ctx context.Context, member, room string, limit int, before string) ([]store.Message, error) {
	page, err := w.History(ctx, member, room, limit, before)
	return page.Messages, err
}

// pins is Pins without what they were read at.
func (w *world) pins(ctx context.Context, member, room string) ([]store.Pin, error) {
	pins, _, err := w.Pins(ctx, member, room)
	return pins, err
}

// ignored is Ignored without what it was read at.
func (w *world) ignored(ctx context.Context, member string) ([]store.IgnoredMember, error) {
	list, _, err := w.Ignored(ctx, member)
	return list, err
}

// ignore is Ignore without the broadcast.
func (w *world) ignore(ctx context.Context, member, ignored string) error {
	_, err := w.Ignore(ctx, member, ignored)
	return err
}

// unignore is Unignore without the broadcast.
func (w *world) unignore(ctx context.Context, member, ignored string) error {
	_, err := w.Unignore(ctx, member, ignored)
	return err
}

// pictures is ProfilePictures without what they were read at.
func (w *world) pictures(ctx context.Context, usernames []string) (map[string]store.ProfilePicture, error) {
	found, _, err := w.ProfilePictures(ctx, usernames)
	return found, err
}
