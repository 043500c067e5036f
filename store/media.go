package store

import (
	"context"
	"math"
	"time"
)

// MediaKind is the kind of an uploaded file.
type MediaKind string

const (
	ImageMedia MediaKind = "image"
	VideoMedia MediaKind = "video"
	VoiceMedia MediaKind = "voice"
)

// Limits of uploads.
const (
	MaxImageBytes  = 10 << 20 // of an image and of sound alike
	MaxVideoBytes  = 100 << 20
	MaxPosterBytes = 2 << 20    // of the picture that a browser made of a video
	MaxPixels      = 50_000_000 // of a still, and of all frames of a moving picture together
	MaxFrames      = 1_000      // of a moving picture
	ThumbnailSide  = 512        // pixels of the longer side
	MaxWaveform    = 256        // values
)

// UnsentUploadAge is how long an upload is kept that no message carries.
const UnsentUploadAge = 24 * time.Hour

// Media links are signed for MediaLinkLife at most.
const MediaLinkLife = 10 * time.Minute

// Texts of uploads.
const (
	NoFile          = "Please select a file to upload"
	InvalidFileType = "Invalid file type. Please select an image, video, or audio file."
	MediaFailed     = "Failed to upload media"
)

// mediaTypes are the accepted content types with their kinds.
var mediaTypes = map[string]MediaKind{
	"image/jpeg": ImageMedia, "image/png": ImageMedia, "image/gif": ImageMedia, "image/webp": ImageMedia,
	"video/mp4": VideoMedia, "video/webm": VideoMedia, "video/quicktime": VideoMedia,
	"audio/webm": VoiceMedia, "audio/mp4": VoiceMedia, "audio/mpeg": VoiceMedia, "audio/wav": VoiceMedia, "audio/ogg": VoiceMedia,
}

// MediaKindOf is the kind of a content type; ok is false for one that is not
// accepted.
func MediaKindOf(contentType string) (kind MediaKind, ok bool) {
	kind, ok = mediaTypes[contentType]
	return kind, ok
}

// MaxBytes is the size up to which files of a kind are accepted.
func (k MediaKind) MaxBytes() int64 {
	if k == VideoMedia {
		return MaxVideoBytes
	}
	return MaxImageBytes
}

// MediaMetadata describes an uploaded file. Zero fields are unknown.
type MediaMetadata struct {
	Width    int     `json:"width,omitempty"`
	Height   int     `json:"height,omitempty"`
	Duration float64 `json:"duration,omitempty"` // seconds
	Waveform []int   `json:"waveform,omitempty"` // loudness over time, 0 to 100
	// Transcript is what is said in a voice message, as the sender wrote it.
	Transcript string `json:"transcript,omitempty"`
}

// Upload is an uploaded file.
type Upload struct {
	ID          string        `json:"id"`
	Owner       string        `json:"owner"` // member who uploaded it, the only one who may send it
	Room        string        `json:"room"`  // the only room it may be sent in; "" for a file of an encrypted message
	Kind        MediaKind     `json:"kind"`
	ContentType string        `json:"contentType"`
	Size        int64         `json:"size"`      // bytes
	Thumbnail   bool          `json:"thumbnail"` // it has one
	Metadata    MediaMetadata `json:"metadata"`
	Sealed      bool          `json:"sealed,omitempty"` // its files are stored sealed
	// Captioned says that it is a video with captions. They are long, so they are read with
	// one message alone (SentUpload).
	Captioned bool `json:"captioned,omitempty"`
}

// SentUpload is an upload with the message that carries it.
type SentUpload struct {
	Upload
	MessageID string
	Username  string // of the sender, as it is now
	SentAt    time.Time
	Captions  string // of a video, as WebVTT; "" where they were not read
}

// CleanWaveform gives the waveform that a browser drew as it may be stored: at
// most MaxWaveform values of 0 to 100.
func CleanWaveform(values []int) []int {
	values = values[:min(len(values), MaxWaveform)]
	out := make([]int, len(values))
	for i, v := range values {
		out[i] = min(max(v, 0), 100)
	}
	return out
}

// CleanDuration gives the seconds that a browser measured, rounded to
// milliseconds; 0 for what is no length of a file.
func CleanDuration(seconds float64) float64 {
	if !(seconds > 0) || seconds > 24*60*60 {
		return 0
	}
	return math.Round(seconds*1000) / 1000
}

// MissingFileAge is how long a removal goes on to look for a file that it did not
// find: a storage whose disk is not mounted, or whose bucket was renamed, seems empty
// Until it is back.
const MissingFileAge = 7 * 24 * time.Hour

// MediaFiles keeps the files of uploads (store/blob).
type MediaFiles interface {
	// Remove deletes the files of an upload; found is false when there were none.
	// It fails with Unavailable while the storage does not answer.
	Remove(ctx context.Context, upload string) (found bool, err error)
}

// ErrFileType answers a file of a type that is not accepted.
func ErrFileType() *Error { return NewErrorReason(Unsupported, "file_type", InvalidFileType) }

// ErrFileDamaged answers a file that is not what it begins as: cut off or damaged.
func ErrFileDamaged() *Error { return NewErrorReason(Unprocessable, "file_damaged", InvalidFileType) }

// ErrTooManyPixels answers a picture of more than MaxPixels, which is not decoded.
func ErrTooManyPixels() *Error {
	return NewErrorReason(Unprocessable, "too_many_pixels", "The picture has more than 50 megapixels. Please make it smaller.")
}

// ErrTooManyFrames answers a moving picture of more than MaxFrames, or of more than MaxPixels in
// all of them.
func ErrTooManyFrames() *Error {
	return NewErrorReason(Unprocessable, "too_many_frames", "The moving picture has more than 1,000 frames, or more than 50 megapixels in all of them. Please make it shorter or smaller.")
}

// ErrFileTooLarge answers a file beyond the limit of its kind.
func ErrFileTooLarge(kind MediaKind) *Error {
	if kind == VideoMedia {
		return NewErrorReason(TooLarge, "file_too_large", "File too large. Maximum size: 100MB")
	}
	return NewErrorReason(TooLarge, "file_too_large", "File too large. Maximum size: 10MB")
}

// ErrNoFile answers an upload without a file.
func ErrNoFile() *Error { return NewErrorReason(Invalid, "file_missing", NoFile) }

// ErrMediaUnknown answers a message whose media is no upload that its sender may
// send: somebody else's, of another room, sent already, or none at all.
func ErrMediaUnknown() *Error {
	return NewErrorReason(Invalid, "media_unknown", "This media was not uploaded here")
}

// ErrMediaAdminsOnly answers media of a member who is no administrator.
func ErrMediaAdminsOnly() *Error {
	return NewError(Forbidden, "Only administrators can send media")
}

// ErrMediaGone answers for a file that does not exist, was deleted, or is in a
// room that is closed to the caller, alike.
func ErrMediaGone() *Error {
	return NewErrorReason(NotFound, "media_gone", "This file is not available")
}

// ErrStorageFull answers an upload for which there is no space left.
func ErrStorageFull(cause error) *Error {
	return &Error{Code: StorageFull, Reason: "storage_full", Message: MediaFailed + ". There is no space left.", Err: cause}
}

// ErrStorageAway answers a call while the storage of files does not answer.
func ErrStorageAway(cause error) *Error {
	return &Error{Code: Unavailable, Reason: "storage_away", Message: MediaFailed + ". Please try again in a moment.", Err: cause}
}
