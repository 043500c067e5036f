package encrypted

import (
	"math"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"muster/store"
	"muster/store/people"
)

// Kind is what an encrypted message shows when it is opened.
type Kind string

const (
	Text    Kind = "text"
	Video   Kind = "video"
	Gallery Kind = "gallery"
)

// Limits of encrypted messages.
const (
	MaxContent  = 10_000 // code points
	MaxItems    = 50     // of a gallery
	MaxHours    = 10 * 366 * 24
	MaxViews    = 1_000_000
	MaxAhead    = 366 * 24 * time.Hour // of the opening
	maxVideoURL = 2000                 // bytes
	maxFileName = 200                  // code points
)

// PreviewLength is the most code points of a content that administrators' lists show.
const PreviewLength = 50

// Retry is for how long a call with the same idempotency key is a retry.
const Retry = time.Minute

// Sitting is for how long after a decode the links to its files are renewed.
// It is long enough for a video, and no view of its own.
const Sitting = 3 * time.Hour

// Draft is an encrypted message as an administrator writes it.
type Draft struct {
	Kind     Kind
	Code     string // "": a random one
	Content  string
	VideoURL string   // of another site
	VideoID  string   // an own upload, instead of VideoURL
	Items    []string // ids of uploads
	Hours    *float64 // until it expires; nil: never
	Views    *float64 // at most; nil: without limit
	OpensAt  time.Time
	Attempt  string // idempotency key, "" for none
}

// Describes is whether a stored message is one that was made from the draft.
func (d Draft) Describes(m Message) bool {
	d, err := d.Clean(d.OpensAt.Add(-1)) // the opening was ahead when it was made
	if err != nil {
		return false
	}
	files := make([]string, 0, len(m.Files))
	for i := range m.Files {
		files = append(files, m.Files[i].ID)
	}
	return d.Kind == m.Kind && (d.Code == "" || d.Code == m.Code) && d.Content == m.Content && d.VideoURL == m.VideoURL &&
		slices.Equal(d.Uploads(), files) && sameNumber(d.Hours, m.Hours) && sameNumber(d.Views, m.MaxViews) &&
		d.OpensAt.Truncate(time.Microsecond).Equal(m.OpensAt.Truncate(time.Microsecond))
}

// Uploads are the ids of the draft's own files, in their order.
func (d Draft) Uploads() []string {
	if d.Kind == Video && d.VideoID != "" {
		return []string{d.VideoID}
	}
	return d.Items
}

// sameNumber is whether a limit is what a draft asked for.
func sameNumber(asked *float64, stored *int) bool {
	return asked == nil && stored == nil || asked != nil && stored != nil && *asked == float64(*stored)
}

// Clean checks a draft and gives it in its stored form: trimmed, the code as it is
// compared. It fails with store.Invalid and the documented sentences. now is the clock.
func (d Draft) Clean(now time.Time) (Draft, error) {
	d.Content, d.VideoURL = strings.TrimSpace(d.Content), strings.TrimSpace(d.VideoURL)
	if err := d.checkContent(); err != nil {
		return d, err
	}
	if strings.TrimSpace(d.Code) != "" {
		code, ok := ParseCode(d.Code)
		if !ok {
			return d, invalid("code_form", "Code must be exactly 8 characters (format: XXXX-XXXX)")
		}
		d.Code = code
	} else {
		d.Code = ""
	}
	switch {
	case d.Hours != nil && !wholeWithin(*d.Hours, MaxHours):
		return d, store.NewErrorf(store.Invalid, "expires_in", "Expiry must be a whole number of hours from 1 to %d", MaxHours)
	case d.Views != nil && !wholeWithin(*d.Views, MaxViews):
		return d, store.NewErrorf(store.Invalid, "max_views", "Max views must be a whole number from 1 to %d", MaxViews)
	case !d.OpensAt.IsZero() && (!d.OpensAt.After(now) || d.OpensAt.Sub(now) > MaxAhead):
		return d, invalid("opens_at", "The opening time must be within the next year")
	}
	return d, nil
}

func (d Draft) checkContent() error {
	switch d.Kind {
	case Text:
		if d.Content == "" {
			return invalid("content_missing", "Text message content is required")
		}
	case Video:
		if d.VideoURL == "" && d.VideoID == "" {
			return invalid("video_missing", "Video URL is required for video messages")
		}
		if d.Content == "" {
			return invalid("content_missing", "Video message content is required")
		}
	case Gallery:
		if d.Content == "" && len(d.Items) == 0 {
			return ErrGalleryEmpty()
		}
		if len(d.Items) > MaxItems {
			return store.NewErrorf(store.Invalid, "gallery_too_large", "A gallery has at most %d items", MaxItems)
		}
	default:
		return invalid("type_unknown", "Type must be text, video or gallery")
	}
	if utf8.RuneCountInString(d.Content) > MaxContent {
		return store.NewErrorf(store.Invalid, "content_too_long", "Content is limited to %d characters", MaxContent)
	}
	if strings.ContainsRune(d.Content, 0) {
		return invalid("control_character", "The text contains a character that cannot be stored")
	}
	return nil
}

