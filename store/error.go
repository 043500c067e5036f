package store

import (
	"errors"
	"fmt"
	"time"
)

// Code says what kind of failure an Error is. http/reply.go alone turns codes
// into statuses; the socket sends them in error frames.
type Code string

const (
	// Invalid is input that breaks a documented rule (HTTP 400).
	Invalid Code = "invalid"
	// Unauthorized is "no valid session" and nothing else (HTTP 401): the
	// client wipes its session on it.
	Unauthorized Code = "unauthorized"
	// Forbidden is a caller who may not do this (HTTP 403).
	Forbidden Code = "forbidden"
	// NotFound is an object that does not exist for this caller (HTTP 404).
	NotFound Code = "not_found"
	// Conflict is a change that the present state excludes (HTTP 409).
	Conflict Code = "conflict"
	// Limited is a pace or quota that was exceeded (HTTP 429).
	Limited Code = "limited"
	// TooLarge is a file beyond its limit (HTTP 413).
	TooLarge Code = "too_large"
	// Unsupported is a file of a type that is not accepted (HTTP 415).
	Unsupported Code = "unsupported"
	// Unprocessable is a file that cannot be read (HTTP 422).
	Unprocessable Code = "unprocessable"
	// StorageFull is a file for which there is no space (HTTP 507).
	StorageFull Code = "storage_full"
	// Unavailable is an outage of something the call needs (HTTP 503).
	Unavailable Code = "unavailable"
	// Internal is everything unforeseen (HTTP 500); its cause is logged and
	// never shown.
	Internal Code = "internal"
)

// Error is the one error type that crosses packages. Message is a sentence for
// a person, in English; Err is the cause, for logs only.
type Error struct {
	Code    Code
	Message string
	// Format is the Message without its Values, as package fmt takes both: package
	// language says it in other languages. Empty for a Message without values.
	Format string
	Values []any
	// Reason is a stable machine word, finer than Code ("code_wrong",
	// "username_taken"); empty means Code itself.
	Reason string
	// RetryAfter is how long to wait before the same call can succeed; zero
	// means unknown.
	RetryAfter time.Duration
	Err        error
	off        bool
}

// Error is the error for logs, with its cause; people are shown the Message.
func (e *Error) Error() string {
	if e.Err != nil {
		return string(e.Code) + ": " + e.Message + ": " + e.Err.Error()
	}
	return string(e.Code) + ": " + e.Message
}

// Unwrap is the cause.
func (e *Error) Unwrap() error { return e.Err }

// ReasonOrCode is the machine word shown to clients: Reason, or Code without one.
func (e *Error) ReasonOrCode() string {
	if e.Reason != "" {
		return e.Reason
	}
	return string(e.Code)
}

// NewError makes an Error of code with a sentence for a person.
func NewError(code Code, message string) *Error {
	return &Error{Code: code, Message: message}
}

// NewErrorReason makes an Error of code with a sentence for a person and a stable
// machine word.
func NewErrorReason(code Code, reason, message string) *Error {
	return &Error{Code: code, Reason: reason, Message: message}
}

// NewErrorf makes an Error of code with a sentence that takes values.
func NewErrorf(code Code, reason, format string, values ...any) *Error {
	return &Error{Code: code, Reason: reason, Message: fmt.Sprintf(format, values...), Format: format, Values: values}
}

// TurnedOff marks an error that says what the operator has not set up: that is an answer
// and no outage.
func (e *Error) TurnedOff() *Error {
	e.off = true
	return e
}

// IsTurnedOff is true of an error that TurnedOff has marked.
func (e *Error) IsTurnedOff() bool { return e.off }

// AsError finds the Error in err's chain; anything foreign becomes Internal
// with the sentence "Something went wrong". It returns nil for nil.
func AsError(err error) *Error {
	if err == nil {
		return nil
	}
	var e *Error
	if errors.As(err, &e) {
		return e
	}
	return &Error{Code: Internal, Message: "Something went wrong", Err: err}
}

// CodeOf is the Code of err; "" for nil.
func CodeOf(err error) Code {
	if err == nil {
		return ""
	}
	return AsError(err).Code
}

// ErrBusy answers a command on something that another transaction holds locked.
// Nothing of it was stored; the same command can succeed in a moment.
func ErrBusy() *Error {
	return &Error{Code: Unavailable, Reason: "busy", Message: "The service is temporarily unavailable. Please try again in a moment.", RetryAfter: time.Second}
}

// IsBusy is true for ErrBusy.
func IsBusy(err error) bool {
	var e *Error
	return errors.As(err, &e) && e.Reason == "busy"
}
