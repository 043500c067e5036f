package people

import (
	"context"
	"io"
	"muster/store"
	"strings"
	"time"
)

// Times of what members do with their own data.
const (
	// ExportAge is how long an export can be fetched.
	ExportAge = 24 * time.Hour
	// ExportPause is how long an export stands for the next request, and how long one
	// that never became ready keeps the next from being made.
	ExportPause = time.Hour
	// ErasePause is the time in which a member can change its mind.
	ErasePause = 7 * 24 * time.Hour
)

// ExportState is how far a member's export has come.
type ExportState string

const (
	NoExport      ExportState = "none"
	ExportRunning ExportState = "running"
	ExportReady   ExportState = "ready"
	ExportExpired ExportState = "expired"
)

// Export is a member's newest export. Its times are zero where there is none.
type Export struct {
	ID        string
	State     ExportState
	ExpiresAt time.Time
}

// ExportFile is the file of an export. The other variants are of uploads.
const ExportFile store.MediaVariant = "export"

// ExportFiles is where exports are kept, beside the files that they copy.
type ExportFiles interface {
	store.MediaFiles
	// PutExport stores the file of an export. What could not be read whole is not kept.
	PutExport(ctx context.Context, export string, from io.Reader) error
	// Get opens a file of an upload or a picture; NotFound when there is none.
	Get(ctx context.Context, upload string, v store.MediaVariant) (io.ReadSeekCloser, error)
}

// ExportLink gives a member the link to its export.
func ExportLink(l store.MediaLinks, member, export string, now time.Time) string {
	return l.Link(member, export, ExportFile, l.Until(now))
}

// ConfirmsErasure says whether a member has typed its own name: the username, or
// without one the address or the phone.
func ConfirmsErasure(m store.Member, typed string) bool {
	typed = strings.TrimSpace(typed)
	if m.Username != "" {
		return strings.EqualFold(strings.TrimPrefix(typed, "@"), m.Username)
	}
	return typed != "" && (strings.EqualFold(typed, m.Email) || typed == m.Phone)
}

// ErasedName is the name of a member whose data was erased.
const ErasedName = "Erased member"

// ErrEraseUnconfirmed answers an erasure that was not confirmed by the member's name.
func ErrEraseUnconfirmed() *store.Error {
	return store.NewErrorReason(store.Invalid, "erase_unconfirmed", "Type your username to confirm")
}

// ErrEraseCreator answers the erasure of the creator's own account.
func ErrEraseCreator() *store.Error {
	return store.NewErrorReason(store.Conflict, "erase_creator", "The creator's account cannot be erased here")
}
