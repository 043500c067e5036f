package application

import "muster/store"

// Keys wrap the key of each application.
type Keys struct{ store.KeyWrapper }

// NewKeys derives the wrapping key from the installation's secret.
func NewKeys(s store.Secret) Keys { return Keys{store.NewKeyWrapper(s, "application")} }

// DataKey seals what is personal of one application.
type DataKey struct {
	id  string
	key store.DataKey
}

// NewDataKey draws the key of an application; wrapped is what is stored of it.
func (k Keys) NewDataKey(id string) (key DataKey, wrapped []byte) {
	drawn, wrapped := k.NewKey(id)
	return DataKey{id, drawn}, wrapped
}

// Unwrap gives the key of an application, which was wrapped under a version of the secret.
// It fails for a version that is not here.
func (k Keys) Unwrap(id string, version int, wrapped []byte) (DataKey, error) {
	key, err := k.KeyWrapper.Unwrap(id, version, wrapped)
	return DataKey{id, key}, err
}

// Seal hides a text, nil for ""; part says which text it is.
func (k DataKey) Seal(part, text string) []byte {
	if text == "" {
		return nil
	}
	return k.key.Seal([]byte(text), "application:"+part+":"+k.id)
}

// Open gives back what Seal hid.
func (k DataKey) Open(part string, sealed []byte) (string, error) {
	if len(sealed) == 0 {
		return "", nil
	}
	plain, err := k.key.Open(sealed, "application:"+part+":"+k.id)
	return string(plain), err
}

// FileKey is the key of one file of a photo.
func (k DataKey) FileKey(photo string, v store.MediaVariant) []byte {
	return k.key.MAC("file", []byte(photo+"\x00"+string(v)))
}
