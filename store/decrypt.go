package store

import (
	"fmt"
	"math"
	"strings"
	"time"
	"unicode/utf8"
)

// DecryptKind is what an encrypted message shows when it is opened.
type DecryptKind string

const (
	DecryptText    DecryptKind = "text"
	DecryptVideo   DecryptKind = "video"
	DecryptGallery DecryptKind = "gallery"
)

// Limits of encrypted messages.
const (
	MaxDecryptContent = 10_000 // code points
	MaxDecryptItems   = 50     // of a gallery
	MaxDecryptHours   = 10 * 366 * 24
	MaxDecryptViews   = 1_000_000
	MaxDecryptAhead   = 366 * 24 * time.Hour // of the opening
	maxVideoURL       = 2000                 // bytes
	maxFileName       = 200                  // code points
)

// DecryptPreview is the most code points of a content that administrators' lists show.
const DecryptPreview = 50

// DecryptRetry is for how long a call with the same idempotency key is a retry.
const DecryptRetry = time.Minute

// DecryptSitting is for how long after a decode the links to its files are renewed.
// It is long enough for a video, and no view of its own.
const DecryptSitting = 3 * time.Hour

// DecryptDraft is an encrypted message as an administrator writes it.
type DecryptDraft struct {
	Kind     DecryptKind
	Code     string // "": a random one
	Content  string
	VideoURL string   // of another site
	VideoID  string   // an own upload, instead of VideoURL
	Items    []string // ids of uploads
	Hours    *float64 // until it expires; nil: never
	Views    *float64 // at most; nil: without limit
	OpensAt  time.Time
}

// Clean checks a draft and gives it in its stored form: trimmed, the code as it is
// compared. It fails with Invalid and the documented sentences. now is the clock.
func (d DecryptDraft) Clean(now time.Time) (DecryptDraft, error) {
	d.Content, d.VideoURL = strings.TrimSpace(d.Content), strings.TrimSpace(d.VideoURL)
	if err := d.checkContent(); err != nil {
		return d, err
	}
	if strings.TrimSpace(d.Code) != "" {
		code, ok := ParseDecryptCode(d.Code)
		if !ok {
			return d, decryptInvalid("code_form", "Code must be exactly 8 characters (format: XXXX-XXXX)")
		}
		d.Code = code
	} else {
		d.Code = ""
	}
	switch {
	case d.Hours != nil && !wholeWithin(*d.Hours, MaxDecryptHours):
		return d, decryptInvalid("expires_in", fmt.Sprintf("Expiry must be a whole number of hours from 1 to %d", MaxDecryptHours))
	case d.Views != nil && !wholeWithin(*d.Views, MaxDecryptViews):
		return d, decryptInvalid("max_views", fmt.Sprintf("Max views must be a whole number from 1 to %d", MaxDecryptViews))
	case !d.OpensAt.IsZero() && (!d.OpensAt.After(now) || d.OpensAt.Sub(now) > MaxDecryptAhead):
		return d, decryptInvalid("opens_at", "The opening time must be within the next year")
	}
	return d, nil
}

func (d DecryptDraft) checkContent() error {
	switch d.Kind {
	case DecryptText:
		if d.Content == "" {
			return decryptInvalid("content_missing", "Text message content is required")
		}
	case DecryptVideo:
		if d.VideoURL == "" && d.VideoID == "" {
			return decryptInvalid("video_missing", "Video URL is required for video messages")
		}
		if d.Content == "" {
			return decryptInvalid("content_missing", "Video message content is required")
		}
	case DecryptGallery:
		if d.Content == "" && len(d.Items) == 0 {
			return ErrGalleryEmpty()
		}
		if len(d.Items) > MaxDecryptItems {
			return decryptInvalid("gallery_too_large", fmt.Sprintf("A gallery has at most %d items", MaxDecryptItems))
		}
	default:
		return decryptInvalid("type_unknown", "Type must be text, video or gallery")
	}
	if utf8.RuneCountInString(d.Content) > MaxDecryptContent {
		return decryptInvalid("content_too_long", fmt.Sprintf("Content is limited to %d characters", MaxDecryptContent))
	}
	if strings.ContainsRune(d.Content, 0) {
		return decryptInvalid("control_character", "The text contains a character that cannot be stored")
	}
	return nil
}

func decryptInvalid(reason, message string) *Error { return NewErrorReason(Invalid, reason, message) }

func wholeWithin(n float64, most int) bool {
	return n == math.Trunc(n) && n >= 1 && n <= float64(most)
}

