package demo

import (
	"context"
	"fmt"
	"slices"

	"muster/store/face"
)

// sitting is a person drawn before a camera, and what the engine found.
type sitting struct {
	drawn    []byte
	picture  face.Picture
	compared face.Comparison // with the face enrolled
}

// sittings are those of one member.
type sittings struct {
	enrolled face.Enrolment
	of       map[drawing]sitting
}

// judged gives the sittings of the demo's members by their names, once they are judged.
type judged func() (map[string]sittings, error)

// verifyLeans are how members lean who show their own face again.
var verifyLeans = []float64{0.02, -0.05}

// judge draws everyone who shows a face and has the engine judge them, while the demo's
// people talk.
func (f Files) judge(ctx context.Context) (judged, context.CancelFunc) {
	ctx, stop := context.WithCancel(ctx)
	var (
		all  map[string]sittings
		err  error
		done = make(chan struct{})
	)
	go func() {
		defer close(done)
		all, err = f.judgeAll(ctx)
	}()
	get := func() (map[string]sittings, error) {
		<-done
		return all, err
	}
	return get, func() {
		stop()
		<-done
	}
}

// judgeAll is empty where no engine works.
func (f Files) judgeAll(ctx context.Context) (map[string]sittings, error) {
	if f.Engine == nil || f.Engine.Ready(ctx) != nil {
		return nil, nil
	}
	all := map[string]sittings{}
	for n, one := range sampleApplications {
		if _, shows := sampleFaces[mailOf(one.name)]; !shows {
			continue
		}
		s, err := f.judgeMember(ctx, drawing{n: n}, drawingsOf(n, one.name))
		if err != nil {
			return nil, fmt.Errorf("demo face of %s: %w", one.name, err)
		}
		all[one.name] = s
	}
	return all, nil
}

// drawingsOf are all that are compared with the face of a member.
func drawingsOf(n int, name string) (all []drawing) {
	for _, lean := range verifyLeans {
		all = append(all, drawing{n, lean})
	}
	for _, other := range sampleStrangers {
		if other.name == name {
			all = append(all, other.drawn)
		}
	}
	if name == sampleFailing {
		all = slices.Concat(all, sampleFailures)
	}
	return all
}

func (f Files) judgeMember(ctx context.Context, own drawing, others []drawing) (sittings, error) {
	s := sittings{of: map[drawing]sitting{}}
	first, err := sit(own)
	if err != nil {
		return s, err
	}
	if s.enrolled, err = f.Engine.Enrol(ctx, first.picture); err != nil {
		return s, err
	}
	s.of[own] = first
	for _, d := range others {
		one, err := sit(d)
		if err != nil {
			return s, err
		}
		if one.compared, err = f.Engine.Compare(ctx, face.Reference{Template: s.enrolled.Template}, one.picture); err != nil {
			return s, err
		}
		s.of[d] = one
	}
	return s, nil
}

// sit draws a person.
func sit(d drawing) (one sitting, err error) {
	one.drawn = drawPerson(d.n, faceWidth, d.lean)
	one.picture, err = face.ReadPicture(one.drawn)
	return one, err
}
