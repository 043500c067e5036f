package face

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
)

// Picture is a picture of a person as it is stored and shown to an engine: upright, of at
// most 1280 pixels, without metadata.
type Picture struct {
	JPEG []byte
}

// Pixels decodes the picture.
func (p Picture) Pixels() (image.Image, error) { return jpeg.Decode(bytes.NewReader(p.JPEG)) }

// Quality is what an engine says about the face in a picture.
type Quality struct {
	Detection   float64 // 0..1: how sure the engine is that this is a face
	EyeDistance float64 // pixels between the eyes; 0 where the engine does not say
	Fingerprint uint64  // difference hash of the aligned face; 0 where the engine has none
}

// Enrolment is what an engine makes of the picture that a member is compared with later.
type Enrolment struct {
	Template []byte // nil for an engine that compares pictures
	Quality  Quality
}

// Reference is an enrolment to compare with.
type Reference struct {
	Template []byte
	Picture  func(context.Context) (Picture, error) // reads the enrolled picture
}

// Comparison is how alike two faces are.
type Comparison struct {
	Confidence float64 // 0..100, not rounded
	Distance   float64 // between the templates; NaN where the engine has none
	Quality    Quality // of the picture that was compared
}

// Engine finds and compares faces. It never decides: Passes does. Its methods fail with
// one of the errors below; another error counts as ErrUnavailable.
type Engine interface {
	// ID names the engine and the version of its numbers. Templates of different IDs
	// cannot be compared.
	ID() string
	// Ready fails with ErrUnavailable while the engine cannot work.
	Ready(context.Context) error
	// Read makes a picture of an uploaded file, as ReadPicture does. It fails with Invalid.
	Read(ctx context.Context, sent []byte) (Picture, error)
	// Enrol finds the one face of a picture. It fails with one of Refusals.
	Enrol(context.Context, Picture) (Enrolment, error)
	// Compare compares the one face of a picture with an enrolled one. It fails with one of
	// Refusals.
	Compare(context.Context, Reference, Picture) (Comparison, error)
}

// What an engine refuses, and why it may refuse everything.
var (
	ErrNoFace      = errors.New("face: no face in the picture")
	ErrManyFaces   = errors.New("face: more than one face in the picture")
	ErrTooSmall    = errors.New("face: the face is too small")
	ErrTooBlurred  = errors.New("face: the face is too blurred")
	ErrTurnedAway  = errors.New("face: the face is turned away")
	ErrBusy        = errors.New("face: too many pictures are waiting")
	ErrUnavailable = errors.New("face: the engine is not available")
)

// Refusals are all of these errors.
var Refusals = [...]error{ErrNoFace, ErrManyFaces, ErrTooSmall, ErrTooBlurred, ErrTurnedAway, ErrBusy, ErrUnavailable}

// Unavailable is err as an ErrUnavailable, which it may be already.
func Unavailable(err error) error {
	if errors.Is(err, ErrUnavailable) {
		return err
	}
	return fmt.Errorf("%w: %w", ErrUnavailable, err)
}

// passConfidence is the least confidence that passes, in percent.
const passConfidence = 95

// Passes says whether a comparison is the enrolled person. Exactly 95 passes.
func (c Comparison) Passes() bool { return c.Confidence >= passConfidence }
