package face_test

import (
	"strings"
	"testing"
	"time"

	"muster/store"
	"muster/store/face"
	faces "muster/store/postgres/face"
	"muster/store/postgres/storetest"
)

// An enrolment failed for its caller alone, as after a time-out, and was stored yet: its picture
// was removed before.
func TestPictureOfAnEnrolmentStaysThatIsStoredYet_FACE11(t *testing.T) {
	t.Parallel()
	w := storetest.NewWorld(t)
	secret, err := store.NewSecret(strings.Repeat("s", store.MinSecret))
	w.Must(err)
	viewer := faces.New(w.DB, face.NewKeys(secret))
	step, err := viewer.Start(ctx, w.Join("ann").Caller(), "bearer")
	w.Must(err)
	e, err := viewer.PrepareEnrolment(ctx, step.Token)
	w.Must(err)
	e.Engine = "fake/1"

	holder := w.Begin()
	w.Must(storetest.Second(holder.Exec(ctx, `lock table sessions in share mode`))) // which it opens last
	enrolled, dropped := make(chan error, 1), make(chan error, 1)
	go func() {
		enrolled <- storetest.Second(viewer.Enrol(ctx, e, face.Enrolment{Template: []byte("template"), Quality: face.Quality{Detection: 0.9}}, []byte("sent")))
	}()
	w.AwaitBlocked()
	go func() { dropped <- viewer.DropFile(ctx, step.Token, e.ID) }()
	for deadline := time.Now().Add(30 * time.Second); len(dropped) == 0 && storetest.One[int](w, `select count(*)::int from pg_stat_activity
		where datname = current_database() and wait_event_type = 'Lock' and pid <> pg_backend_pid()`) < 2; {
		if time.Now().After(deadline) {
			t.Fatal("the removal does not wait for the enrolment")
		}
	}
	w.Must(holder.Rollback(ctx))
	w.Must(<-enrolled)
	w.Must(<-dropped)
	if n := storetest.One[int](w, `select count(*)::int from river_job where kind = 'media_removal' and args->>'upload' = $1`, e.ID); n != 0 {
		t.Error("the picture of an enrolled face is removed")
	}
}
