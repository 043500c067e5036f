// Database faults become the community's words here and nowhere else.

package postgres

import (
	"context"
	"errors"
	"io"
	"net"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/puddle/v2"

	"muster/store"
)

// constraintErrors maps a violated constraint to the error for the person who caused it.
var constraintErrors = map[string]*store.Error{
	"members_email_once":    store.NewErrorReason(store.Conflict, "identifier_taken", "This email address belongs to another member"),
	"members_phone_once":    store.NewErrorReason(store.Conflict, "identifier_taken", "This phone number belongs to another member"),
	"applicants_email_once": store.NewErrorReason(store.Conflict, "identifier_taken", "This email address belongs to another applicant"),
	"applicants_phone_once": store.NewErrorReason(store.Conflict, "identifier_taken", "This phone number belongs to another applicant"),
	"members_reachable":     store.NewErrorReason(store.Invalid, "unreachable", "An email address or a phone number is needed"),
	"members_email_canonical": store.NewErrorReason(store.Invalid, "email_form",
		"This email address is not valid"),
	"members_phone_e164":    store.NewErrorReason(store.Invalid, "phone_form", "This phone number is not valid"),
	"members_one_creator":   store.NewErrorReason(store.Conflict, "creator_exists", "There is a creator already"),
	"members_username_once": store.ErrUsernameTaken(),
	"usernames_once":        store.ErrUsernameTaken(),
	"members_username_form": store.NewErrorReason(store.Invalid, "username_form", store.UsernameForm),
	"rooms_id_form":         store.ErrRoomName(),
	"room_access_room":      ErrRoomUnknown(),
	"room_access_member":    ErrMemberUnknown(),
	"room_access_role_known": store.NewErrorReason(store.Invalid, "role_unknown",
		"Access level must be member, moderator or admin"),
	// The day of a check-in begins once more where the community's zone became one further west.
	"points_ledger_once": store.NewErrorReason(store.Conflict, "already_checked_in", "Already checked in today"),
}

// Unavailable is the answer while the database cannot do its part.
func Unavailable(err error) *store.Error {
	return &store.Error{
		Code:       store.Unavailable,
		Message:    "The service is temporarily unavailable. Please try again in a moment.",
		RetryAfter: 2 * time.Second,
		Err:        err,
	}
}

// Fault turns any error of this package into a store.Error.
func Fault(err error) error {
	if err == nil {
		return nil
	}
	var known *store.Error
	if errors.As(err, &known) {
		return err
	}
	if ConnectionLost(err) || IsContention(err) || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
		return Unavailable(err)
	}
	var pg *pgconn.PgError
	if !errors.As(err, &pg) {
		return store.AsError(err)
	}
	if word, ok := constraintErrors[pg.ConstraintName]; ok && pg.ConstraintName != "" {
		violation := *word
		violation.Err = err
		return &violation
	}
	switch {
	case pg.Code == "55P03", // lock time-out
		pg.Code == "57014",               // statement time-out
		pg.Code == "25006",               // read-only: a standby after a fail-over
		strings.HasPrefix(pg.Code, "53"), // out of connections, memory, disk
		strings.HasPrefix(pg.Code, "58"): // the system under the database failed
		return Unavailable(err)
	case pg.Code == "22021", pg.Code == "22P05": // a character that no text can hold
		return &store.Error{Code: store.Invalid, Reason: "control_character",
			Message: "The text contains a character that cannot be stored", Err: err}
	}
	return store.AsError(err)
}

// ConnectionLost says that the connection or the database behind it went away, so that
// another connection may do better.
func ConnectionLost(err error) bool {
	if err == nil {
		return false
	}
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		return strings.HasPrefix(pg.Code, "57P") || strings.HasPrefix(pg.Code, "08") ||
			pg.Code == "25P03" || pg.Code == "53300"
	}
	var refused *pgconn.ConnectError
	var network net.Error
	return errors.As(err, &refused) || errors.As(err, &network) && !errors.Is(err, context.Canceled) ||
		errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, net.ErrClosed) ||
		errors.Is(err, puddle.ErrClosedPool) || pgconn.SafeToRetry(err)
}

// NoSpace says that the disk of the database is full.
func NoSpace(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && pg.Code == "53100"
}

// IsContention says that the database chose this transaction to give way to
// another one (deadlock, serialization): the same again can succeed.
func IsContention(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && (pg.Code == "40001" || pg.Code == "40P01")
}

// KeyMalformed says that a text of the caller's is none of the type that it stands for.
func KeyMalformed(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && (pg.Code == "22P02" || pg.Code == "22003" || pg.Code == "22007" || pg.Code == "22008")
}

// ErrRoomUnknown is NotFound for a room that there is not.
func ErrRoomUnknown() *store.Error {
	return store.NewErrorReason(store.NotFound, "room_unknown", "Room not found")
}

// ErrMemberUnknown is NotFound for a member who is none.
func ErrMemberUnknown() *store.Error {
	return store.NewErrorReason(store.NotFound, "member_unknown", "Member not found")
}
