package demo

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"muster/cmd/muster/internal/node"
	"muster/store"
	"muster/store/face"
	"muster/store/face/embedded"
	"muster/store/face/facetest"
	"muster/store/postgres"
	"muster/store/postgres/storetest"
)

// The demo's viewer showed passes of nearly 100 % alone. The checks of strangers have every
// band, and one that passes narrowly.
func TestDemoFacesShowEveryBand_FADM14(t *testing.T) {
	t.Parallel()
	engine, err := embedded.Open("../../../../client/node_modules/@vladmandic/face-api/model")
	if err != nil {
		t.Fatal(err)
	}
	template := func(of drawing) []byte {
		t.Helper()
		picture, err := face.ReadPicture(drawPerson(of.n, faceWidth, of.lean))
		if err != nil {
			t.Fatal(err)
		}
		made, err := engine.Enrol(t.Context(), picture)
		if err != nil {
			t.Fatalf("%+v: %v", of, err)
		}
		return made.Template
	}
	strangers := slices.Clone(sampleStrangers)
	for _, drawn := range sampleFailures {
		strangers = append(strangers, sampleStranger{name: sampleFailing, drawn: drawn})
	}
	bands, enrolled := map[float64]int{}, map[string][]byte{}
	for _, other := range strangers {
		if enrolled[other.name] == nil {
			n := slices.IndexFunc(sampleApplications, func(a sampleApplication) bool { return a.name == other.name })
			enrolled[other.name] = template(drawing{n: n})
		}
		distance, err := embedded.Distance(enrolled[other.name], template(other.drawn))
		if err != nil {
			t.Fatal(err)
		}
		confidence := embedded.Confidence(distance)
		if passes := (face.Comparison{Confidence: confidence}).Passes(); passes != (other.name == "Rosa Delgado") || confidence > 97.5 {
			t.Errorf("%s, drawn as %+v: %.1f", other.name, other.drawn, confidence)
		}
		for _, from := range []float64{95, 90, 70, 50, 0} {
			if confidence >= from {
				bands[from]++
				break
			}
		}
	}
	if len(bands) != 5 {
		t.Errorf("bands %v", bands)
	}
}

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
