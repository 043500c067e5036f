package demo

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"

	"muster/cmd/muster/internal/node"
	"muster/store"
	"muster/store/face"
	"muster/store/people"
	faces "muster/store/postgres/face"
	members "muster/store/postgres/people"
)

// sampleFaces are members who enrolled a face, by their e-mail addresses, and when.
var sampleFaces = map[string]time.Duration{
	"ella.novak@muster.test":   12 * day,
	"rosa.delgado@muster.test": 36 * time.Hour,
	"marcus.dell@muster.test":  9 * day,
}

// faces has some who were accepted enrol the face of their application and show it again,
// before the engine of the node, and others who are not recognised. Without an engine that
// works to the end nobody does: the node starts all the same.
func (f Files) faces(ctx context.Context, d *seeding) (err error) {
	all, err := f.Judged.get()
	if len(all) == 0 || errors.Is(err, face.ErrUnavailable) {
		return nil
	}
	if err != nil {
		return err
	}
	files, err := node.OpenMedia(ctx, f.MediaURL, f.DataDir)
	if err != nil {
		return err
	}
	defer func() {
		err = errors.Join(err, files.Close(), d.setBack(ctx, 0))
	}()
	s := showing{d: d, to: faces.New(d.db.DB, face.NewKeys(f.Secret)), engine: f.Engine.ID(), sittings: all, put: func(check string, sealed []byte) error {
		return files.PutFile(ctx, check, store.MediaFile, bytes.NewReader(sealed))
	}}
	for n, one := range sampleApplications {
		ago, shows := sampleFaces[mailOf(one.name)]
		if !shows {
			continue
		}
		if err := s.enrol(ctx, one.name, drawing{n: n}, ago); err != nil {
			return fmt.Errorf("demo face of %s: %w", one.name, err)
		}
		for i, lean := range verifyLeans {
			if err := s.verify(ctx, one.name, ago/time.Duration(2+i), drawing{n, lean}); err != nil {
				return fmt.Errorf("demo face of %s: %w", one.name, err)
			}
		}
	}
	if err := s.fail(ctx); err != nil {
		return fmt.Errorf("demo face checks that fail: %w", err)
	}
	return s.lookAt(ctx, sampleFailing)
}

// drawing is a person before a camera, as drawPerson draws it.
type drawing struct {
	n    int
	lean float64
}

// sampleStranger is somebody else before the camera of a member. The engine takes most
// drawings for one person; these it finds as alike as the comment says, so that the
// viewer shows every band.
type sampleStranger struct {
	name  string
	drawn drawing
	ago   time.Duration
}

var sampleStrangers = []sampleStranger{
	{"Rosa Delgado", drawing{18, -0.05}, 22 * time.Hour}, // 96.6 %, which passes
	{"Ella Novak", drawing{18, -0.08}, 3 * day},          // 93.5 %
	{"Ella Novak", drawing{16, -0.08}, 30 * time.Hour},   // 87.3 %
	{"Ella Novak", drawing{8, -0.05}, 20 * time.Hour},    // 59.6 %
}

// sampleFailing is who is not recognised three times, and is looked at for it.
const sampleFailing = "Marcus Dell"

var sampleFailures = []drawing{{11, -0.05}, {8, 0.08}, {1, -0.05}} // 88.0, 31.7 and 92.6 %

// fail has others sit before the camera of members: once in a while, and three times
// before the check is left out.
func (s showing) fail(ctx context.Context) error {
	for _, other := range sampleStrangers {
		if err := s.verify(ctx, other.name, other.ago, other.drawn); err != nil {
			return err
		}
	}
	return s.begin(ctx, sampleFailing, 5*time.Hour, func(step people.FaceStep) error {
		for _, other := range sampleFailures {
			if err := s.attempt(ctx, step, s.sittings[sampleFailing].of[other]); err != nil {
				return err
			}
		}
		_, err := s.to.Skip(ctx, step.Token, face.Verification, face.SkipAfterFailures)
		return err
	})
}

// lookAt has an administrator open the history of a member's checks.
func (s showing) lookAt(ctx context.Context, name string) error {
	if err := s.d.setBack(ctx, 3*time.Hour); err != nil {
		return err
	}
	m, err := members.New(s.d.db.DB).FindMember(ctx, mailOf(name))
	if err != nil {
		return err
	}
	return s.d.asAdmin(ctx, func(ctx context.Context, admin store.Caller) error {
		if err := s.to.TellViewed(ctx, m.ID, admin); err != nil {
			return err
		}
		return s.d.db.AdminService(admin).Record(ctx, store.AuditRecord{Action: "face_history_viewed", Subject: m.ID})
	})
}

// faceWidth is how many pixels wide a drawn face must be for the engine to find it.
const faceWidth = 720

// showing is the demo's members before the camera.
type showing struct {
	d        *seeding
	to       *faces.Faces
	engine   string
	sittings map[string]sittings
	put      func(check string, sealed []byte) error
}

// begin begins a step so long ago, and gives it to do.
func (s showing) begin(ctx context.Context, name string, ago time.Duration, do func(step people.FaceStep) error) error {
	if err := s.d.setBack(ctx, ago); err != nil {
		return err
	}
	m, err := members.New(s.d.db.DB).FindMember(ctx, mailOf(name))
	if err != nil {
		return err
	}
	return s.d.as(ctx, m.ID, func(by store.Caller) error {
		step, err := s.to.Start(ctx, by, store.NewToken())
		if err != nil {
			return err
		}
		return do(step)
	})
}

func (s showing) enrol(ctx context.Context, name string, drawn drawing, ago time.Duration) error {
	return s.begin(ctx, name, ago, func(step people.FaceStep) error {
		shown := s.sittings[name].of[drawn]
		e, err := s.to.PrepareEnrolment(ctx, step.Token)
		if err != nil {
			return err
		}
		e.Engine = s.engine
		e.Consent = &face.Consent{Engine: "embedded", PicturesDays: face.DaysOf(faces.DefaultKeep.Pictures), EnrolmentDays: face.DaysOf(faces.DefaultKeep.Unused)}
		if err := s.put(e.ID, e.Key.SealPicture(e.ID, shown.picture.JPEG)); err != nil {
			return err
		}
		_, err = s.to.Enrol(ctx, e, s.sittings[name].enrolled, shown.drawn)
		return err
	})
}

func (s showing) verify(ctx context.Context, name string, ago time.Duration, drawn drawing) error {
	return s.begin(ctx, name, ago, func(step people.FaceStep) error { return s.attempt(ctx, step, s.sittings[name].of[drawn]) })
}

func (s showing) attempt(ctx context.Context, step people.FaceStep, shown sitting) error {
	a, err := s.to.BeginAttempt(ctx, step.Token, shown.drawn)
	if err != nil {
		return err
	}
	if err := s.put(a.ID, a.Key.SealPicture(a.ID, shown.picture.JPEG)); err != nil {
		return err
	}
	_, err = s.to.Settle(ctx, a, s.engine, shown.compared)
	return err
}
