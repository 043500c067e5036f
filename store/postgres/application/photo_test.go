package application_test

import "testing"

// Showing a photo fails for its caller, and is committed while the photo is dropped: the
// photo that is shown went with its files.
func TestDroppedPhotoIsNotTheShownOne_APP15(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ann := w.starts("ann@example.org")
	photo, err := ann.AddPhoto(ctx, ann.proof(), ann.id)
	w.must(err)
	showing, err := w.owner().Begin(ctx)
	w.must(err)
	defer showing.Rollback(ctx)
	_, err = showing.Exec(ctx, `update application_photos set in_use = true where id = $1`, photo.ID)
	w.must(err)
	dropped := make(chan error, 1)
	go func() { dropped <- ann.DropPhoto(ctx, photo.ID) }()
	w.awaitBlocked(showing)
	w.must(showing.Commit(ctx))
	w.must(<-dropped)
	if n := one[int](w, `select count(*) from application_photos where in_use`); n != 1 {
		t.Error("the photo that is shown is gone")
	}
}
