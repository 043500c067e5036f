package face

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"errors"

	"muster/store"
)

// KeyVersion is the version of the server's key that wraps new keys. It is stored with
// each wrapped key.
const KeyVersion = 1

// Keys wrap the key of each member by the installation's. Once a wrapped key is deleted
// nobody can open what it sealed, in copies of the stored files neither. A backup of the
// database from before still has the wrapped key: with the installation's secret it opens.
type Keys struct {
	wrapper store.Sealer
	grants  []byte
	links   []byte
}

// NewKeys derives the keys from the installation's secret.
func NewKeys(s store.Secret) Keys {
	return Keys{store.NewSealer(s.Key("face-keys")), s.Key("face-grants"), s.Key("face-links")}
}

// dataKeyBytes is 256 bit.
const dataKeyBytes = 32

// DataKey seals the face of one member.
type DataKey struct {
	member string
	key    []byte
}

// NewDataKey draws the key of a member; wrapped is what is stored of it.
func (k Keys) NewDataKey(member string) (key DataKey, wrapped []byte) {
	raw := make([]byte, dataKeyBytes)
	rand.Read(raw)
	return DataKey{member, raw}, k.wrapper.Seal(raw, "face-key:"+member)
}

// Unwrap gives the key of a member. It fails for a version that it does not know.
func (k Keys) Unwrap(member string, version int, wrapped []byte) (DataKey, error) {
	if version != KeyVersion {
		return DataKey{}, errors.New("sealed by an unknown version of the key")
	}
	raw, err := k.wrapper.Open(wrapped, "face-key:"+member)
	if err == nil && len(raw) != dataKeyBytes {
		err = errors.New("a key of another length")
	}
	return DataKey{member, raw}, err
}

// label binds what is sealed to its member, its kind and its object.
func (k DataKey) label(kind, object string) string {
	return "face:" + kind + ":" + k.member + ":" + object
}

// SealPicture hides the picture of a check; OpenPicture gives it back.
func (k DataKey) SealPicture(check string, jpeg []byte) []byte {
	return store.NewSealer(k.key).Seal(jpeg, k.label("picture", check))
}

// OpenPicture gives back what SealPicture hid.
func (k DataKey) OpenPicture(check string, sealed []byte) ([]byte, error) {
	return store.NewSealer(k.key).Open(sealed, k.label("picture", check))
}

// SealTemplate hides the template of an engine, nil for none.
func (k DataKey) SealTemplate(engine string, template []byte) []byte {
	if template == nil {
		return nil
	}
	return store.NewSealer(k.key).Seal(template, k.label("template", engine))
}

// OpenTemplate gives back what SealTemplate hid.
func (k DataKey) OpenTemplate(engine string, sealed []byte) ([]byte, error) {
	if sealed == nil {
		return nil, nil
	}
	return store.NewSealer(k.key).Open(sealed, k.label("template", engine))
}

// BytesMAC stands for the bytes of a picture as they were sent.
func (k DataKey) BytesMAC(sent []byte) []byte { return keyedMAC(k.key, "bytes", sent) }

// FaceMAC stands for the fingerprint of a face, nil for none.
func (k DataKey) FaceMAC(fingerprint uint64) []byte {
	if fingerprint == 0 {
		return nil
	}
	return keyedMAC(k.key, "fingerprint", binary.BigEndian.AppendUint64(nil, fingerprint))
}

func keyedMAC(key []byte, kind string, of []byte) []byte {
	m := hmac.New(sha256.New, key)
	m.Write([]byte(kind + "\x00"))
	m.Write(of)
	return m.Sum(nil)
}

// GrantMAC stands for a grant of the viewer.
func (k Keys) GrantMAC(grant string) []byte { return keyedMAC(k.grants, "grant", []byte(grant)) }

// PasswordMAC stands for a password that was right.
func (k Keys) PasswordMAC(password string) []byte {
	return keyedMAC(k.grants, "password", []byte(password))
}

// SessionSealer hides the token of a session that a face step leads back to. Only the
// holder of the temporary token can open it: of that its hash is stored.
func SessionSealer(temporary string) store.Sealer {
	key := sha256.Sum256([]byte("face-session\x00" + temporary))
	return store.NewSealer(key[:])
}
