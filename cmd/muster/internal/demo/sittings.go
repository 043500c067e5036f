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

// Judged are the sittings of the demo's members by their names, once they are judged.
type Judged struct {
	done chan struct{}
	all  map[string]sittings
	err  error
}

// get waits for the sittings.
func (j *Judged) get() (map[string]sittings, error) {
	<-j.done
	return j.all, j.err
}

// verifyLeans are how members lean who show their own face again.
var verifyLeans = []float64{0.02, -0.05}

// Judge draws everyone who shows a face and has the engine judge them, while the demo's
// people talk or even before there is a database. end ends it early.
func Judge(ctx context.Context, engine *face.Turns) (j *Judged, end func()) {
	ctx, stop := context.WithCancel(ctx)
	j = &Judged{done: make(chan struct{})}
	go func() {
		defer close(j.done)
		j.all, j.err = judgeAll(ctx, engine, readRecords())
	}()
	return j, func() {
		stop()
		<-j.done
	}
}

// judgeAll is empty where no engine works.
func judgeAll(ctx context.Context, engine *face.Turns, known records) (map[string]sittings, error) {
	if engine == nil || engine.Ready(ctx) != nil {
		return nil, nil
	}
	all := map[string]sittings{}
	for n, one := range sampleApplications {
		if _, shows := sampleFaces[mailOf(one.name)]; !shows {
			continue
		}
		s, err := judgeMember(ctx, engine, known, drawing{n: n}, drawingsOf(n, one.name))
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

func judgeMember(ctx context.Context, engine *face.Turns, known records, own drawing, others []drawing) (sittings, error) {
	s := sittings{of: map[drawing]sitting{}}
	first, err := sit(own)
	if err != nil {
		return s, err
	}
	if s.enrolled, err = known.enrol(ctx, engine, first); err != nil {
		return s, err
	}
	s.of[own] = first
	for _, d := range others {
		one, err := sit(d)
		if err != nil {
			return s, err
		}
		if one.compared, err = known.compare(ctx, engine, s.enrolled.Template, first, one); err != nil {
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
