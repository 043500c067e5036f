package people_test

import (
	"context"
	"errors"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"muster/store"
	"muster/store/people"
	"muster/store/postgres/storetest"
)

// picture gives a member a picture and returns its id.
func (w *world) picture(p storetest.Person) string {
	w.T.Helper()
	id, err := w.AddPicture(context.Background(), p.ID)
	w.Must(err)
	_, err = w.ShowPicture(context.Background(), p.ID, id)
	w.Must(err)
	return id
}

// removedFiles remembers whose files were removed.
type removedFiles map[string]bool

func (r removedFiles) Remove(_ context.Context, upload string) (bool, error) {
	r[upload] = true
	return true, nil
}

// noFiles is a storage that seems empty: its disk is not mounted.
type noFiles struct{}

func (noFiles) Remove(context.Context, string) (bool, error) { return false, nil }

// While the storage seems empty nothing is forgotten whose files it had: they are
// removed when it is back, and given up after a week.
func TestFilesOfAnEmptyStorageAreNotForgotten(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	ann := w.Join("ann")
	stored, never := uuid.NewString(), uuid.NewString()
	for id, ready := range map[string]bool{stored: true, never: false} {
		storetest.AddDeletedUpload(t, w.Owner(), id, ann.ID, ready)
	}
	pictures := []string{w.picture(ann), w.picture(ann)} // the second replaces the first
	w.Must(errors.Join(w.SweepUploads(ctx, noFiles{}), w.SweepPictures(ctx, noFiles{})))
	w.Must(w.RemoveUpload(ctx, noFiles{}, stored)) // as the job of its message does
	if one[bool](w, `select exists (select from uploads where id = $1)`, never) {
		t.Error("an upload that was never stored is still there")
	}
	if n := one[int](w, `select count(*) from uploads`) + one[int](w, `select count(*) from profile_pictures where deleted_at is not null`); n != 2 {
		t.Errorf("%d deleted files are known, want 2", n)
	}
	removed := removedFiles{}
	w.Must(errors.Join(w.SweepUploads(ctx, removed), w.SweepPictures(ctx, removed)))
	if !removed[stored] || !removed[pictures[0]] || removed[pictures[1]] || one[int](w, `select count(*) from uploads`) != 0 {
		t.Errorf("%v", removed)
	}
	w.picture(ann)
	w.Exec(`update profile_pictures set deleted_at = deleted_at - $1::interval`, store.MissingFileAge)
	w.Must(errors.Join(w.SweepUploads(ctx, noFiles{}), w.SweepPictures(ctx, noFiles{})))
	if n := one[int](w, `select count(*) from profile_pictures`); n != 1 {
		t.Errorf("%d pictures are known after a week, want 1", n)
	}
}

// A picture opens for every member with a session while its owner shows it; the one
// before it goes, and what was never shown goes with the sweep.
func TestPictures_PROF9_PROF13_PROF14(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	ann, bob := w.Join("ann"), w.Join("bob")
	first, err := w.AddPicture(ctx, ann.ID)
	w.Must(err)
	opens := func(id, member, session string) store.Code {
		return store.CodeOf(w.OpenPicture(ctx, id, member, session))
	}
	if got := opens(first, bob.ID, bob.Session); got != store.NotFound {
		t.Errorf("not shown yet: %v", got)
	}
	if _, err := w.ShowPicture(ctx, bob.ID, first); store.CodeOf(err) != store.NotFound {
		t.Errorf("another's picture: %v", err)
	}
	broadcasts, err := w.ShowPicture(ctx, ann.ID, first)
	if c, ok := people.AsProfileChanged(broadcasts[0]); err != nil || !ok || c != (people.ProfileChanged{UserID: ann.ID, Username: "ann", Picture: first}) {
		t.Fatalf("%v %v", broadcasts, err)
	}
	if got := opens(first, bob.ID, bob.Session); got != "" {
		t.Errorf("shown: %v", got)
	}
	if a, b := opens(first, bob.ID, ann.Session), opens(uuid.NewString(), bob.ID, bob.Session); a != store.Forbidden || b != store.NotFound {
		t.Errorf("another's session %v, unknown %v", a, b)
	}
	if broadcasts, err := w.ShowPicture(ctx, ann.ID, first); err != nil || broadcasts != nil {
		t.Errorf("again: %v %v", broadcasts, err)
	}
	second := w.picture(ann)
	if a, b := opens(first, bob.ID, bob.Session), opens(second, bob.ID, bob.Session); a != store.NotFound || b != "" {
		t.Errorf("after the second: %v %v", a, b)
	}
	if n := one[int](w, `select count(*) from river_job where kind = 'media_removal' and args->>'upload' = $1`, first); n != 1 {
		t.Errorf("%d jobs", n)
	}
	unshown, err := w.AddPicture(ctx, bob.ID)
	w.Must(err)
	w.Exec(`update profile_pictures set created_at = created_at - $1::interval`, store.UnsentUploadAge+time.Minute)
	removed := removedFiles{}
	w.Must(errors.Join(w.SweepUploads(ctx, removed), w.SweepPictures(ctx, removed)))
	if !removed[first] || !removed[unshown] || removed[second] || one[int](w, `select count(*) from profile_pictures`) != 1 {
		t.Errorf("%v", removed)
	}
	for i := range 2 { // removing twice is harmless
		if broadcasts, err := w.ShowPicture(ctx, ann.ID, ""); err != nil || len(broadcasts) != 1-i {
			t.Errorf("%v %v", broadcasts, err)
		}
	}
	if got := opens(second, ann.ID, ann.Session); got != store.NotFound || w.profile(bob, "ann").Picture != "" {
		t.Errorf("removed: %v", got)
	}
}

// Of changes that screens make at once from the same tags, each stands.
func TestTagsAtOnce_RANK11_RANK12(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	ann := w.Join("ann")
	var all sync.WaitGroup
	errs := make([]error, people.MaxSkills+5)
	for i := range errs {
		all.Go(func() {
			_, errs[i] = w.ChangeProfile(ctx, ann.ID, people.ProfileChange{Skills: &people.SkillsChange{Texts: []string{"tag " + strconv.Itoa(i)}, Base: []string{}}})
		})
	}
	all.Wait()
	refused := 0
	for _, err := range errs {
		if err != nil {
			refused++
			if store.AsError(err).Reason != "too_many_tags" {
				t.Error(err)
			}
		}
	}
	if n := len(w.profile(ann, "ann").Skills); n != people.MaxSkills || refused != 5 {
		t.Errorf("%d tags, %d refused", n, refused)
	}
}
