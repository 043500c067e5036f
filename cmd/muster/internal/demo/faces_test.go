package demo

import (
	"context"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"muster/cmd/muster/internal/node"
	"muster/store"
	"muster/store/face"
	"muster/store/face/facetest"
	"muster/store/postgres"
	"muster/store/postgres/storetest"
)

// faceThatStops finds no face any more once it was ready.
type faceThatStops struct{ facetest.ByColour }

func (faceThatStops) Enrol(context.Context, face.Picture) (face.Enrolment, error) {
	return face.Enrolment{}, face.ErrUnavailable
}

// A machine so busy that the engine did not answer in time kept the first start of a dev
// node from ending well.
func TestDemoGoesOnWithoutItsFaces(t *testing.T) {
	ctx, url := t.Context(), demoURL(t)
	pg, err := postgres.Open(ctx, postgres.Config{URL: url})
	if err != nil {
		t.Fatal(err)
	}
	defer pg.Close()
	db := &node.Database{DB: pg, URL: url, OwnerURL: storetest.OwnerURL(url)}
	if err := db.AsOwner(ctx, `delete from face_enrolments`); err != nil {
		t.Fatal(err)
	}
	secret, err := store.NewSecret(strings.Repeat("s", store.MinSecret))
	if err != nil {
		t.Fatal(err)
	}
	files := Files{Secret: secret, DataDir: t.TempDir(), Engine: face.InTurns(faceThatStops{facetest.NewByColour()})}
	clock, err := db.OwnerConn(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer clock.Close(ctx)
	judged, end := Judge(ctx, files.Engine)
	defer end()
	files.Judged = judged
	if err := files.faces(ctx, &seeding{db: db, clock: clock}); err != nil {
		t.Error(err)
	}
	if n := ask[int](t, url, `select count(*) from face_enrolments`); n != 0 {
		t.Errorf("%d faces are enrolled", n)
	}
	if ahead := ask[float64](t, url, `select extract(epoch from ahead)::float8 from clock_offset`); ahead != 0 {
		t.Errorf("the clock is left %v s ahead", ahead)
	}
}

// ask reads one value.
func ask[T any](t *testing.T, url, sql string) (value T) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(t.Context())) }()
	if err := conn.QueryRow(t.Context(), sql).Scan(&value); err != nil {
		t.Fatal(err)
	}
	return value
}
