package store

// MaxPictureBytes is the size from which a profile picture is refused.
const MaxPictureBytes = 5 << 20

// MaxPhotoBytes is the size up to which a photo of an application is taken.
const MaxPhotoBytes = 5 << 20

// Sides of a profile picture in pixels: the longer one of the picture, and both of
// its thumbnail.
const (
	PictureSide          = 1024
	PictureThumbnailSide = 256
)

// Texts of profile pictures.
const (
	PictureWrongType = "Please select a JPEG, PNG, or WebP image"
	PictureTooLarge  = "Image must be less than 5MB"
	PictureFailed    = "Failed to upload profile picture"
)

// ErrPictureType answers a picture of a type that is not accepted.
func ErrPictureType() *Error { return NewErrorReason(Unsupported, "picture_type", PictureWrongType) }

// ErrPictureDamaged answers a picture that cannot be decoded.
func ErrPictureDamaged() *Error {
	return NewErrorReason(Unprocessable, "picture_damaged", PictureWrongType)
}

// ErrPictureTooLarge answers a picture of MaxPictureBytes or more.
func ErrPictureTooLarge() *Error {
	return NewErrorReason(TooLarge, "picture_too_large", PictureTooLarge)
}

// ErrNoPicture answers an upload without a picture.
func ErrNoPicture() *Error { return NewErrorReason(Invalid, "picture_missing", PictureWrongType) }
