package desk_test

import (
	"context"
	"testing"

	"muster/store"
	desks "muster/store/postgres/desk"
)

// Two administrators who write about one member at once: the notes of the first were
// replaced by the second, who had never seen them.
func TestNotesOfAnotherAreNotReplacedUnseen_AUSR7(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	boss, _ := w.Chief("boss")
	ann := w.Join("ann")
	desk := desks.New(w.World.Node.DB)
	shown := func() (string, int64) {
		t.Helper()
		p, err := desk.UserProfile(ctx, ann.ID)
		w.Must(err)
		return p.Notes, p.NotesVersion
	}
	none := int64(0)
	if text, version := shown(); text != "" || version != none {
		t.Fatalf("%q of version %d before anybody wrote", text, version)
	}
	w.Must(desk.SetNotes(ctx, boss, ann.ID, "called at noon", &none))
	_, first := shown()
	if err := desk.SetNotes(ctx, boss, ann.ID, "asked for a refund", &none); store.CodeOf(err) != store.Conflict {
		t.Errorf("notes that nobody looked at are replaced: %v", err)
	}
	if text, version := shown(); text != "called at noon" || version != first {
		t.Errorf("%q of version %d, not %d", text, version, first)
	}
	// A lost answer is asked for again.
	w.Must(desk.SetNotes(ctx, boss, ann.ID, "called at noon", &none))
	w.Must(desk.SetNotes(ctx, boss, ann.ID, "called at noon, asked for a refund", &first))
	if text, version := shown(); text != "called at noon, asked for a refund" || version <= first {
		t.Errorf("%q of version %d after %d", text, version, first)
	}
	if err := desk.SetNotes(ctx, boss, ann.ID, "", &first); store.CodeOf(err) != store.Conflict {
		t.Errorf("newer notes are emptied: %v", err)
	}
	w.Must(desk.SetNotes(ctx, boss, ann.ID, "as before there were versions", nil))
}
