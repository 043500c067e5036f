package encrypted

import (
	"crypto/rand"
	"errors"

	"muster/store"
)

// Keys hide encrypted messages where they are stored: the database has the MAC of a code,
// by which it is found, and everything else sealed, with the version of the secret under
// which it is.
type Keys struct {
	secret  store.Secret
	codes   [][]byte
	guesses []byte
}

// NewKeys derives the keys from the installation's secret.
func NewKeys(s store.Secret) Keys {
	return Keys{secret: s, codes: s.Keys("decrypt-code"), guesses: s.Key("decrypt-guess")}
}

// Version is the version of the secret under which Seal seals.
func (k Keys) Version() int { return k.secret.Version() }

// CodeMACs are what a code is found by; the first is stored.
func (k Keys) CodeMACs(code string) [][]byte {
	macs := make([][]byte, len(k.codes))
	for i, key := range k.codes {
		macs[i] = store.MAC(key, code)
	}
	return macs
}

// GuessKey is what the guesses of a member or of an address are counted under. Another
// secret counts anew, once.
func (k Keys) GuessKey(scope, who string) []byte { return store.MAC(k.guesses, scope, who) }

// contentKey is the purpose of the key that seals texts.
const contentKey = "decrypt-content"

// Seal hides a text of the row id; part says which text it is.
func (k Keys) Seal(id, part, text string) []byte {
	return store.NewSealer(k.secret.Key(contentKey)).Seal([]byte(text), "decrypt:"+part+":"+id)
}

// Open gives back what Seal hid under a version of the secret; store.ErrUnreadable, for a
// version that is not here too.
func (k Keys) Open(id, part string, version int, sealed []byte) (string, error) {
	key, err := k.secret.KeyOf(version, contentKey)
	if err != nil {
		return "", store.ErrUnreadable(err)
	}
	plain, err := store.NewSealer(key).Open(sealed, "decrypt:"+part+":"+id)
	if err != nil {
		return "", store.ErrUnreadable(err)
	}
	return string(plain), nil
}

// Reseal seals anew what Seal hid under a version of the secret.
func (k Keys) Reseal(id, part string, version int, sealed []byte) ([]byte, error) {
	text, err := k.Open(id, part, version, sealed)
	if err != nil {
		return nil, err
	}
	return k.Seal(id, part, text), nil
}

// FileKeys are the keys of the files of one upload.
type FileKeys struct{ file, thumbnail []byte }

// fileKeyBytes is 256 bit.
const fileKeyBytes = 32

// Key is the key of one of the files.
func (f FileKeys) Key(_ string, v store.MediaVariant) []byte {
	if v == store.MediaThumbnail {
		return f.thumbnail
	}
	return f.file
}

// NewFileKeys draws the keys of an upload; sealed is what is stored of them.
func (k Keys) NewFileKeys(upload string) (keys FileKeys, sealed []byte) {
	raw := make([]byte, 2*fileKeyBytes)
	rand.Read(raw)
	return FileKeys{raw[:fileKeyBytes], raw[fileKeyBytes:]}, k.Seal(upload, "files", string(raw))
}

// FileKeys gives the keys of an upload that were sealed under a version of the secret; nil
// for an upload from before, whose keys derive from that secret.
func (k Keys) FileKeys(upload string, version int, sealed []byte) (FileKeys, error) {
	if sealed == nil {
		key, err := k.secret.KeyOf(version, "decrypt-file")
		if err != nil {
			return FileKeys{}, store.ErrUnreadable(err)
		}
		of := func(v store.MediaVariant) []byte { return store.MAC(key, upload, string(v)) }
		return FileKeys{of(store.MediaFile), of(store.MediaThumbnail)}, nil
	}
	raw, err := k.Open(upload, "files", version, sealed)
	if err == nil && len(raw) != 2*fileKeyBytes {
		err = errors.New("keys of another length")
	}
	if err != nil {
		return FileKeys{}, err
	}
	return FileKeys{[]byte(raw[:fileKeyBytes]), []byte(raw[fileKeyBytes:])}, nil
}

// SealFileKeys is what is stored of the keys of an upload.
func (k Keys) SealFileKeys(upload string, keys FileKeys) []byte {
	return k.Seal(upload, "files", string(keys.file)+string(keys.thumbnail))
}
