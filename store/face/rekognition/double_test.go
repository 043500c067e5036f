package rekognition

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/rekognition"
	"github.com/aws/aws-sdk-go-v2/service/rekognition/types"
)

// The structs of the double are what the service reads and answers. What no test sets is
// raw.
type (
	doubleImage struct {
		Bytes    []byte          `json:",omitempty"`
		S3Object json.RawMessage `json:",omitempty"`
	}
	doubleCompareInput struct {
		SourceImage, TargetImage *doubleImage
		QualityFilter            string
		SimilarityThreshold      *float32
	}
	doubleDetectInput struct {
		Image      *doubleImage
		Attributes []string
	}
	doubleBox      struct{ Height, Left, Top, Width float32 }
	doubleLandmark struct {
		Type string
		X, Y float32
	}
	doublePose struct{ Pitch, Roll, Yaw float32 }
	doubleFace struct {
		BoundingBox *doubleBox
		Confidence  float32
		Landmarks   []doubleLandmark `json:",omitempty"`
		Pose        *doublePose      `json:",omitempty"`

		Emotions, Quality, Smile json.RawMessage `json:",omitempty"`
	}
	doubleMatch struct {
		Face       *doubleFace
		Similarity float32
	}
	doubleSource struct {
		BoundingBox *doubleBox
		Confidence  float32
	}
	doubleCompareOutput struct {
		FaceMatches     []doubleMatch `json:",omitempty"`
		UnmatchedFaces  []doubleFace  `json:",omitempty"`
		SourceImageFace *doubleSource `json:",omitempty"`

		SourceImageOrientationCorrection, TargetImageOrientationCorrection string `json:",omitempty"`
	}
	doubleDetail struct {
		BoundingBox *doubleBox
		Confidence  float32
		Landmarks   []doubleLandmark `json:",omitempty"`
		Pose        *doublePose      `json:",omitempty"`

		AgeRange, Beard, Emotions, EyeDirection, Eyeglasses, EyesOpen, FaceOccluded, Gender,
		MouthOpen, Mustache, Quality, Smile, Sunglasses json.RawMessage `json:",omitempty"`
	}
	doubleDetectOutput struct {
		FaceDetails           []doubleDetail `json:",omitempty"`
		OrientationCorrection string         `json:",omitempty"`
	}
)

// An upgrade of the SDK that adds, renames or drops a field fails here.
func TestTheDoubleSpeaksAsTheSDKDoes(t *testing.T) {
	for _, pair := range [][2]any{
		{doubleImage{}, types.Image{}},
		{doubleCompareInput{}, rekognition.CompareFacesInput{}},
		{doubleDetectInput{}, rekognition.DetectFacesInput{}},
		{doubleBox{}, types.BoundingBox{}},
		{doubleLandmark{}, types.Landmark{}},
		{doublePose{}, types.Pose{}},
		{doubleFace{}, types.ComparedFace{}},
		{doubleMatch{}, types.CompareFacesMatch{}},
		{doubleSource{}, types.ComparedSourceImageFace{}},
		{doubleCompareOutput{}, rekognition.CompareFacesOutput{}},
		{doubleDetail{}, types.FaceDetail{}},
		{doubleDetectOutput{}, rekognition.DetectFacesOutput{}},
	} {
		ours, theirs := fields(pair[0]), fields(pair[1])
		if !slices.Equal(ours, theirs) {
			t.Errorf("%T: %v\n%T: %v", pair[0], ours, pair[1], theirs)
		}
	}
}

// fields are the exported fields of a struct, without what the SDK adds to a reply.
func fields(v any) []string {
	var names []string
	for i := range reflect.TypeOf(v).NumField() {
		if f := reflect.TypeOf(v).Field(i); f.IsExported() && f.Name != "ResultMetadata" {
			names = append(names, f.Name)
		}
	}
	slices.Sort(names)
	return names
}

// double is the service. It answers each call with the next answer, the last again.
type double struct {
	t        *testing.T
	answers  []func(http.ResponseWriter)
	calls    int
	compared doubleCompareInput
	detected doubleDetectInput
}

func (d *double) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if got := r.Header.Get("Content-Type"); r.Method != http.MethodPost || got != "application/x-amz-json-1.1" {
		d.t.Errorf("%s of %s", r.Method, got)
	}
	if !strings.HasPrefix(r.Header.Get("Authorization"), "AWS4-HMAC-SHA256 ") {
		d.t.Error("the call is not signed")
	}
	var into any
	switch target := r.Header.Get("X-Amz-Target"); target {
	case "RekognitionService.CompareFaces":
		into = &d.compared
	case "RekognitionService.DetectFaces":
		into = &d.detected
	default:
		d.t.Errorf("target %q", target)
		return
	}
	body := json.NewDecoder(r.Body)
	body.DisallowUnknownFields()
	if err := body.Decode(into); err != nil {
		d.t.Error(err)
	}
	answer := d.answers[min(d.calls, len(d.answers)-1)]
	d.calls++
	answer(w)
}

// says answers with a reply.
func says(reply any) func(http.ResponseWriter) {
	return func(w http.ResponseWriter) {
		w.Header().Set("Content-Type", "application/x-amz-json-1.1")
		_ = json.NewEncoder(w).Encode(reply)
	}
}

// fails answers with an error of the service.
func fails(status int, kind string) func(http.ResponseWriter) {
	return func(w http.ResponseWriter) {
		w.Header().Set("Content-Type", "application/x-amz-json-1.1")
		w.Header().Set("X-Amzn-ErrorType", kind)
		w.WriteHeader(status)
		_, _ = io.WriteString(w, `{"__type":"`+kind+`","message":"no"}`)
	}
}

// serve is an engine that asks a double.
func serve(t *testing.T, answers ...func(http.ResponseWriter)) (*Engine, *double) {
	t.Helper()
	d := &double{t: t, answers: answers}
	server := httptest.NewServer(d)
	t.Cleanup(server.Close)
	return of(aws.Config{
		Region: "eu-central-1", BaseEndpoint: aws.String(server.URL),
		Credentials: aws.CredentialsProviderFunc(func(context.Context) (aws.Credentials, error) {
			return aws.Credentials{AccessKeyID: "id", SecretAccessKey: "secret"}, nil
		}),
	}), d
}
