package application

import "muster/store"

// Texts of the photo.
const (
	photoType     = "Invalid file type. Please select a JPEG, PNG, or WebP image."
	photoTooLarge = "File too large. Maximum size is 5MB."
	photoMissing  = "No photo to upload. Please capture or select a photo first."
	photoFailed   = "Failed to upload photo"
)

// ErrPhotoTooLarge answers a photo of more than store.MaxPhotoBytes.
func ErrPhotoTooLarge() *store.Error {
	return store.NewErrorReason(store.TooLarge, "photo_too_large", photoTooLarge)
}

// ErrPhotoFailed answers a form that cannot be read.
func ErrPhotoFailed() *store.Error {
	return store.NewErrorReason(store.Invalid, "form_malformed", photoFailed)
}

// PhotoError is a failure of a picture with the text of the application's photo.
func PhotoError(err error) error {
	if err == nil {
		return nil
	}
	switch e := store.AsError(err); e.Reason {
	case store.ErrPictureType().Reason:
		return store.NewErrorReason(e.Code, "photo_type", photoType)
	case store.ErrPictureDamaged().Reason:
		return store.NewErrorReason(e.Code, "photo_damaged", photoType)
	case store.ErrPictureTooLarge().Reason:
		return ErrPhotoTooLarge()
	case store.ErrNoPicture().Reason:
		return store.NewErrorReason(e.Code, "photo_missing", photoMissing)
	}
	return err
}
