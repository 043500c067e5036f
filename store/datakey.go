package store

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"errors"
)

// ErrUnreadable answers for sealed data that does not open: its key is missing or another,
// or it is damaged. cause is for logs.
func ErrUnreadable(cause error) *Error {
	return &Error{Code: Conflict, Reason: "unreadable", Message: "The stored data cannot be opened: its key is missing, or it is damaged. The operator of this site can look into it.", Err: cause}
}

// KeyWrapper makes the data keys of one subject and wraps them by the installation's key.
// Once a wrapped key is deleted nobody can open what it sealed, in copies of the stored
// files neither. A backup of the database from before still has the wrapped key: with the
// installation's secret it opens.
type KeyWrapper struct {
	secret  Secret
	purpose string // of the wrapping key
	label   string
}

// NewKeyWrapper derives the wrapping key "subject-keys" from the installation's secret.
func NewKeyWrapper(s Secret, subject string) KeyWrapper {
	return KeyWrapper{s, subject + "-keys", subject + "-key:"}
}

// Version is the version of the secret that wraps new keys. It is stored with each
// wrapped key.
func (w KeyWrapper) Version() int { return w.secret.Version() }

// dataKeyBytes is 256 bit.
const dataKeyBytes = 32

// DataKey seals what belongs to one owner.
type DataKey struct{ raw []byte }

// NewKey draws the key of an owner; wrapped is what is stored of it, under Version.
func (w KeyWrapper) NewKey(owner string) (key DataKey, wrapped []byte) {
	raw := make([]byte, dataKeyBytes)
	rand.Read(raw)
	return DataKey{raw}, w.wrap(owner, raw)
}

func (w KeyWrapper) wrap(owner string, raw []byte) []byte {
	return NewSealer(w.secret.Key(w.purpose)).Seal(raw, w.label+owner)
}

// Unwrap gives the key of an owner, which was wrapped under a version. It fails for the
// wrapped key of another, and for a version that is not here: ErrUnreadable.
func (w KeyWrapper) Unwrap(owner string, version int, wrapped []byte) (DataKey, error) {
	wrapping, err := w.secret.KeyOf(version, w.purpose)
	if err != nil {
		return DataKey{}, ErrUnreadable(err)
	}
	raw, err := NewSealer(wrapping).Open(wrapped, w.label+owner)
	if err == nil && len(raw) != dataKeyBytes {
		err = errors.New("a key of another length")
	}
	if err != nil {
		return DataKey{}, ErrUnreadable(err)
	}
	return DataKey{raw}, nil
}

// Rewrap wraps the key of an owner anew, under Version.
func (w KeyWrapper) Rewrap(owner string, version int, wrapped []byte) ([]byte, error) {
	key, err := w.Unwrap(owner, version, wrapped)
	if err != nil {
		return nil, err
	}
	return w.wrap(owner, key.raw), nil
}

// Seal hides plain; label binds it to its use.
func (k DataKey) Seal(plain []byte, label string) []byte { return NewSealer(k.raw).Seal(plain, label) }

// Open gives back what Seal hid under the same label; ErrUnreadable.
func (k DataKey) Open(sealed []byte, label string) ([]byte, error) {
	plain, err := NewSealer(k.raw).Open(sealed, label)
	if err != nil {
		return nil, ErrUnreadable(err)
	}
	return plain, nil
}

// MAC authenticates what is of a kind (HMAC-SHA-256, RFC 2104).
func (k DataKey) MAC(kind string, of []byte) []byte { return KeyedMAC(k.raw, kind, of) }

// KeyedMAC authenticates what is of a kind under a key (HMAC-SHA-256, RFC 2104).
func KeyedMAC(key []byte, kind string, of []byte) []byte {
	m := hmac.New(sha256.New, key)
	m.Write([]byte(kind + "\x00"))
	m.Write(of)
	return m.Sum(nil)
}
