package store

// DecryptKeys hide encrypted messages where they are stored: the database has the
// MAC of a code, by which it is found, and everything else sealed.
type DecryptKeys struct {
	codes, files, guesses []byte
	sealer                Sealer
}

// NewDecryptKeys derives the keys from the installation's secret.
func NewDecryptKeys(s Secret) DecryptKeys {
	return DecryptKeys{
		codes: s.Key("decrypt-code"), files: s.Key("decrypt-file"), guesses: s.Key("decrypt-guess"),
		sealer: NewSealer(s.Key("decrypt-content")),
	}
}

// CodeMAC is what a code is found by.
func (k DecryptKeys) CodeMAC(code string) []byte { return mac(k.codes, code) }

// GuessKey is what the guesses of a member or of an address are counted under.
func (k DecryptKeys) GuessKey(scope, who string) []byte { return mac(k.guesses, scope, who) }

// FileKey is the key of one file of an upload.
func (k DecryptKeys) FileKey(upload string, v MediaVariant) []byte {
	return mac(k.files, upload, string(v))
}

// Seal hides a text of the row id; part says which text it is.
func (k DecryptKeys) Seal(id, part, text string) []byte {
	return k.sealer.Seal([]byte(text), "decrypt:"+part+":"+id)
}

// Open gives back what Seal hid.
func (k DecryptKeys) Open(id, part string, sealed []byte) (string, error) {
	plain, err := k.sealer.Open(sealed, "decrypt:"+part+":"+id)
	return string(plain), err
}
