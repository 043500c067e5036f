package rekognition

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/aws/retry"
	awshttp "github.com/aws/aws-sdk-go-v2/aws/transport/http"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/service/rekognition"
	"github.com/aws/aws-sdk-go-v2/service/rekognition/types"

	"muster/store/face"
)

const (
	tries      = 2
	tryTimeout = 3 * time.Second
	tryPause   = 200 * time.Millisecond // between two tries, at most
)

// Engine asks Amazon Rekognition.
type Engine struct {
	client      *rekognition.Client
	credentials aws.CredentialsProvider
	region      string
}

// Open makes an engine from the settings that every AWS program reads: AWS_REGION,
// AWS_ACCESS_KEY_ID, the profile, the role of the machine. It calls nobody; Ready does.
// The credentials need rekognition:CompareFaces and rekognition:DetectFaces.
func Open(ctx context.Context) (*Engine, error) {
	settings, err := config.LoadDefaultConfig(ctx)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", face.ErrUnavailable, err)
	}
	return of(settings), nil
}

func of(settings aws.Config) *Engine {
	client := rekognition.NewFromConfig(settings, func(o *rekognition.Options) {
		o.HTTPClient = awshttp.NewBuildableClient().WithTimeout(tryTimeout)
		o.Retryer = retry.NewStandard(func(r *retry.StandardOptions) {
			r.MaxAttempts, r.MaxBackoff = tries, tryPause
		})
	})
	return &Engine{client: client, credentials: settings.Credentials, region: settings.Region}
}

// ID names the service and the call.
func (e *Engine) ID() string { return "rekognition/compare-faces" }

// Ready fails without a region or credentials.
func (e *Engine) Ready(ctx context.Context) error {
	if e.region == "" || e.credentials == nil {
		return fmt.Errorf("%w: rekognition: no AWS region or credentials", face.ErrUnavailable)
	}
	if _, err := e.credentials.Retrieve(ctx); err != nil {
		return fmt.Errorf("%w: rekognition: %w", face.ErrUnavailable, err)
	}
	return nil
}

// Read reads a picture as face.ReadPicture does.
func (e *Engine) Read(_ context.Context, sent []byte) (face.Picture, error) {
	return face.ReadPicture(sent)
}

// Enrol looks whether a picture can be compared with later. It makes no template.
func (e *Engine) Enrol(ctx context.Context, picture face.Picture) (face.Enrolment, error) {
	reply, err := e.client.DetectFaces(ctx, &rekognition.DetectFacesInput{
		Image:      &types.Image{Bytes: picture.JPEG},
		Attributes: []types.Attribute{types.AttributeDefault, types.AttributeFaceOccluded, types.AttributeEyesOpen},
	})
	if err != nil {
		return face.Enrolment{}, failure(err)
	}
	faces := make([]seen, 0, len(reply.FaceDetails))
	for _, f := range reply.FaceDetails {
		faces = append(faces, seen{box: f.BoundingBox, confidence: f.Confidence, landmarks: f.Landmarks, pose: f.Pose})
	}
	found, err := only(faces)
	if err != nil {
		return face.Enrolment{}, err
	}
	quality := found.quality(picture)
	if err := found.enrollable(quality); err != nil {
		return face.Enrolment{}, err
	}
	return face.Enrolment{Quality: quality}, nil
}

// without says which of two pictures that were compared has no face, for the service does
// not: when the member's has one, the enrolled one is at fault.
func (e *Engine) without(ctx context.Context, picture face.Picture, err error) error {
	reply, failed := e.client.DetectFaces(ctx, &rekognition.DetectFacesInput{Image: &types.Image{Bytes: picture.JPEG}})
	if failed != nil {
		return failure(failed)
	}
	if len(reply.FaceDetails) == 0 {
		return face.ErrNoFace
	}
	return fmt.Errorf("%w: rekognition: no face in the enrolled picture, which has to be removed and enrolled anew: %w", face.ErrUnavailable, err)
}

// Compare compares the largest face of a picture with the largest of the enrolled one.
// The threshold is 0: otherwise the service says nothing about likenesses below 80.
func (e *Engine) Compare(ctx context.Context, enrolled face.Reference, picture face.Picture) (face.Comparison, error) {
	if enrolled.Picture == nil {
		return face.Comparison{}, fmt.Errorf("%w: rekognition: an enrolment without a picture", face.ErrUnavailable)
	}
	source, err := enrolled.Picture(ctx)
	if err != nil {
		return face.Comparison{}, err
	}
	reply, err := e.client.CompareFaces(ctx, &rekognition.CompareFacesInput{
		SourceImage:         &types.Image{Bytes: source.JPEG},
		TargetImage:         &types.Image{Bytes: picture.JPEG},
		SimilarityThreshold: aws.Float32(0),
		QualityFilter:       types.QualityFilterAuto,
	})
	if failed := failure(err); errors.Is(failed, face.ErrNoFace) {
		return face.Comparison{}, e.without(ctx, picture, err)
	} else if err != nil {
		return face.Comparison{}, failed
	}
	var faces []seen
	for _, match := range reply.FaceMatches {
		if match.Face != nil {
			faces = append(faces, compared(*match.Face, match.Similarity))
		}
	}
	for _, unlike := range reply.UnmatchedFaces {
		faces = append(faces, compared(unlike, nil))
	}
	found, err := only(faces)
	if err != nil {
		return face.Comparison{}, err
	}
	return face.Comparison{
		Confidence: float64(aws.ToFloat32(found.similarity)), Distance: math.NaN(), Quality: found.quality(picture),
	}, nil
}
