package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"

	"muster/cmd/muster/internal/node"
	"muster/store"
	"muster/store/face"
	faces "muster/store/postgres/face"
)

// demoFaces are members who enrolled a face, by their e-mail addresses, and when.
var demoFaces = map[string]time.Duration{
	"ella.novak@muster.test":   12 * demoDay,
	"rosa.delgado@muster.test": 36 * time.Hour,
	"marcus.dell@muster.test":  9 * demoDay,
}

// faces has some who were accepted enrol the face of their application and show it again,
// before the engine of the node. Without one that works nobody does.
func (f demoFiles) faces(ctx context.Context, d *demo) (err error) {
	if f.engine == nil || f.engine.Ready(ctx) != nil {
		return nil
	}
	files, err := node.OpenMedia(ctx, f.mediaURL, f.dataDir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, files.Close(), setBack(ctx, d.db, 0)) }()
	s := showing{d: d, to: faces.New(d.db.DB, face.NewKeys(f.secret)), engine: f.engine, put: func(check string, sealed []byte) error {
		return files.PutFile(ctx, check, store.MediaFile, bytes.NewReader(sealed))
	}}
	for n, one := range demoApplications {
		ago, shows := demoFaces[demoMail(one.name)]
		if !shows {
			continue
		}
		if err := s.enrol(ctx, one.name, drawPerson(n, demoFaceWidth, 0), ago); err != nil {
			return fmt.Errorf("demo face of %s: %w", one.name, err)
		}
		for i, lean := range []float64{0.02, -0.05} {
			if err := s.verify(ctx, one.name, drawPerson(n, demoFaceWidth, lean), ago/time.Duration(2+i)); err != nil {
				return fmt.Errorf("demo face of %s: %w", one.name, err)
			}
		}
	}
	return nil
}

// demoFaceWidth is how many pixels wide a drawn face must be for the engine to find it.
const demoFaceWidth = 720

// showing is the demo's members before the camera.
type showing struct {
	d      *demo
	to     *faces.Faces
	engine face.Engine
	put    func(check string, sealed []byte) error
}

// begin begins a step so long ago, and gives it to do.
func (s showing) begin(ctx context.Context, name string, ago time.Duration, do func(step store.FaceStep) error) error {
	if err := setBack(ctx, s.d.db, ago); err != nil {
		return err
	}
	m, err := s.d.db.FindMember(ctx, demoMail(name))
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

func (s showing) enrol(ctx context.Context, name string, drawn []byte, ago time.Duration) error {
	return s.begin(ctx, name, ago, func(step store.FaceStep) error {
		picture, err := face.ReadPicture(drawn)
		if err != nil {
			return err
		}
		e, err := s.to.PrepareEnrolment(ctx, step.Token)
		if err != nil {
			return err
		}
		made, err := s.engine.Enrol(ctx, picture)
		if err != nil {
			return err
		}
		e.Engine = s.engine.ID()
		e.Consent = &face.Consent{Engine: "embedded", PicturesDays: face.DaysOf(faces.DefaultKeep.Pictures), EnrolmentDays: face.DaysOf(faces.DefaultKeep.Unused)}
		if err := s.put(e.ID, e.Key.SealPicture(e.ID, picture.JPEG)); err != nil {
			return err
		}
		_, err = s.to.Enrol(ctx, e, made, drawn)
		return err
	})
}

func (s showing) verify(ctx context.Context, name string, drawn []byte, ago time.Duration) error {
	return s.begin(ctx, name, ago, func(step store.FaceStep) error {
		picture, err := face.ReadPicture(drawn)
		if err != nil {
			return err
		}
		a, err := s.to.BeginAttempt(ctx, step.Token, drawn)
		if err != nil {
			return err
		}
		compared, err := s.engine.Compare(ctx, face.Reference{Template: a.Template}, picture)
		if err != nil {
			return err
		}
		if err := s.put(a.ID, a.Key.SealPicture(a.ID, picture.JPEG)); err != nil {
			return err
		}
		_, err = s.to.Settle(ctx, a, s.engine.ID(), compared)
		return err
	})
}
