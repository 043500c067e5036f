package rekognition

import (
	"bytes"
	"cmp"
	"image/jpeg"
	"math"
	"slices"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/rekognition/types"

	"muster/store/face"
)

// seen is a face that the service found in a picture. What it does not say is nil.
type seen struct {
	box        *types.BoundingBox // parts of the picture's sides
	confidence *float32           // percent
	similarity *float32           // percent
	landmarks  []types.Landmark
	pose       *types.Pose
}

func compared(f types.ComparedFace, similarity *float32) seen {
	return seen{box: f.BoundingBox, confidence: f.Confidence, similarity: similarity, landmarks: f.Landmarks, pose: f.Pose}
}

func (s seen) area() float32 {
	if s.box == nil {
		return 0
	}
	return aws.ToFloat32(s.box.Width) * aws.ToFloat32(s.box.Height)
}

// only is the largest face, when no other is nearly as large.
func only(faces []seen) (seen, error) {
	const mostOfLargest = 0.25
	slices.SortStableFunc(faces, func(a, b seen) int { return cmp.Compare(b.area(), a.area()) })
	switch {
	case len(faces) == 0:
		return seen{}, face.ErrNoFace
	case len(faces) > 1 && faces[1].area() > mostOfLargest*faces[0].area():
		return seen{}, face.ErrManyFaces
	}
	return faces[0], nil
}

func (s seen) quality(picture face.Picture) face.Quality {
	quality := face.Quality{Detection: float64(aws.ToFloat32(s.confidence)) / 100}
	left, hasLeft := s.landmark(types.LandmarkTypeEyeLeft)
	right, hasRight := s.landmark(types.LandmarkTypeEyeRight)
	size, err := jpeg.DecodeConfig(bytes.NewReader(picture.JPEG))
	if hasLeft && hasRight && err == nil {
		x := float64(aws.ToFloat32(right.X)-aws.ToFloat32(left.X)) * float64(size.Width)
		y := float64(aws.ToFloat32(right.Y)-aws.ToFloat32(left.Y)) * float64(size.Height)
		quality.EyeDistance = math.Hypot(x, y)
	}
	return quality
}

func (s seen) landmark(kind types.LandmarkType) (types.Landmark, bool) {
	i := slices.IndexFunc(s.landmarks, func(l types.Landmark) bool { return l.Type == kind })
	if i < 0 {
		return types.Landmark{}, false
	}
	return s.landmarks[i], true
}

// enrollable refuses a face that others should not be compared with.
func (s seen) enrollable(quality face.Quality) error {
	const leastDetection, leastEyeDistance, mostYaw = 0.5, 30, 45
	switch {
	case quality.Detection < leastDetection:
		return face.ErrNoFace
	case quality.EyeDistance != 0 && quality.EyeDistance < leastEyeDistance:
		return face.ErrTooSmall
	case s.pose != nil && math.Abs(float64(aws.ToFloat32(s.pose.Yaw))) > mostYaw:
		return face.ErrTurnedAway
	}
	return nil
}
