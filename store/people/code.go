package people

import (
	"crypto/rand"
	"crypto/sha256"
	"fmt"
	"math/big"
	"muster/store"
	"time"
)

// CodePurpose says what a one-time code proves. A code of one purpose proves nothing
// for another.
type CodePurpose string

// SignInCode proves that a browser's user reads the mails or texts of an identifier.
const SignInCode CodePurpose = "sign_in"

// CodeScope is what a code is about and where it is used.
type CodeScope struct {
	Purpose CodePurpose
	// Subject stands for whatever the code proves; usually a keyed hash, so that
	// the table does not contain personal data.
	Subject []byte
	// Formers stand for the same in codes that were made under other keys.
	Formers [][]byte
	// Holder is a token of the browser that requests the code or hands it in, ""
	// for none. A new code replaces the former one of the same holder only.
	Holder string
}

// CodeLimits bounds the codes of a purpose.
type CodeLimits struct {
	Life  time.Duration // from its creation
	Tries int           // wrong tries by the holder; then nobody can use the code
}

// CodeLength is the number of digits of a code.
const CodeLength = 6

// NewCode draws six uniform digits from the system's random source.
func NewCode() string {
	n, err := rand.Int(rand.Reader, big.NewInt(1_000_000))
	if err != nil {
		panic("store: " + err.Error()) // the system's random source never fails
	}
	return fmt.Sprintf("%06d", n)
}

// ValidCode says whether code is six ASCII digits.
func ValidCode(code string) bool {
	if len(code) != CodeLength {
		return false
	}
	for i := range len(code) {
		if code[i] < '0' || code[i] > '9' {
			return false
		}
	}
	return true
}

// InvalidCode is the message for every code that proves nothing.
const InvalidCode = "Invalid code"

// ErrInvalidCode is the same for a wrong, used, replaced, expired or dead code. It is
// never Unauthorized, because the client signs out on that.
func ErrInvalidCode() *store.Error {
	return store.NewErrorReason(store.Invalid, "code_invalid", InvalidCode)
}

// CodeKeys are the keys of the codes' hashes; the first is for new codes.
type CodeKeys [][]byte

// NewCodeKeys derives the keys from the installation's secret.
func NewCodeKeys(s store.Secret) CodeKeys { return s.Keys("login-code") }

// MAC is what is stored of a code; id binds it to its row.
func (k CodeKeys) MAC(id, code string) []byte { return store.MAC(k[0], id, code) }

// Verify says whether mac was stored of the code.
func (k CodeKeys) Verify(mac []byte, id, code string) bool {
	return store.MACUnder(k, mac, sha256.Size, id, code)
}
