package face

import "context"

// Away is the engine of a node whose engine cannot work: it refuses everything.
func Away(why error) Engine { return away{why} }

type away struct{ why error }

func (a away) err() error { return Unavailable(a.why) }

func (away) ID() string                    { return "away" }
func (a away) Ready(context.Context) error { return a.err() }
func (a away) Read(context.Context, []byte) (Picture, error) {
	return Picture{}, a.err()
}
func (a away) Enrol(context.Context, Picture) (Enrolment, error) {
	return Enrolment{}, a.err()
}
func (a away) Compare(context.Context, Reference, Picture) (Comparison, error) {
	return Comparison{}, a.err()
}