// CheckVideoURL gives the host of a video's address on another site. It fails with
// Invalid for anything but https on a host that can be public; a name must still be
// resolved and its addresses checked.
func CheckVideoURL(address string) (host string, err error) {
	host, ok := httpsHost(address, maxVideoURL)
	if !ok {
		return "", ErrVideoURL()
	}
	return host, nil
}

// ErrVideoURL answers a video's address that is no public https address.
func ErrVideoURL() *Error {
	return decryptInvalid("video_url", "The video URL must be a public https address")
}

// ErrGalleryEmpty answers a gallery without anything in it.
func ErrGalleryEmpty() *Error {
	return decryptInvalid("gallery_empty", "Gallery messages must have content or media items")
}

// DecryptFileName gives the name of an uploaded file as it is kept: without folders,
// on one line, and cut.
func DecryptFileName(name string) string {
	name = strings.ToValidUTF8(name[strings.LastIndexAny(name, `/\`)+1:], "")
	name = strings.TrimSpace(strings.Map(func(r rune) rune {
		if breaksLine(r) {
			return -1
		}
		return r
	}, name))
	if runes := []rune(name); len(runes) > maxFileName {
		name = string(runes[:maxFileName])
	}
	if name == "" {
		return "file"
	}
	return name
}

// DecryptFile is a file of an encrypted message.
type DecryptFile struct {
	Upload
	FileName string
}

// DecryptMessage is an encrypted message as its administrators see it.
type DecryptMessage struct {
	ID        string
	Code      string
	Kind      DecryptKind
	Content   string
	VideoURL  string        // of another site
	Files     []DecryptFile // of a gallery, or the one video
	Hours     *int
	MaxViews  *int
	ViewCount int
	OpensAt   time.Time // zero: from the beginning
	ExpiresAt time.Time // zero: never
	CreatedBy string    // username
	CreatedAt time.Time
}

// LimitReached says that no view is left.
func (m *DecryptMessage) LimitReached() bool { return m.MaxViews != nil && m.ViewCount >= *m.MaxViews }

// Expired says that its time is over; at the very moment it is.
func (m *DecryptMessage) Expired(now time.Time) bool {
	return !m.ExpiresAt.IsZero() && !now.Before(m.ExpiresAt)
}

// Open says that its opening time has come.
func (m *DecryptMessage) Open(now time.Time) bool { return !now.Before(m.OpensAt) }

// DecryptEntry is one line of a member's history.
type DecryptEntry struct {
	Code      string
	First     time.Time
	DecodedAt time.Time // the last time
}

// PostedCode is a decrypt code that a message in a room shows.
type PostedCode struct {
	Code      string
	OpensAt   time.Time // zero: from the beginning
	ExpiresAt time.Time // zero: never
}

// ErrDecryptUnknown answers for a code that was never made, or was deleted.
func ErrDecryptUnknown() *Error { return NewErrorReason(NotFound, "code_invalid", InvalidCode) }

// ErrDecryptForm answers for what cannot be a code.
func ErrDecryptForm() *Error { return NewErrorReason(Invalid, "code_invalid", InvalidCode) }

// Refusals of a code that exists.
var (
	errDecryptExpired = NewErrorReason(Conflict, "code_expired", "This code has expired")
	errDecryptViews   = NewErrorReason(Conflict, "view_limit", "View limit reached")
)

// Refusal says why a message cannot be opened now; nil when it can.
func (m *DecryptMessage) Refusal(now time.Time) error {
	switch {
	case m.LimitReached():
		return errDecryptViews
	case m.Expired(now):
		return errDecryptExpired
	case !m.Open(now):
		return &Error{Code: Conflict, Reason: "code_not_open", Message: "This code is not open yet", RetryAfter: m.OpensAt.Sub(now)}
	}
	return nil
}

// ErrDecryptKeyUsed answers an idempotency key that was used for another code.
func ErrDecryptKeyUsed() *Error {
	return NewErrorReason(Conflict, "idempotency_key_used", "This Idempotency-Key was used for another code")
}

// ErrDecryptMessageUnknown answers an administrator for a message that does not exist.
func ErrDecryptMessageUnknown() *Error {
	return NewErrorReason(NotFound, "decrypt_unknown", "Encrypted message not found")
}

// ErrDecryptCodeTaken answers a chosen code that another message has.
func ErrDecryptCodeTaken() *Error {
	return NewErrorReason(Conflict, "code_taken", "This code is already in use")
}
