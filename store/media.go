package store

// MediaKind is the kind of an uploaded file.
type MediaKind string

const (
	ImageMedia MediaKind = "image"
	VideoMedia MediaKind = "video"
	VoiceMedia MediaKind = "voice"
)
