package store

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"log/slog"
)

// MinSecret is the least length of MUSTER_SECRET, in bytes.
const MinSecret = 32

// Secret is the installation's one secret, from which every signing and
// sealing key derives (MUSTER_SECRET). It never prints itself.
type Secret struct{ root []byte }

// NewSecret takes at least MinSecret bytes; Invalid otherwise.
func NewSecret(raw string) (Secret, error) {
	if len(raw) < MinSecret {
		return Secret{}, NewErrorReason(Invalid, "secret_short", "the secret must be at least 32 characters long")
	}
	return Secret{root: []byte(raw)}, nil
}

// Key derives the 256-bit key of one purpose (HKDF-SHA256, RFC 5869).
func (s Secret) Key(purpose string) []byte {
	key, err := hkdf.Key(sha256.New, s.root, nil, "muster/"+purpose, 32)
	if err != nil {
		panic("store: " + err.Error()) // only for a length beyond HKDF's limit
	}
	return key
}

func (s Secret) String() string       { return "[secret]" }
func (s Secret) GoString() string     { return "[secret]" }
func (s Secret) LogValue() slog.Value { return slog.StringValue("[secret]") }

// Sealer hides what must be stored but not be readable where it is stored:
// the arguments of jobs (AES-256-GCM, a random nonce each).
type Sealer struct{ aead cipher.AEAD }

// NewSealer makes a Sealer from a key of 32 bytes.
func NewSealer(key []byte) Sealer {
	block, err := aes.NewCipher(key)
	if err != nil {
		panic("store: " + err.Error()) // only for a wrong key length
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		panic("store: " + err.Error())
	}
	return Sealer{aead: aead}
}

// Seal hides plain; label binds it to its use.
func (s Sealer) Seal(plain []byte, label string) []byte {
	return s.aead.Seal(nil, nil, plain, []byte(label))
}

// Open gives back what Seal hid under the same key and label.
func (s Sealer) Open(sealed []byte, label string) ([]byte, error) {
	plain, err := s.aead.Open(nil, nil, sealed, []byte(label))
	if err != nil {
		return nil, errors.New("sealed with another key, or damaged")
	}
	return plain, nil
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
