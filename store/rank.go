package store

// Rank is a name of the ladder.
type Rank string

// ranks is the ladder by points, highest first.
var ranks = []struct {
	Floor int
	Rank  Rank
}{
	{10000, "General"}, {5000, "Colonel"}, {2000, "Major"}, {800, "Captain"},
	{500, "Sergeant"}, {100, "Private"}, {0, "Recruit"},
}

// RankAt is the rank that points reach; Guardian is by invitation only and
// never reached by points.
func RankAt(points int) Rank {
	for _, step := range ranks {
		if points >= step.Floor {
			return step.Rank
		}
	}
	return "Recruit"
}
