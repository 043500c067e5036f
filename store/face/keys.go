package face

import (
	"crypto/sha256"
	"encoding/binary"

	"muster/store"
)

// Keys wrap the key of each member, and stand for grants and links of the viewer.
type Keys struct {
	store.KeyWrapper
	grants [][]byte // the first stands for new ones
	links  [][]byte
}

// NewKeys derives the keys from the installation's secret.
func NewKeys(s store.Secret) Keys {
	return Keys{store.NewKeyWrapper(s, "face"), s.Keys("face-grants"), s.Keys("face-links")}
}

// DataKey seals the face of one member.
type DataKey struct {
	member string
	key    store.DataKey
}

// NewDataKey draws the key of a member; wrapped is what is stored of it.
func (k Keys) NewDataKey(member string) (key DataKey, wrapped []byte) {
	drawn, wrapped := k.NewKey(member)
	return DataKey{member, drawn}, wrapped
}

// Unwrap gives the key of a member, which was wrapped under a version of the secret. It
// fails for a version that is not here.
func (k Keys) Unwrap(member string, version int, wrapped []byte) (DataKey, error) {
	key, err := k.KeyWrapper.Unwrap(member, version, wrapped)
	return DataKey{member, key}, err
}

// label binds what is sealed to its member, its kind and its object.
func (k DataKey) label(kind, object string) string {
	return "face:" + kind + ":" + k.member + ":" + object
}

// SealPicture hides the picture of a check; OpenPicture gives it back.
func (k DataKey) SealPicture(check string, jpeg []byte) []byte {
	return k.key.Seal(jpeg, k.label("picture", check))
}

// OpenPicture gives back what SealPicture hid.
func (k DataKey) OpenPicture(check string, sealed []byte) ([]byte, error) {
	return k.key.Open(sealed, k.label("picture", check))
}

// SealTemplate hides the template of an engine, nil for none.
func (k DataKey) SealTemplate(engine string, template []byte) []byte {
	if template == nil {
		return nil
	}
	return k.key.Seal(template, k.label("template", engine))
}

// OpenTemplate gives back what SealTemplate hid.
func (k DataKey) OpenTemplate(engine string, sealed []byte) ([]byte, error) {
	if sealed == nil {
		return nil, nil
	}
	return k.key.Open(sealed, k.label("template", engine))
}

// BytesMAC stands for the bytes of a picture as they were sent.
func (k DataKey) BytesMAC(sent []byte) []byte { return k.key.MAC("bytes", sent) }

// FaceMAC stands for the fingerprint of a face, nil for none.
func (k DataKey) FaceMAC(fingerprint uint64) []byte {
	if fingerprint == 0 {
		return nil
	}
	return k.key.MAC("fingerprint", binary.BigEndian.AppendUint64(nil, fingerprint))
}

// GrantMACs stand for a grant of the viewer; the first is stored.
func (k Keys) GrantMACs(grant string) [][]byte { return k.macs("grant", grant) }

// PasswordMACs stand for a password that was right; the first is stored.
func (k Keys) PasswordMACs(password string) [][]byte { return k.macs("password", password) }

func (k Keys) macs(kind, of string) [][]byte {
	macs := make([][]byte, len(k.grants))
	for i, key := range k.grants {
		macs[i] = store.KeyedMAC(key, kind, []byte(of))
	}
	return macs
}

// SessionSealer hides the token of a session that a face step leads back to. Only the
// holder of the temporary token can open it: of that its hash is stored.
func SessionSealer(temporary string) store.Sealer {
	key := sha256.Sum256([]byte("face-session\x00" + temporary))
	return store.NewSealer(key[:])
}
