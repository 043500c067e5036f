package embedded

import (
	"context"
	"fmt"
	"math"

	"muster/store/face"
)

// Engine compares faces by their descriptors. Its methods fail with face.ErrUnavailable
// when its weights could not be read.
type Engine struct {
	detector   detector
	landmarker landmarker
	recogniser recogniser
	failure    error
}

// Open reads the weights from a folder. It fails when a file is missing or is not the known
// one; the engine is there all the same, and is not ready.
func Open(dir string) (*Engine, error) {
	e := &Engine{}
	if err := e.load(dir); err != nil {
		e.failure = fmt.Errorf("%w: %w", face.ErrUnavailable, err)
	}
	return e, e.failure
}

func (e *Engine) load(dir string) error {
	detector, err := readWeights(dir, "tiny_face_detector_model")
	if err != nil {
		return err
	}
	landmarks, err := readWeights(dir, "face_landmark_68_model")
	if err != nil {
		return err
	}
	recognition, err := readWeights(dir, "face_recognition_model")
	if err != nil {
		return err
	}
	e.detector, e.landmarker, e.recogniser = newDetector(detector), newLandmarker(landmarks), newRecogniser(recognition)
	return nil
}

// ID names the networks, the alignment and the version of the numbers.
func (e *Engine) ID() string { return "embedded/face-api-1.7.15/align5/v1" }

// Ready fails while the weights could not be read, with the file that is to blame.
func (e *Engine) Ready(context.Context) error { return e.failure }

// Read reads a picture as face.ReadPicture does.
func (e *Engine) Read(_ context.Context, sent []byte) (face.Picture, error) {
	return face.ReadPicture(sent)
}

// leastEnrolled is how sure the detector must be of a face that others are compared with.
const leastEnrolled = 0.5

// Enrol makes the template of the largest face. It is stricter than Compare.
func (e *Engine) Enrol(ctx context.Context, picture face.Picture) (face.Enrolment, error) {
	enrolment, err := e.Describe(ctx, picture)
	if err == nil && enrolment.Quality.Detection < leastEnrolled {
		return face.Enrolment{}, face.ErrNoFace
	}
	return enrolment, err
}

// Compare compares the largest face with an enrolment. Without a template it makes one
// from the enrolled picture.
func (e *Engine) Compare(ctx context.Context, enrolled face.Reference, picture face.Picture) (face.Comparison, error) {
	template := enrolled.Template
	if template == nil {
		var err error
		if template, err = e.again(ctx, enrolled); err != nil {
			return face.Comparison{}, err
		}
	}
	if len(template) != templateSize {
		return face.Comparison{}, fmt.Errorf("%w: a template of %d bytes", face.ErrUnavailable, len(template))
	}
	probe, err := e.Describe(ctx, picture)
	if err != nil {
		return face.Comparison{}, err
	}
	distance, err := Distance(template, probe.Template)
	if err != nil {
		return face.Comparison{}, err
	}
	return face.Comparison{Confidence: Confidence(distance), Distance: distance, Quality: probe.Quality}, nil
}

// again makes the template of a picture that another engine enrolled. What it refuses is
// no fault of the picture that is compared.
func (e *Engine) again(ctx context.Context, enrolled face.Reference) ([]byte, error) {
	if enrolled.Picture == nil {
		return nil, fmt.Errorf("%w: an enrolment without a template and without a picture", face.ErrUnavailable)
	}
	picture, err := enrolled.Picture(ctx)
	if err != nil {
		return nil, err
	}
	enrolment, err := e.Describe(ctx, picture)
	if err != nil {
		return nil, fmt.Errorf("%w: the enrolled picture: %v", face.ErrUnavailable, err)
	}
	return enrolment.Template, nil
}

// Describe makes the template of the largest face as Compare does.
func (e *Engine) Describe(ctx context.Context, picture face.Picture) (face.Enrolment, error) {
	if e.failure != nil {
		return face.Enrolment{}, e.failure
	}
	decoded, err := picture.Pixels()
	if err != nil {
		return face.Enrolment{}, fmt.Errorf("%w: decode the picture: %w", face.ErrUnavailable, err)
	}
	chip, quality, err := e.aligned(colours(decoded))
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return face.Enrolment{}, err
	}
	return face.Enrolment{Template: encode(e.recogniser.describe(chip)), Quality: quality}, nil
}

// aligned cuts the largest face out when it is good enough to be compared.
func (e *Engine) aligned(pixels grid) (grid, face.Quality, error) {
	found, err := e.only(pixels)
	if err != nil {
		return grid{}, face.Quality{}, err
	}
	marks := fivePoints(e.landmarker.landmarks(pixels, found.box(pixels)))
	if err := marks.usable(); err != nil {
		return grid{}, face.Quality{}, err
	}
	chip := marks.align(pixels)
	if sharpness(chip) < leastSharpness {
		return grid{}, face.Quality{}, face.ErrTooBlurred
	}
	return chip, face.Quality{Detection: found.score, EyeDistance: marks.eyeDistance(), Fingerprint: fingerprint(chip)}, nil
}

// only is the largest face, when no other is nearly as large.
func (e *Engine) only(pixels grid) (detection, error) {
	const mostOfLargest = 0.25
	faces := e.detector.detect(pixels)
	switch {
	case len(faces) == 0 || faces[0].box(pixels).Empty():
		return detection{}, face.ErrNoFace
	case len(faces) > 1 && faces[1].area() > mostOfLargest*faces[0].area():
		return detection{}, face.ErrManyFaces
	case math.IsNaN(faces[0].area()) || math.IsInf(faces[0].area(), 0):
		return detection{}, face.ErrNoFace
	}
	return faces[0], nil
}
