package rekognition

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/jpeg"
	"math"
	"net/http"
	"slices"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"

	"muster/store"
	"muster/store/face"
)

var (
	source = picture("source")
	target = picture("target")
)

// picture is one of 1000 × 500 pixels, which differs from others by what follows it.
func picture(name string) face.Picture {
	var file bytes.Buffer
	if err := jpeg.Encode(&file, image.NewGray(image.Rect(0, 0, 1000, 500)), nil); err != nil {
		panic(err)
	}
	return face.Picture{JPEG: append(file.Bytes(), name...)}
}

func enrolled(picture face.Picture) face.Reference {
	return face.Reference{Picture: func(context.Context) (face.Picture, error) { return picture, nil }}
}

// faceOf is a face of a width and height; its eyes are a part of the picture apart.
func faceOf(side, eyes float32) *doubleFace {
	return &doubleFace{
		BoundingBox: &doubleBox{Width: side, Height: side}, Confidence: 99.5,
		Landmarks: []doubleLandmark{{"eyeLeft", 0.3, 0.4}, {"nose", 0.4, 0.5}, {"eyeRight", 0.3 + eyes, 0.4}},
	}
}

func TestCompare(t *testing.T) {
	for name, c := range map[string]struct {
		reply  doubleCompareOutput
		want   float64
		passes bool
		err    error
	}{
		"alike":         {doubleCompareOutput{FaceMatches: []doubleMatch{{faceOf(0.4, 0.1), 99.25}}}, 99.25, true, nil},
		"exactly 95":    {doubleCompareOutput{FaceMatches: []doubleMatch{{faceOf(0.4, 0.1), 95}}}, 95, true, nil},
		"rather unlike": {doubleCompareOutput{FaceMatches: []doubleMatch{{faceOf(0.4, 0.1), 31.5}}}, 31.5, false, nil},
		"unlike":        {doubleCompareOutput{UnmatchedFaces: []doubleFace{*faceOf(0.4, 0.1)}}, 0, false, nil},
		"nobody":        {doubleCompareOutput{}, 0, false, face.ErrNoFace},
		"a small one is alike": {doubleCompareOutput{
			FaceMatches: []doubleMatch{{faceOf(0.1, 0.02), 99}}, UnmatchedFaces: []doubleFace{*faceOf(0.4, 0.1)}}, 0, false, nil},
		"two": {doubleCompareOutput{
			FaceMatches: []doubleMatch{{faceOf(0.4, 0.1), 99}}, UnmatchedFaces: []doubleFace{*faceOf(0.25, 0.1)}}, 0, false, face.ErrManyFaces},
	} {
		t.Run(name, func(t *testing.T) {
			engine, d := serve(t, says(c.reply))
			got, err := engine.Compare(t.Context(), enrolled(source), target)
			if !errors.Is(err, c.err) || got.Confidence != c.want || got.Passes() != c.passes {
				t.Errorf("%+v, %v", got, err)
			}
			if err == nil && (!math.IsNaN(got.Distance) || math.Abs(got.Quality.EyeDistance-100) > 0.1 || math.Abs(got.Quality.Detection-0.995) > 1e-6) {
				t.Errorf("%+v", got)
			}
			asked := d.compared
			if string(asked.SourceImage.Bytes) != string(source.JPEG) || string(asked.TargetImage.Bytes) != string(target.JPEG) ||
				asked.SimilarityThreshold == nil || *asked.SimilarityThreshold != 0 || asked.QualityFilter != "AUTO" {
				t.Errorf("asked %+v", asked)
			}
		})
	}
}

func TestEnrol(t *testing.T) {
	detail := func(side, eyes, confidence, yaw float32) doubleDetail {
		f := faceOf(side, eyes)
		return doubleDetail{BoundingBox: f.BoundingBox, Confidence: confidence, Landmarks: f.Landmarks, Pose: &doublePose{Yaw: yaw}}
	}
	for name, c := range map[string]struct {
		faces []doubleDetail
		err   error
	}{
		"one":         {[]doubleDetail{detail(0.4, 0.1, 99, -10)}, nil},
		"one behind":  {[]doubleDetail{detail(0.1, 0.02, 99, 0), detail(0.4, 0.1, 99, 0)}, nil},
		"nobody":      {nil, face.ErrNoFace},
		"two":         {[]doubleDetail{detail(0.4, 0.1, 99, 0), detail(0.4, 0.1, 99, 0)}, face.ErrManyFaces},
		"unsure":      {[]doubleDetail{detail(0.4, 0.1, 49, 0)}, face.ErrNoFace},
		"small":       {[]doubleDetail{detail(0.1, 0.029, 99, 0)}, face.ErrTooSmall},
		"turned away": {[]doubleDetail{detail(0.4, 0.1, 99, -50)}, face.ErrTurnedAway},
	} {
		t.Run(name, func(t *testing.T) {
			engine, d := serve(t, says(doubleDetectOutput{FaceDetails: c.faces}))
			got, err := engine.Enrol(t.Context(), source)
			if !errors.Is(err, c.err) || got.Template != nil {
				t.Errorf("%+v, %v", got, err)
			}
			if !bytes.Equal(d.detected.Image.Bytes, source.JPEG) || !slices.Equal(d.detected.Attributes, []string{"DEFAULT", "FACE_OCCLUDED", "EYES_OPEN"}) {
				t.Errorf("asked %+v", d.detected)
			}
		})
	}
}

