package face

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/crypto/argon2"

	"muster/store"
)

// Password is the argon2id hash of the viewer's password, in the usual text form
// $argon2id$v=19$m=…,t=…,p=…$salt$hash. The zero Password is right for nothing.
type Password struct {
	memory, passes uint32
	threads        uint8
	salt, hash     []byte
}

// Limits of the parameters, so that a mistyped hash does not stop a node.
const (
	leastMemory = 8 << 10 // KiB
	mostMemory  = 1 << 20
	mostPasses  = 20
)

// ParsePassword reads a hash. It fails with Invalid.
func ParsePassword(text string) (Password, error) {
	invalid := store.NewErrorReason(store.Invalid, "password_hash", "it must be an argon2id hash: $argon2id$v=19$m=…,t=…,p=…$salt$hash")
	parts := strings.Split(text, "$")
	if len(parts) != 6 || parts[0] != "" || parts[1] != "argon2id" || parts[2] != "v=19" {
		return Password{}, invalid
	}
	var p Password
	if _, err := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &p.memory, &p.passes, &p.threads); err != nil {
		return Password{}, invalid
	}
	var err1, err2 error
	p.salt, err1 = base64.RawStdEncoding.DecodeString(parts[4])
	p.hash, err2 = base64.RawStdEncoding.DecodeString(parts[5])
	if err1 != nil || err2 != nil || len(p.salt) < 8 || len(p.hash) < 16 || p.threads == 0 ||
		p.memory < leastMemory || p.memory > mostMemory || p.passes == 0 || p.passes > mostPasses {
		return Password{}, invalid
	}
	return p, nil
}

// Lengths of a password: of the least in characters, as NIST SP 800-63B demands of one
// that stands alone, and of the longest in bytes.
const (
	LeastPassword   = 15
	LongestPassword = 256
)

// CheckPassword says whether a password may be the viewer's. A client sends it in a
// header too, so it has no control characters and no space at its ends. It fails with
// Invalid.
func CheckPassword(password string) error {
	refuse := func(message string) error {
		return store.NewErrorReason(store.Invalid, "password_unfit", message)
	}
	switch {
	case utf8.RuneCountInString(password) < LeastPassword:
		return refuse(fmt.Sprintf("the password must have at least %d characters; several words are easier to type than signs", LeastPassword))
	case len(password) > LongestPassword:
		return refuse(fmt.Sprintf("the password must have at most %d bytes", LongestPassword))
	case !utf8.ValidString(password) || strings.ContainsFunc(password, unicode.IsControl):
		return refuse("the password must be one line of text")
	case strings.TrimSpace(password) != password:
		return refuse("the password must not begin or end with a space")
	}
	return nil
}

// NewPassword hashes a password.
func NewPassword(password string) Password {
	p := Password{memory: 19 << 10, passes: 2, threads: 1, salt: make([]byte, 16)}
	rand.Read(p.salt)
	p.hash = argon2.IDKey([]byte(password), p.salt, p.passes, p.memory, p.threads, 32)
	return p
}

// String is the text form.
func (p Password) String() string {
	return fmt.Sprintf("$argon2id$v=19$m=%d,t=%d,p=%d$%s$%s", p.memory, p.passes, p.threads,
		base64.RawStdEncoding.EncodeToString(p.salt), base64.RawStdEncoding.EncodeToString(p.hash))
}

// Matches says whether a password is the right one.
func (p Password) Matches(password string) bool {
	if len(p.hash) == 0 {
		return false
	}
	given := argon2.IDKey([]byte(password), p.salt, p.passes, p.memory, p.threads, uint32(len(p.hash)))
	return subtle.ConstantTimeCompare(given, p.hash) == 1
}
