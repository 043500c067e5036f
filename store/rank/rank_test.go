package rank_test

import (
	"testing"

	"pgregory.net/rapid"

	"muster/store/rank"
)

func TestLadderEdges_RANK1(t *testing.T) {
	for points, want := range map[int]rank.Rank{
		0: "Recruit", 99: "Recruit", 100: "Private", 499: "Private", 500: "Sergeant", 799: "Sergeant", 800: "Captain",
		1999: "Captain", 2000: "Major", 4999: "Major", 5000: "Colonel", 9999: "Colonel", 10000: "General", 1 << 40: "General",
	} {
		if got := (rank.Merit{Points: points}).Rank(); got != want {
			t.Errorf("%d points: %s, want %s", points, got, want)
		}
	}
}

// No points reach Guardian, Corporal or Lieutenant, and none takes them away.
func TestGivenRanks_RANK2_RANK3(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		points := rapid.IntRange(0, 1_000_000).Draw(t, "points")
		if r := rank.At(points); r == rank.Guardian || r == rank.Corporal || r == rank.Lieutenant {
			t.Fatalf("%d points reach %s", points, r)
		}
		if r := (rank.Merit{Points: points, Honorary: rank.Corporal}).Rank(); r != rank.Corporal {
			t.Fatalf("a Corporal with %d points is %s", points, r)
		}
		if r := (rank.Merit{Points: points, Guardian: true, Honorary: rank.Corporal}).Rank(); r != rank.Guardian {
			t.Fatalf("a Guardian with %d points is %s", points, r)
		}
	})
	for honorary, ok := range map[rank.Rank]bool{"": true, "Corporal": true, "Lieutenant": true, "General": false, "Guardian": false, "corporal": false} {
		if err := rank.CheckHonorary(honorary); (err == nil) != ok {
			t.Errorf("%q: %v", honorary, err)
		}
	}
}

func TestProgress_RANK5_RANK7(t *testing.T) {
	for _, c := range []struct {
		merit rank.Merit
		want  rank.Progress
	}{
		{rank.Merit{Points: 0}, rank.Progress{Rank: "Recruit", NextRank: "Private", ToNext: 100, HasPercent: true}},
		{rank.Merit{Points: 100}, rank.Progress{Rank: "Private", NextRank: "Sergeant", ToNext: 400, HasPercent: true}},
		{rank.Merit{Points: 650}, rank.Progress{Rank: "Sergeant", NextRank: "Captain", ToNext: 150, Percent: 50, HasPercent: true}},
		{rank.Merit{Points: 650, Honorary: "Corporal"}, rank.Progress{Rank: "Corporal", NextRank: "Captain", ToNext: 150, Percent: 50, HasPercent: true}},
		{rank.Merit{Points: 10000}, rank.Progress{Rank: "General", Percent: 100, HasPercent: true}},
		{rank.Merit{Points: 650, Guardian: true}, rank.Progress{Rank: "Guardian"}},
	} {
		if got := c.merit.Progress(); got != c.want {
			t.Errorf("%+v: %+v, want %+v", c.merit, got, c.want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		p := rank.Merit{Points: rapid.IntRange(0, 20000).Draw(t, "points")}.Progress()
		if p.Percent < 0 || p.Percent > 100 || (p.NextRank == "") != (p.ToNext == 0) {
			t.Fatalf("%+v", p)
		}
	})
}
