package rekognition

import (
	"errors"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/service/rekognition/types"

	"muster/store"
	"muster/store/face"
)

// failure is an error of a call in the words of the face checks. The service says
// "invalid parameter" when a picture has no face.
func failure(err error) error {
	if err == nil {
		return nil
	}
	var noFace *types.InvalidParameterException
	var format *types.InvalidImageFormatException
	var size *types.ImageTooLargeException
	switch {
	case errors.As(err, &noFace):
		return face.ErrNoFace
	case errors.As(err, &format), errors.As(err, &size):
		return &store.Error{Code: store.Invalid, Reason: "face_picture_refused", Message: "The picture cannot be read.", Err: err}
	}
	return fmt.Errorf("%w: rekognition: %w", face.ErrUnavailable, err)
}
