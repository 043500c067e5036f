// World: a fresh database with members, sessions and rooms, for the tests of a subject.

package storetest

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
	"muster/store/chat"
	"muster/store/people"
	"muster/store/postgres"
	chats "muster/store/postgres/chat"
	members "muster/store/postgres/people"
	logs "muster/store/postgres/roomlog"
	"muster/store/roomlog"
)

// World is a community in a database of its own.
type World struct {
	T     testing.TB
	URL   string
	Owner func() *pgxpool.Pool // of the tables
	Node
}

// Node is what one node asks of the database.
type Node struct {
	*postgres.DB
	*logs.Log
	*chats.Chat
	*members.People
}

// NewNode makes them of an open database.
func NewNode(db *postgres.DB) Node {
	n := Node{db, logs.New(db), chats.New(db), members.New(db)}
	for _, subject := range []postgres.Subject{n.People, n.Log, n.Chat} {
		db.Join(subject)
	}
	return n
}

// Person is a member with a live session.
type Person struct {
	store.Member
	Session string
	Token   string
}

// NewWorld makes a community with the room general.
func NewWorld(t testing.TB) *World {
	t.Helper()
	return OpenWorld(t, URL(t))
}

// OpenWorld is NewWorld on a database that is there.
func OpenWorld(t testing.TB, url string) *World {
	t.Helper()
	w := &World{T: t, URL: url, Owner: Owner(t, url)}
	w.Node = w.OpenNode(0)
	w.Must(w.EnsureDefaultRoom(context.Background(), "general", "General"))
	return w
}

// OpenNode is another node's view of the same database.
func (w *World) OpenNode(conns int32) Node {
	w.T.Helper()
	db, err := postgres.Open(context.Background(), postgres.Config{
		URL: w.URL, MaxConns: conns, ReservedUsernames: []string{"maestro"},
		LockTimeout: 2 * time.Second,
	})
	w.Must(err)
	w.T.Cleanup(db.Close)
	return NewNode(db)
}

// Must ends the test at an error.
func (w *World) Must(err error) {
	w.T.Helper()
	if err != nil {
		w.T.Fatal(err)
	}
}

// Join makes a member of that username, signed in.
func (w *World) Join(username string) Person {
	w.T.Helper()
	m, err := w.AddMember(context.Background(), store.NewMember{Email: username + "@example.org", Username: username})
	w.Must(err)
	return w.SignIn(m)
}

// SignIn opens a session for a member.
func (w *World) SignIn(m store.Member) Person {
	w.T.Helper()
	token, s, err := w.CreateSession(context.Background(), store.MemberSession, m.ID, "Firefox", "192.0.2.1")
	w.Must(err)
	return Person{Member: m, Session: s.ID, Token: token}
}

// Exec runs SQL of the test's own, as the owner of the tables.
func (w *World) Exec(sql string, args ...any) {
	w.T.Helper()
	if _, err := w.Owner().Exec(context.Background(), sql, args...); err != nil {
		w.T.Fatalf("%s: %v", sql, err)
	}
}

// Patiently repeats a call that a busy machine kept waiting for its row too long.
func Patiently(call func() error) error {
	for {
		if err := call(); store.CodeOf(err) != store.Unavailable {
			return err
		}
	}
}

// One reads one value.
func One[T any](w *World, sql string, args ...any) T {
	w.T.Helper()
	rows, err := w.Pool().Query(context.Background(), sql, args...)
	w.Must(err)
	v, err := pgx.CollectExactlyOneRow(rows, pgx.RowTo[T])
	w.Must(err)
	return v
}

// NewID makes the id of a message or of a command.
func NewID() string { return uuid.Must(uuid.NewV7()).String() }

// ReadHistory is History without what it was read at.
func (w *World) ReadHistory(ctx context.Context, member, room string, limit int, before string) ([]roomlog.Message, error) {
	page, err := w.History(ctx, member, room, limit, before)
	return page.Messages, err
}

// ReadPins is Pins without what they were read at.
func (w *World) ReadPins(ctx context.Context, member, room string) ([]roomlog.Pin, error) {
	pins, _, err := w.Pins(ctx, member, room)
	return pins, err
}

