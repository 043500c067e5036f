// The harness of this package's tests: face checks on a real database.

package face_test

import (
	"context"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
	rules "muster/store/face"
	"muster/store/postgres"
	chats "muster/store/postgres/chat"
	faces "muster/store/postgres/face"
	members "muster/store/postgres/people"
	"muster/store/postgres/storetest"
)

var ctx = context.Background()

// world is a community with face checks.
type world struct {
	t     testing.TB
	url   string
	owner func() *pgxpool.Pool
	*postgres.DB
	faces *faces.Faces
}

func newWorld(t testing.TB) *world {
	t.Helper()
	w := &world{t: t, url: storetest.URL(t)}
	w.owner = storetest.Owner(t, w.url)
	var err error
	w.DB, err = postgres.Open(ctx, postgres.Config{URL: w.url, MaxConns: 8})
	w.must(err)
	t.Cleanup(w.Close)
	w.must(chats.New(w.DB).EnsureDefaultRoom(ctx, "general", "General"))
	secret, err := store.NewSecret(strings.Repeat("s", store.MinSecret))
	w.must(err)
	w.faces = faces.New(w.DB, rules.NewKeys(secret))
	w.Join(w.faces)
	return w
}

func (w *world) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) exec(sql string, args ...any) {
	w.t.Helper()
	_, err := w.owner().Exec(ctx, sql, args...)
	w.must(err)
}

// one reads one value.
func one[T any](w *world, sql string, args ...any) (v T) {
	w.t.Helper()
	w.must(w.Pool().QueryRow(ctx, sql, args...).Scan(&v))
	return v
}

// signedIn adds a member and opens a session.
func (w *world) signedIn(username string, admin bool) store.Caller {
	w.t.Helper()
	m, err := members.New(w.DB).AddMember(ctx, store.NewMember{Name: "Member " + username, Email: username + "@example.org", Username: username, IsAdmin: admin})
	w.must(err)
	_, s, err := members.New(w.DB).CreateSession(ctx, store.MemberSession, m.ID, "Test", "192.0.2.1")
	w.must(err)
	return store.Caller{Session: s, Member: m}
}

// enrols gives a member an enrolled face.
func (w *world) enrols(c store.Caller) (check string) {
	w.t.Helper()
	step, err := w.faces.Start(ctx, c, "bearer")
	w.must(err)
	e, err := w.faces.PrepareEnrolment(ctx, step.Token)
	w.must(err)
	e.Engine = "fake/1"
	_, err = w.faces.Enrol(ctx, e, rules.Enrolment{Template: []byte("template of " + c.Member.Username), Quality: rules.Quality{Detection: 0.9}}, []byte("first"))
	w.must(err)
	return e.ID
}

// verifies has a picture of a member compared.
func (w *world) verifies(c store.Caller, sent string, confidence float64) (check string) {
	w.t.Helper()
	step, err := w.faces.Start(ctx, c, "bearer")
	w.must(err)
	a, err := w.faces.BeginAttempt(ctx, step.Token, []byte(sent))
	w.must(err)
	_, err = w.faces.Settle(ctx, a, "fake/1", rules.Comparison{Confidence: confidence, Distance: 0.4})
	w.must(err)
	return a.ID
}
