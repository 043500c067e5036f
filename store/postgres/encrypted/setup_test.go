// The harness of this package's tests: encrypted messages on a real database.

package encrypted_test

import (
	"context"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
	rules "muster/store/encrypted"
	"muster/store/postgres"
	messages "muster/store/postgres/encrypted"
	members "muster/store/postgres/people"
	"muster/store/postgres/storetest"
)

var ctx = context.Background()

// world is a community in a database of its own.
type world struct {
	t     testing.TB
	url   string
	owner func() *pgxpool.Pool
	*postgres.DB
}

func newWorld(t testing.TB) *world {
	t.Helper()
	w := &world{t: t, url: storetest.URL(t)}
	w.owner = storetest.Owner(t, w.url)
	w.DB = w.open()
	return w
}

// open is the database as another node has it.
func (w *world) open() *postgres.DB {
	w.t.Helper()
	db, err := postgres.Open(ctx, postgres.Config{URL: w.url, MaxConns: 8})
	w.must(err)
	w.t.Cleanup(db.Close)
	return db
}

func (w *world) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

// messages are the encrypted messages as several nodes have them.
func (w *world) messages(nodes int) (all []*messages.Messages) {
	w.t.Helper()
	secret, err := store.NewSecret(strings.Repeat("s", store.MinSecret))
	w.must(err)
	for range nodes {
		all = append(all, messages.New(w.open(), rules.NewKeys(secret)))
	}
	return all
}

// member adds a member of that name and gives its id.
func (w *world) member(name string) string {
	w.t.Helper()
	m, err := members.New(w.DB).AddMember(ctx, store.NewMember{Email: name + "@example.org", Username: name})
	w.must(err)
	return m.ID
}

// boss is an administrator with an open session.
func (w *world) boss() store.Caller {
	w.t.Helper()
	id := w.member("boss")
	w.must(members.New(w.DB).SetAdmin(ctx, id, true))
	_, session, err := members.New(w.DB).CreateSession(ctx, store.MemberSession, id, "Firefox", "192.0.2.1")
	w.must(err)
	return store.Caller{Session: session, Member: store.Member{ID: id}}
}

// one reads the one value of a query.
func one[T any](w *world, sql string, args ...any) T {
	w.t.Helper()
	rows, err := w.owner().Query(ctx, sql, args...)
	w.must(err)
	value, err := pgx.CollectExactlyOneRow(rows, pgx.RowTo[T])
	w.must(err)
	return value
}
