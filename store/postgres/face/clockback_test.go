package face_test

import (
	"testing"
	"time"

	"muster/store"
	"muster/store/postgres/storetest"
)

// Who had used up the attempts of a day when the clock went back by an hour waited for a day and
// an hour.
func TestAttemptsAreFreeInTimeWhenTheClockWentBack(t *testing.T) {
	w := newWorld(t)
	ann := w.signedIn("ann", false)
	w.enrols(ann)
	begun := func(ahead time.Duration, sent string, want store.Code) {
		t.Helper()
		storetest.MoveClock(t, w.url, ahead)
		step, err := w.faces.Start(ctx, ann, "bearer")
		w.must(err)
		if _, err := w.faces.BeginAttempt(ctx, step.Token, []byte(sent)); store.CodeOf(err) != want {
			t.Errorf("clock %v ahead: %v", ahead, err)
		}
	}
	storetest.MoveClock(t, w.url, 2*time.Hour)
	w.exec(`insert into face_attempts (sign_in_id, member_id, failed, at) select gen_random_uuid(), $1, 3, muster_now() from generate_series(1, 4)`, ann.Member.ID)
	begun(time.Hour, "first try", store.Limited)
	begun(25*time.Hour-time.Minute, "second try", store.Limited)
	begun(25*time.Hour+time.Minute, "third try", "")
}
