package face_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"muster/store/postgres"
	faces "muster/store/postgres/face"
	members "muster/store/postgres/people"
	"muster/store/postgres/storetest"
)

// stored lists the pictures of a backup.
func (w *world) stored() (ids []string) {
	w.t.Helper()
	w.must(w.Write(ctx, func(_ context.Context, tx pgx.Tx) error {
		files, err := postgres.StoredFiles(ctx, tx, []postgres.Subject{w.faces})
		for _, f := range files {
			ids = append(ids, f.Upload)
		}
		return err
	}))
	return ids
}

// removals counts the files that are to be removed.
func (w *world) removals() int {
	return one[int](w, `select count(*)::int from river_job where kind = 'media_removal'`)
}

// A member's copy says what is kept and who looked, and neither the template nor a key;
// an erasure takes everything with the key, and leaves another member's.
func TestMyFace_SEC5(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ann, bob, chief := w.signedIn("ann", false), w.signedIn("bob", false), w.signedIn("chief", true)
	w.enrols(ann)
	w.enrols(bob)
	check := w.verifies(ann, "second", 99)
	grant, err := w.faces.GiveGrant(ctx, chief, "secret")
	w.must(err)
	if _, err := w.faces.OpenPicture(ctx, grant.ID, chief.Session.ID, check, ""); err != nil {
		t.Fatal(err)
	}
	var text string
	w.must(w.Write(ctx, func(_ context.Context, tx pgx.Tx) error {
		files, err := w.faces.Export(ctx, tx, ann.Member)
		if err != nil {
			return err
		}
		raw, err := json.Marshal(files[0].Rows)
		if text = string(raw); files[0].Name != "face.json" || len(files[0].Rows) != 1 {
			t.Errorf("%+v", files)
		}
		return err
	}))
	for part, want := range map[string]bool{`"enrolled":true`: true, `"by":"chief"`: true, `"what":"picture"`: true, `"confidence":99`: true, "template": false, "key": false, "mac": false} {
		if strings.Contains(text, part) != want {
			t.Errorf("the copy has %s: %v: %s", part, !want, text)
		}
	}
	if files := w.stored(); len(files) != 3 {
		t.Errorf("a backup has %d pictures", len(files))
	}
	w.must(w.faces.SetRequired(ctx, chief, ann.Member.ID, true))
	storetest.DueForErasure(t, w.owner(), ann.Member.ID)
	if n, err := members.New(w.DB).EraseDue(ctx); n != 1 || err != nil {
		t.Fatalf("%d erased, %v", n, err)
	}
	for _, table := range []string{"face_enrolments", "face_checks", "face_settings", "face_attempts", "face_skips", "face_tokens", "face_grants"} {
		if n := one[int](w, `select count(*)::int from `+table+` where member_id = $1`, ann.Member.ID); n != 0 {
			t.Errorf("%s keeps %d rows", table, n)
		}
	}
	if n := one[int](w, `select count(*)::int from face_enrolments`); n != 1 || w.removals() != 2 {
		t.Errorf("%d enrolments, %d files to remove", n, w.removals())
	}
}

// Pictures of checks are deleted after their time, with what only they are known by; the
// enrolled one stays until its member has not been seen for a year.
func TestFaceRetention_SEC5(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ann, bob := w.signedIn("ann", false), w.signedIn("bob", false)
	enrolled := w.enrols(ann)
	w.enrols(bob)
	old := w.verifies(ann, "second", 99)
	w.exec(`update face_checks set at = at - interval '31 days'`)
	fresh := w.verifies(ann, "third", 99)
	if n, err := w.faces.DeleteDue(ctx, faces.DefaultKeep); n != 1 || err != nil {
		t.Errorf("%d deleted, %v", n, err)
	}
	for check, want := range map[string]bool{enrolled: true, old: false, fresh: true} {
		if got := one[bool](w, `select picture from face_checks where id = $1`, check); got != want {
			t.Errorf("picture %s is kept: %v", check, got)
		}
	}
	if w.removals() != 1 {
		t.Errorf("%d files to remove", w.removals())
	}
	w.exec(`update face_enrolments set enrolled_at = enrolled_at - interval '2 years'`)
	storetest.SeenAgo(t, w.owner(), bob.Session.ID, 366*24*time.Hour)
	if _, err := w.faces.DeleteDue(ctx, faces.DefaultKeep); err != nil {
		t.Fatal(err)
	}
	if got := one[string](w, `select string_agg(member_id::text, ' ') from face_enrolments`); got != ann.Member.ID {
		t.Errorf("enrolled: %s", got)
	}
	w.exec(`update clock_offset set ahead = interval '2 hours'`)
	_, err := w.faces.DeleteDue(ctx, faces.Keep{})
	w.must(err)
	if n := one[int](w, `select count(*)::int from face_tokens`); n != 0 {
		t.Errorf("%d tokens are left", n)
	}
}

// An attempt that a node left when it ended was judged by nobody. When its picture's time
// is over it goes, and is no failed check of the member.
func TestLeftAttemptIsNoFailedCheck(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ann := w.signedIn("ann", false)
	w.enrols(ann)
	passed := w.verifies(ann, "second", 99)
	step, err := w.faces.Start(ctx, ann, "bearer")
	w.must(err)
	left, err := w.faces.BeginAttempt(ctx, step.Token, []byte("third"))
	w.must(err)
	storetest.MoveClock(t, w.url, 31*24*time.Hour)
	if n, err := w.faces.DeleteDue(ctx, faces.DefaultKeep); n != 2 || err != nil {
		t.Errorf("%d pictures, %v", n, err)
	}
	h, err := w.faces.History(ctx, ann.Member.ID, 10)
	w.must(err)
	if s := h.Statistics; s.Verifications != 1 || s.PassRate != 100 || len(h.Checks) != 2 || h.Checks[0].ID != passed {
		t.Errorf("%+v", h)
	}
	if n := one[int](w, `select count(*)::int from river_job where kind = 'media_removal' and args->>'upload' = any($1)`, []string{passed, left.ID}); n != 2 {
		t.Errorf("%d files are removed", n)
	}
}
