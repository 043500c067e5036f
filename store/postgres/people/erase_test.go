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

// Back offices show members who never chose a username, too.
func TestErasureIsAnnouncedWithoutAUsername_SEC5(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	ann, err := w.AddMember(ctx, store.NewMember{Email: "ann@example.org"})
	w.Must(err)
	storetest.DueForErasure(t, w.Owner(), ann.ID)
	if n, err := w.EraseDue(ctx); n != 1 || err != nil {
		t.Fatalf("%d were erased, %v", n, err)
	}
	events, err := w.SiteEvents(ctx, 0, 100)
	w.Must(err)
	if last := events[len(events)-1]; last.Kind != store.Renamed || last.MemberID != ann.ID || last.OldUsername != "" || !last.Erased {
		t.Errorf("%+v", last)
	}
}
