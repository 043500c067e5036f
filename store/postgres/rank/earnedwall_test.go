package rank_test

import (
	"context"
	"testing"

	"muster/store"
	"muster/store/postgres/storetest"
	"muster/store/rank"
)

// A wall has what is earned, newest first, and what is to be had with how far one is; the
// founding month is not to be had any more.
func TestBadgeWall(t *testing.T) {
	w := newWorld(t)
	ctx := context.Background()
	w.late()
	ann, bob := w.Join("ann"), w.Join("bob")
	w.Stored(ann.Says("general", "hello"))
	w.searched()
	w.Must(storetest.Second(w.points(rank.DefaultPointsRules).CheckIn(ctx, ann.ID)))
	wall, err := w.badges().Wall(ctx, ann.ID)
	w.Must(err)
	if len(wall.Earned) != 1 || wall.Earned[0].ID != "first_message" || !wall.Earned[0].Shown || wall.Earned[0].Seen || !wall.Moments {
		t.Errorf("%+v", wall)
	}
	if len(wall.Open) != len(rank.EarnedRules)-2 {
		t.Errorf("%d are to be had", len(wall.Open))
	}
	for _, b := range wall.Open {
		want := map[string]float64{"streak_7": 1.0 / 7, "streak_30": 1.0 / 30, "rank_private": 0.5, "rank_sergeant": 0.1}[b.ID]
		if want > 0 && b.Progress != want {
			t.Errorf("%s: %v, want %v", b.ID, b.Progress, want)
		}
		if b.ID == "founder" || b.ID == "first_message" {
			t.Errorf("%s is to be had", b.ID)
		}
	}

	w.Must(w.badges().MarkSeen(ctx, ann.ID, []string{"first_message", "streak_7", "\U0001F525"}))
	w.Must(w.badges().SetMoments(ctx, ann.ID, false))
	w.Must(w.badges().SetMoments(ctx, ann.ID, false))
	if wall, err = w.badges().Wall(ctx, ann.ID); err != nil || !wall.Earned[0].Seen || wall.Moments {
		t.Errorf("%+v, %v", wall, err)
	}
	if wall, err = w.badges().Wall(ctx, bob.ID); err != nil || len(wall.Earned) != 0 || !wall.Moments {
		t.Errorf("%+v, %v", wall, err)
	}
	if _, err := w.badges().Wall(ctx, storetest.NewID()); store.CodeOf(err) != store.NotFound {
		t.Errorf("%v", err)
	}
	held, err := w.badges().Held(ctx)
	w.Must(err)
	for _, b := range held {
		if want := map[string]int{"first_message": 1}[b.ID]; b.Holders != want || len(held) != len(rank.EarnedRules) {
			t.Errorf("%d hold %s, want %d", b.Holders, b.ID, want)
		}
	}
}

// Others see what a member chose; ranks and contributions only once it chose so.
func TestBadgesShownToOthers(t *testing.T) {
	w := newWorld(t)
	ctx := context.Background()
	w.late()
	ann := w.Join("ann")
	w.Stored(ann.Says("general", "hello"))
	storetest.AddContribution(t, w.Owner(), ann.ID, 500)
	w.searched()
	w.Must(storetest.Second(w.badges().Recompute(ctx, 0)))
	w.has(ann, "first_contribution", "first_message")
	shown := func(want ...string) {
		t.Helper()
		all, err := w.badges().Shown(ctx, ann.ID)
		w.Must(err)
		if len(all) != len(want) {
			t.Fatalf("others see %+v, want %q", all, want)
		}
		for i, id := range want {
			if all[i].ID != id {
				t.Errorf("others see %s, want %s", all[i].ID, id)
			}
		}
	}
	shown("first_message")
	r := w.Reader()
	r.Read()
	w.Must(storetest.Second(w.badges().Show(ctx, ann.ID, "first_message", false)))
	shown()
	if news := r.Read(); len(news) != 1 {
		t.Errorf("announced %q", news)
	}
	w.Must(storetest.Second(w.badges().Show(ctx, ann.ID, "first_contribution", true)))
	shown("first_contribution")
	for _, id := range []string{"streak_7", "nothing", "", "\x00"} {
		if _, err := w.badges().Show(ctx, ann.ID, id, true); store.AsError(err).Reason != "badge_unknown" {
			t.Errorf("%q: %v", id, err)
		}
	}
}