// ReadIgnored is Ignored without what it was read at.
func (w *World) ReadIgnored(ctx context.Context, member string) ([]chat.IgnoredMember, error) {
	list, _, err := w.Ignored(ctx, member)
	return list, err
}

// IgnoreMember is Ignore without the broadcast.
func (w *World) IgnoreMember(ctx context.Context, member, ignored string) error {
	_, err := w.Ignore(ctx, member, ignored)
	return err
}

// UnignoreMember is Unignore without the broadcast.
func (w *World) UnignoreMember(ctx context.Context, member, ignored string) error {
	_, err := w.Unignore(ctx, member, ignored)
	return err
}

// ReadPictures is ProfilePictures without what they were read at.
func (w *World) ReadPictures(ctx context.Context, usernames []string) (map[string]people.ProfilePicture, error) {
	found, _, err := w.ProfilePictures(ctx, usernames)
	return found, err
}

// Edits is the command of replacing a text.
func (p Person) Edits(room, message, text string) roomlog.Command {
	c := p.Does(roomlog.MessageEdited, room, message, "")
	c.Draft.Text = text
	return c
}

// Caller is the member with the session, as a call has it.
func (p Person) Caller() store.Caller {
	return store.Caller{Session: store.Session{ID: p.Session, Kind: store.MemberSession, PersonID: p.ID}, Member: p.Member}
}

// Chief is an administrator with a live session.
func (w *World) Chief(name string) (store.Caller, Person) {
	w.T.Helper()
	p := w.Join(name)
	w.Must(w.SetAdmin(context.Background(), p.ID, true))
	caller, err := w.Authenticate(context.Background(), p.Token)
	w.Must(err)
	return caller, p
}

// AwaitBlocked returns once a backend other than the test's own waits for a lock.
func (w *World) AwaitBlocked() {
	w.T.Helper()
	const blocked = `select exists (select 1 from pg_stat_activity
		where datname = current_database() and wait_event_type = 'Lock' and pid <> pg_backend_pid())`
	for deadline := time.Now().Add(30 * time.Second); !One[bool](w, blocked); {
		if time.Now().After(deadline) {
			w.T.Fatal("nobody waits for a lock")
		}
	}
}

// Begin starts a transaction that stays open, however long a busy machine lets it idle.
func (w *World) Begin() pgx.Tx {
	w.T.Helper()
	ctx := context.Background()
	tx, err := w.Pool().Begin(ctx)
	w.Must(err)
	w.T.Cleanup(func() { _ = tx.Rollback(ctx) })
	w.Must(Second(tx.Exec(ctx, `set local idle_in_transaction_session_timeout = 0`)))
	return tx
}

// Second is the failure of a call with one result.
func Second[T any](_ T, err error) error { return err }

// Third is the failure of a call with two results.
func Third[A, B any](_ A, _ B, err error) error { return err }

// WorldAt is a community whose clock shows a time, in a zone.
func WorldAt(t testing.TB, zone *time.Location, at time.Time) (w *World, move func(time.Duration)) {
	t.Helper()
	w = &World{T: t, URL: URL(t)}
	w.Owner = Owner(t, w.URL)
	db, err := postgres.Open(context.Background(), postgres.Config{URL: w.URL, MaxConns: 8, Zone: zone, LockTimeout: 2 * time.Second})
	w.Must(err)
	t.Cleanup(db.Close)
	w.Node = NewNode(db)
	ahead := time.Until(at)
	move = func(by time.Duration) {
		ahead += by
		MoveClock(t, w.URL, ahead)
	}
	move(0)
	w.Must(w.EnsureDefaultRoom(context.Background(), "general", "General"))
	return w, move
}

// WaitFor polls until a query returns true.
func WaitFor(t *testing.T, w *World, sql string) {
	t.Helper()
	deadline := time.NewTimer(time.Minute)
	defer deadline.Stop()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for !One[bool](w, sql) {
		select {
		case <-tick.C:
		case <-deadline.C:
			t.Fatalf("never true: %s", sql)
		}
	}
}

// Crowd adds members with an e-mail address, every second one with a phone too.
func (w *World) Crowd(n int) {
	w.T.Helper()
	AddMembers(w.T, w.Owner(), "Member #", "m#@example.org", "+49151#", n)
}
