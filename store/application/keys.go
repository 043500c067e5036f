package application

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"errors"

	"muster/store"
)

// Keys wrap the key of each application by the installation's. Once a wrapped key is
// deleted nobody can open what it sealed, in copies of the stored files neither. A backup
// of the database from before still has the wrapped key: with the installation's secret
// it opens.
type Keys struct{ wrapper store.Sealer }

// NewKeys derives the wrapping key from the installation's secret.
func NewKeys(s store.Secret) Keys { return Keys{wrapper: store.NewSealer(s.Key("application-keys"))} }

// dataKeyBytes is 256 bit.
const dataKeyBytes = 32

// DataKey seals what is personal of one application.
type DataKey struct {
	id  string
	key []byte
}

// NewDataKey draws the key of an application; wrapped is what is stored of it.
func (k Keys) NewDataKey(id string) (key DataKey, wrapped []byte) {
	raw := make([]byte, dataKeyBytes)
	rand.Read(raw)
	return DataKey{id, raw}, k.wrapper.Seal(raw, "application-key:"+id)
}

// Unwrap gives the key of an application.
func (k Keys) Unwrap(id string, wrapped []byte) (DataKey, error) {
	raw, err := k.wrapper.Open(wrapped, "application-key:"+id)
	if err == nil && len(raw) != dataKeyBytes {
		err = errors.New("a key of another length")
	}
	return DataKey{id, raw}, err
}

// Seal hides a text, nil for ""; part says which text it is.
func (k DataKey) Seal(part, text string) []byte {
	if text == "" {
		return nil
	}
	return store.NewSealer(k.key).Seal([]byte(text), "application:"+part+":"+k.id)
}

// Open gives back what Seal hid.
func (k DataKey) Open(part string, sealed []byte) (string, error) {
	if len(sealed) == 0 {
		return "", nil
	}
	plain, err := store.NewSealer(k.key).Open(sealed, "application:"+part+":"+k.id)
	return string(plain), err
}

// FileKey is the key of one file of a photo.
func (k DataKey) FileKey(photo string, v store.MediaVariant) []byte {
	m := hmac.New(sha256.New, k.key)
	m.Write([]byte("file\x00" + photo + "\x00" + string(v)))
	return m.Sum(nil)
}
