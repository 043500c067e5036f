package rank

import (
	"muster/store"
	"slices"
)

// Rank is a name of the ladder.
type Rank string

// The ranks without a threshold. Guardian is given by invitation; Corporal and
// Lieutenant are honorary.
const (
	Guardian   Rank = "Guardian"
	Corporal   Rank = "Corporal"
	Lieutenant Rank = "Lieutenant"
)

// LadderStep is a rank and the points from which it is reached; Floor is -1 for a
// rank that points do not reach.
type LadderStep struct {
	Rank  Rank
	Floor int
}

// Ladder has every rank, lowest first.
var Ladder = []LadderStep{
	{"Recruit", 0}, {"Private", 100}, {Corporal, -1}, {"Sergeant", 500}, {Lieutenant, -1}, {"Captain", 800},
	{"Major", 2000}, {"Colonel", 5000}, {"General", 10000}, {Guardian, -1},
}

// Reached says how a rank is reached.
type Reached string

const (
	ReachedByPoints     Reached = "points"
	ReachedByInvitation Reached = "invitation"
	ReachedAsHonour     Reached = "honorary"
)

// Reached says how the rank is reached.
func (s LadderStep) Reached() Reached {
	switch {
	case s.Floor >= 0:
		return ReachedByPoints
	case s.Rank == Guardian:
		return ReachedByInvitation
	}
	return ReachedAsHonour
}

// At is the rank that points reach.
func At(points int) Rank {
	rank := Rank("Recruit")
	for _, step := range Ladder {
		if step.Floor >= 0 && points >= step.Floor {
			rank = step.Rank
		}
	}
	return rank
}

// CheckHonorary accepts the ranks that an administrator may give, and "" to take one
// back. It fails with Invalid for all others.
func CheckHonorary(rank Rank) error {
	if rank == "" || rank == Corporal || rank == Lieutenant {
		return nil
	}
	return store.NewErrorReason(store.Invalid, "rank", "Only Corporal and Lieutenant are honorary ranks")
}

// Merit is what decides a member's rank.
type Merit struct {
	Points   int
	Guardian bool
	Honorary Rank // "" for none
}

// Rank is the rank that the member is shown with: Guardian before an honorary rank
// before the one by points.
func (m Merit) Rank() Rank {
	switch {
	case m.Guardian:
		return Guardian
	case m.Honorary != "":
		return m.Honorary
	}
	return At(m.Points)
}

// Progress is how far a member has come on the ladder.
type Progress struct {
	Rank     Rank
	NextRank Rank // "" at General and for a Guardian
	ToNext   int  // points
	// Percent of the way from the present rank by points to the next, 0 to 100. It is
	// 100 at General; HasPercent is false for a Guardian.
	Percent    float64
	HasPercent bool
}

// Progress is the member's place on the ladder. Points count towards the next rank
// by points also under an honorary rank.
func (m Merit) Progress() Progress {
	p := Progress{Rank: m.Rank()}
	if m.Guardian {
		return p
	}
	p.HasPercent = true
	steps := slices.DeleteFunc(slices.Clone(Ladder), func(step LadderStep) bool { return step.Floor < 0 })
	for i, step := range steps {
		if i == len(steps)-1 {
			p.Percent = 100
			break
		}
		if next := steps[i+1]; m.Points < next.Floor {
			p.NextRank, p.ToNext = next.Rank, next.Floor-m.Points
			p.Percent = max(0, 100*float64(m.Points-step.Floor)/float64(next.Floor-step.Floor))
			break
		}
	}
	return p
}
