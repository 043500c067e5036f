package store

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"fmt"
	"log/slog"
	"slices"
)

// MinSecret is the least length of MUSTER_SECRET, in bytes.
const MinSecret = 32

// Secret is the installation's secret, from which every signing and sealing key derives
// (MUSTER_SECRET), beside it those that are accepted while it is replaced
// (MUSTER_SECRET_OTHER). What is made now is made under the secret; what was made under
// another that is accepted is still good. It never prints itself.
type Secret struct{ roots []root }

// root is one secret and its version among the secrets that the database was used with.
type root struct {
	version int
	raw     []byte
}

// FirstSecretVersion is the version of the secret with which a database was begun.
const FirstSecretVersion = 1

// NewSecret takes at least MinSecret bytes; Invalid otherwise. It has the first version
// until it is numbered.
func NewSecret(raw string) (Secret, error) {
	if len(raw) < MinSecret {
		return Secret{}, NewErrorReason(Invalid, "secret_short", "the secret must be at least 32 characters long")
	}
	return Secret{[]root{{FirstSecretVersion, []byte(raw)}}}, nil
}

// Accepting is the secret with another beside it, which is accepted.
func (s Secret) Accepting(other Secret) Secret {
	return Secret{append(slices.Clone(s.roots), other.roots...)}
}

// Each gives the secret and those beside it one by one, the secret first.
func (s Secret) Each() []Secret {
	each := make([]Secret, len(s.roots))
	for i := range s.roots {
		each[i] = Secret{s.roots[i : i+1]}
	}
	return each
}

// Numbered gives the secret and those beside it their versions, in the order of Each.
func (s Secret) Numbered(versions ...int) Secret {
	roots := slices.Clone(s.roots)
	for i, version := range versions {
		roots[i].version = version
	}
	return Secret{roots}
}

// Version is the version under which is made what is made now.
func (s Secret) Version() int { return s.roots[0].version }

// Has says whether the secret of a version is here.
func (s Secret) Has(version int) bool {
	return slices.ContainsFunc(s.roots, func(r root) bool { return r.version == version })
}

// Fingerprint names the secret without showing it.
func (s Secret) Fingerprint() []byte { return s.Key("fingerprint") }

// Key derives the 256-bit key of one purpose (HKDF-SHA256, RFC 5869).
func (s Secret) Key(purpose string) []byte { return s.roots[0].key(purpose) }

// Keys derives the keys of one purpose from the secret and from those beside it, the
// secret's first: what one signs or seals, any of them verifies or opens.
func (s Secret) Keys(purpose string) [][]byte {
	keys := make([][]byte, len(s.roots))
	for i, r := range s.roots {
		keys[i] = r.key(purpose)
	}
	return keys
}

// KeyOf derives the key of one purpose from the secret of a version. It fails when that
// secret is not here.
func (s Secret) KeyOf(version int, purpose string) ([]byte, error) {
	for _, r := range s.roots {
		if r.version == version {
			return r.key(purpose), nil
		}
	}
	return nil, fmt.Errorf("sealed under version %d of the secret, which this node has neither as MUSTER_SECRET nor as MUSTER_SECRET_OTHER", version)
}

func (r root) key(purpose string) []byte {
	key, err := hkdf.Key(sha256.New, r.raw, nil, "muster/"+purpose, 32)
	if err != nil {
		panic("store: " + err.Error()) // only for a length beyond HKDF's limit
	}
	return key
}

// String, GoString and LogValue keep the secret out of whatever is printed or logged.
func (s Secret) String() string       { return "[secret]" }
func (s Secret) GoString() string     { return "[secret]" }
func (s Secret) LogValue() slog.Value { return slog.StringValue("[secret]") }

// Sealer hides what must be stored but not be readable where it is stored
// (AES-256-GCM, a random nonce each). With several keys it seals with the first, and
// opens what any of them sealed.
type Sealer struct{ aeads []cipher.AEAD }

// NewSealer makes a Sealer from keys of 32 bytes each.
func NewSealer(keys ...[]byte) Sealer {
	var s Sealer
	for _, key := range keys {
		block, err := aes.NewCipher(key)
		if err != nil {
			panic("store: " + err.Error()) // only for a wrong key length
		}
		aead, err := cipher.NewGCMWithRandomNonce(block)
		if err != nil {
			panic("store: " + err.Error())
		}
		s.aeads = append(s.aeads, aead)
	}
	return s
}

// Seal hides plain; label binds it to its use.
func (s Sealer) Seal(plain []byte, label string) []byte {
	return s.aeads[0].Seal(nil, nil, plain, []byte(label))
}

// Open gives back what Seal hid under one of the keys and the same label.
func (s Sealer) Open(sealed []byte, label string) ([]byte, error) {
	for _, aead := range s.aeads {
		if plain, err := aead.Open(nil, nil, sealed, []byte(label)); err == nil {
			return plain, nil
		}
	}
	return nil, errors.New("sealed with another key, or damaged")
}

// MAC is HMAC-SHA256 over parts, each ended by a NUL.
func MAC(key []byte, parts ...string) []byte {
	h := hmac.New(sha256.New, key)
	for _, part := range parts {
		h.Write([]byte(part))
		h.Write([]byte{0})
	}
	return h.Sum(nil)
}

// MACUnder says whether mac is what MAC makes of the parts under one of the keys, cut to
// length bytes. One of another length never is.
func MACUnder(keys [][]byte, mac []byte, length int, parts ...string) bool {
	return slices.ContainsFunc(keys, func(key []byte) bool { return hmac.Equal(mac, MAC(key, parts...)[:length]) })
}
