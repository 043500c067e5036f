package people_test

import (
	"context"
	"testing"

	"muster/store"
	members "muster/store/postgres/people"
	"muster/store/postgres/storetest"
)

// An administrator who cannot sign in is none that remains.
func TestLastAdministratorWhoMaySignIn_SEC5(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	_, boss := w.Chief("boss")
	_, ann := w.Chief("ann")
	w.Must(w.DisableSignIn(ctx, ann.ID, true))
	for what, err := range map[string]error{
		"erased":      storetest.Second(members.NewMyData(w.DB, noQueue{}).RequestErasure(ctx, boss.ID, "boss")),
		"right taken": w.SetAdmin(ctx, boss.ID, false),
	} {
		if err == nil || store.AsError(err).Reason != "last_admin" {
			t.Errorf("%s: %v", what, err)
		}
	}
	w.Must(w.DisableSignIn(ctx, ann.ID, false))
	w.Must(w.SetAdmin(ctx, boss.ID, false))
}
