package store_test

import (
	"testing"

	"pgregory.net/rapid"

	"muster/store"
)

func TestLadderEdges_RANK1(t *testing.T) {
	for points, want := range map[int]store.Rank{
		0: "Recruit", 99: "Recruit", 100: "Private", 499: "Private", 500: "Sergeant", 799: "Sergeant", 800: "Captain",
		1999: "Captain", 2000: "Major", 4999: "Major", 5000: "Colonel", 9999: "Colonel", 10000: "General", 1 << 40: "General",
	} {
		if got := (store.Standing{Points: points}).Rank(); got != want {
			t.Errorf("%d points: %s, want %s", points, got, want)
		}
	}
}

// No points reach Guardian, Corporal or Lieutenant, and none takes them away.
func TestGivenRanks_RANK2_RANK3(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		points := rapid.IntRange(0, 1_000_000).Draw(t, "points")
		if r := store.RankAt(points); r == store.Guardian || r == store.Corporal || r == store.Lieutenant {
			t.Fatalf("%d points reach %s", points, r)
		}
		if r := (store.Standing{Points: points, Honorary: store.Corporal}).Rank(); r != store.Corporal {
			t.Fatalf("a Corporal with %d points is %s", points, r)
		}
		if r := (store.Standing{Points: points, Guardian: true, Honorary: store.Corporal}).Rank(); r != store.Guardian {
			t.Fatalf("a Guardian with %d points is %s", points, r)
		}
	})
	for rank, ok := range map[store.Rank]bool{"": true, "Corporal": true, "Lieutenant": true, "General": false, "Guardian": false, "corporal": false} {
		if err := store.CheckHonorary(rank); (err == nil) != ok {
			t.Errorf("%q: %v", rank, err)
		}
	}
}

func TestProgress_RANK5_RANK7(t *testing.T) {
	for _, c := range []struct {
		standing store.Standing
		want     store.RankProgress
	}{
		{store.Standing{Points: 0}, store.RankProgress{Rank: "Recruit", NextRank: "Private", ToNext: 100, HasPercent: true}},
		{store.Standing{Points: 100}, store.RankProgress{Rank: "Private", NextRank: "Sergeant", ToNext: 400, HasPercent: true}},
		{store.Standing{Points: 650}, store.RankProgress{Rank: "Sergeant", NextRank: "Captain", ToNext: 150, Percent: 50, HasPercent: true}},
		{store.Standing{Points: 650, Honorary: "Corporal"}, store.RankProgress{Rank: "Corporal", NextRank: "Captain", ToNext: 150, Percent: 50, HasPercent: true}},
		{store.Standing{Points: 10000}, store.RankProgress{Rank: "General", Percent: 100, HasPercent: true}},
		{store.Standing{Points: 650, Guardian: true}, store.RankProgress{Rank: "Guardian"}},
	} {
		if got := c.standing.Progress(); got != c.want {
			t.Errorf("%+v: %+v, want %+v", c.standing, got, c.want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		p := store.Standing{Points: rapid.IntRange(0, 20000).Draw(t, "points")}.Progress()
		if p.Percent < 0 || p.Percent > 100 || (p.NextRank == "") != (p.ToNext == 0) {
			t.Fatalf("%+v", p)
		}
	})
}