func TestErrorsOfTheService(t *testing.T) {
	for _, c := range []struct {
		kind   string
		status int
		want   error
		calls  int
	}{
		{"ThrottlingException", 400, face.ErrUnavailable, tries},
		{"ProvisionedThroughputExceededException", 400, face.ErrUnavailable, tries},
		{"AccessDeniedException", 400, face.ErrUnavailable, 1},
		{"InternalServerError", 500, face.ErrUnavailable, tries},
	} {
		engine, d := serve(t, fails(c.status, c.kind))
		got, err := engine.Compare(t.Context(), enrolled(source), target)
		if !errors.Is(err, c.want) || got.Passes() || d.calls != c.calls {
			t.Errorf("%s: %v after %d calls", c.kind, err, d.calls)
		}
	}
	for _, kind := range []string{"InvalidImageFormatException", "ImageTooLargeException"} {
		engine, _ := serve(t, fails(400, kind))
		if _, err := engine.Enrol(t.Context(), source); store.CodeOf(err) != store.Invalid || errors.Is(err, face.ErrUnavailable) {
			t.Errorf("%s: %v", kind, err)
		}
	}
}

// The service says of two pictures only that one has no face: the member's is looked at, and
// is not called empty when the enrolled one is.
func TestPictureWithoutAFaceIsTheOneThatIsNamed(t *testing.T) {
	someone := doubleDetectOutput{FaceDetails: []doubleDetail{{BoundingBox: &doubleBox{Width: 0.4, Height: 0.4}, Confidence: 99}}}
	for name, c := range map[string]struct {
		second func(http.ResponseWriter)
		want   error
	}{
		"the member's":       {says(doubleDetectOutput{}), face.ErrNoFace},
		"the enrolled":       {says(someone), face.ErrUnavailable},
		"it cannot be asked": {fails(400, "AccessDeniedException"), face.ErrUnavailable},
	} {
		engine, d := serve(t, fails(400, "InvalidParameterException"), c.second)
		if _, err := engine.Compare(t.Context(), enrolled(source), target); !errors.Is(err, c.want) || d.calls != 2 || !bytes.Equal(d.detected.Image.Bytes, target.JPEG) {
			t.Errorf("%s: %v after %d calls", name, err, d.calls)
		}
	}
}

func TestASecondTryAnswers(t *testing.T) {
	engine, d := serve(t, fails(500, "InternalServerError"),
		says(doubleCompareOutput{FaceMatches: []doubleMatch{{faceOf(0.4, 0.1), 99}}}))
	got, err := engine.Compare(t.Context(), enrolled(source), target)
	if err != nil || !got.Passes() || d.calls != 2 {
		t.Errorf("%+v, %v after %d calls", got, err, d.calls)
	}
}

func TestReadyNeedsARegionAndCredentials(t *testing.T) {
	engine, _ := serve(t, func(http.ResponseWriter) {})
	if err := engine.Ready(t.Context()); err != nil {
		t.Error(err)
	}
	broken := aws.CredentialsProviderFunc(func(context.Context) (aws.Credentials, error) { return aws.Credentials{}, errors.New("expired") })
	for _, settings := range []aws.Config{{}, {Region: "eu-central-1"}, {Region: "eu-central-1", Credentials: broken}} {
		if err := of(settings).Ready(t.Context()); !errors.Is(err, face.ErrUnavailable) {
			t.Errorf("%v", err)
		}
	}
	if _, err := engine.Compare(t.Context(), face.Reference{}, target); !errors.Is(err, face.ErrUnavailable) {
		t.Errorf("without an enrolled picture: %v", err)
	}
}