func invalid(reason, message string) *store.Error {
	return store.NewErrorReason(store.Invalid, reason, message)
}

func wholeWithin(n float64, most int) bool {
	return n == math.Trunc(n) && n >= 1 && n <= float64(most)
}

// CheckVideoURL gives the host of a video's address on another site. It fails with
// store.Invalid for anything but https on a host that can be public; a name must still be
// resolved and its addresses checked.
func CheckVideoURL(address string) (host string, err error) {
	host, ok := store.HTTPSHost(address, maxVideoURL)
	if !ok {
		return "", ErrVideoURL()
	}
	return host, nil
}

// ErrVideoURL answers a video's address that is no public https address.
func ErrVideoURL() *store.Error {
	return invalid("video_url", "The video URL must be a public https address")
}

// ErrGalleryEmpty answers a gallery without anything in it.
func ErrGalleryEmpty() *store.Error {
	return invalid("gallery_empty", "Gallery messages must have content or media items")
}

// FileName gives the name of an uploaded file as it is kept: without folders,
// on one line, and cut.
func FileName(name string) string {
	name = strings.ToValidUTF8(name[strings.LastIndexAny(name, `/\`)+1:], "")
	name = strings.TrimSpace(strings.Map(func(r rune) rune {
		if store.BreaksLine(r) {
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

// File is a file of an encrypted message.
type File struct {
	store.Upload
	FileName string
}

// Message is an encrypted message as its administrators see it.
type Message struct {
	ID        string
	Code      string
	Kind      Kind
	Content   string
	VideoURL  string // of another site
	Files     []File // of a gallery, or the one video
	Hours     *int
	MaxViews  *int
	ViewCount int
	OpensAt   time.Time // zero: from the beginning
	ExpiresAt time.Time // zero: never
	CreatedBy string    // username
	CreatedAt time.Time

	// Unreadable says that the code, the content or a file's name cannot be opened: their
	// key is missing, or they are damaged.
	Unreadable bool
}

// LimitReached says that no view is left.
func (m *Message) LimitReached() bool { return m.MaxViews != nil && m.ViewCount >= *m.MaxViews }

// Expired says that its time is over; at the very moment it is.
func (m *Message) Expired(now time.Time) bool {
	return !m.ExpiresAt.IsZero() && !now.Before(m.ExpiresAt)
}

// Open says that its opening time has come.
func (m *Message) Open(now time.Time) bool { return !now.Before(m.OpensAt) }

// Entry is one line of a member's history.
type Entry struct {
	MessageID string
	Code      string // "": it cannot be opened
	First     time.Time
	DecodedAt time.Time // the last time
}

// PostedCode is a decrypt code that a message in a room shows.
type PostedCode struct {
	Code      string
	OpensAt   time.Time // zero: from the beginning
	ExpiresAt time.Time // zero: never
}

// ErrUnknown answers for a code that was never made, or was deleted.
func ErrUnknown() *store.Error {
	return store.NewErrorReason(store.NotFound, "code_invalid", people.InvalidCode)
}

// ErrForm answers for what cannot be a code.
func ErrForm() *store.Error {
	return store.NewErrorReason(store.Invalid, "code_invalid", people.InvalidCode)
}

// Refusals of a code that exists.
var (
	errExpired = store.NewErrorReason(store.Conflict, "code_expired", "This code has expired")
	errViews   = store.NewErrorReason(store.Conflict, "view_limit", "View limit reached")
)

// Refusal says why a message cannot be opened now; nil when it can.
func (m *Message) Refusal(now time.Time) error {
	switch {
	case m.LimitReached():
		return errViews
	case m.Expired(now):
		return errExpired
	case !m.Open(now):
		return &store.Error{Code: store.Conflict, Reason: "code_not_open", Message: "This code is not open yet", RetryAfter: m.OpensAt.Sub(now)}
	}
	return nil
}

// ErrKeyUsed answers an idempotency key that was used for another code.
func ErrKeyUsed() *store.Error {
	return store.NewErrorReason(store.Conflict, "idempotency_key_used", "This Idempotency-Key was used for another code")
}

// ErrMessageUnknown answers an administrator for a message that does not exist.
func ErrMessageUnknown() *store.Error {
	return store.NewErrorReason(store.NotFound, "decrypt_unknown", "Encrypted message not found")
}

// ErrCodeTaken answers a chosen code that another message has.
func ErrCodeTaken() *store.Error {
	return store.NewErrorReason(store.Conflict, "code_taken", "This code is already in use")
}
