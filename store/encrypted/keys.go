package encrypted

import "muster/store"

// Keys hide encrypted messages where they are stored: the database has the
// MAC of a code, by which it is found, and everything else sealed.
type Keys struct {
	codes, files, guesses []byte
	sealer                store.Sealer
}

// NewKeys derives the keys from the installation's secret.
func NewKeys(s store.Secret) Keys {
	return Keys{
		codes: s.Key("decrypt-code"), files: s.Key("decrypt-file"), guesses: s.Key("decrypt-guess"),
		sealer: store.NewSealer(s.Key("decrypt-content")),
	}
}

// CodeMAC is what a code is found by.
func (k Keys) CodeMAC(code string) []byte { return store.MAC(k.codes, code) }

// GuessKey is what the guesses of a member or of an address are counted under.
func (k Keys) GuessKey(scope, who string) []byte { return store.MAC(k.guesses, scope, who) }

// FileKey is the key of one file of an upload.
func (k Keys) FileKey(upload string, v store.MediaVariant) []byte {
	return store.MAC(k.files, upload, string(v))
}

// Seal hides a text of the row id; part says which text it is.
func (k Keys) Seal(id, part, text string) []byte {
	return k.sealer.Seal([]byte(text), "decrypt:"+part+":"+id)
}

// Open gives back what Seal hid.
func (k Keys) Open(id, part string, sealed []byte) (string, error) {
	plain, err := k.sealer.Open(sealed, "decrypt:"+part+":"+id)
	return string(plain), err
}
