package store

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"fmt"
	"html"
	"math/big"
	"net/netip"
	"time"
)

// Texts of the sign-in.
const (
	InvalidCode     = "Invalid code"
	CodeOnItsWay    = "If this address or phone belongs to a member, a code is on its way."
	TooManySends    = "Please wait before requesting another code."
	TooManyAttempts = "Too many attempts. Please try again later."
)

// LoginCodeLength is the number of digits of a login code.
const LoginCodeLength = 6

// LoginDelivery is how long a login code may wait to be sent; then its job
// gives up, since the person has asked again.
const LoginDelivery = 2 * time.Minute

// NewLoginCode draws six uniform digits from the system's random source.
func NewLoginCode() string {
	n, err := rand.Int(rand.Reader, big.NewInt(1_000_000))
	if err != nil {
		panic("store: " + err.Error()) // the system's random source never fails
	}
	return fmt.Sprintf("%06d", n)
}

// ValidLoginCode says whether code is six ASCII digits.
func ValidLoginCode(code string) bool {
	if len(code) != LoginCodeLength {
		return false
	}
	for i := range len(code) {
		if code[i] < '0' || code[i] > '9' {
			return false
		}
	}
	return true
}

// ErrInvalidCode answers a wrong, used, voided or expired code alike. It is
// never Unauthorized: the client signs out on that.
func ErrInvalidCode() *Error { return NewErrorReason(Invalid, "code_invalid", InvalidCode) }

// LoginKeys are the keyed hashes of the sign-in. Identifiers and addresses of
// strangers are remembered only through them.
type LoginKeys struct{ subject, code []byte }

// NewLoginKeys derives the keys from the installation's secret.
func NewLoginKeys(s Secret) LoginKeys {
	return LoginKeys{subject: s.Key("login-subject"), code: s.Key("login-code")}
}

// Subject stands for an identifier in the sign-in's tables.
func (k LoginKeys) Subject(id Identifier) []byte {
	return mac(k.subject, "identifier", string(id.Channel), id.Address)
}

// AddressKey stands for a network address: the whole of IPv4, the /64 of IPv6,
// since one customer owns all of it.
func (k LoginKeys) AddressKey(address string) []byte {
	if a, err := netip.ParseAddr(address); err == nil {
		a = a.Unmap().WithZone("")
		if a.Is6() {
			p, _ := a.Prefix(64) // 64 is a valid length of IPv6
			address = p.String()
		} else {
			address = a.String()
		}
	}
	return mac(k.subject, "address", address)
}

// CodeMAC is what is stored of a login code; id binds it to its row.
func (k LoginKeys) CodeMAC(id, code string) []byte { return mac(k.code, id, code) }

// mac is HMAC-SHA256 over parts, each ended by a NUL.
func mac(key []byte, parts ...string) []byte {
	h := hmac.New(sha256.New, key)
	for _, part := range parts {
		h.Write([]byte(part))
		h.Write([]byte{0})
	}
	return h.Sum(nil)
}

// LoginAsk asks for a code.
type LoginAsk struct {
	Identifier Identifier
	Attempt    string // the browser's attempt cookie, "" for none
	Device     string // its known-device cookie, "" for none
	Address    string // network address of the caller
}

// LoginProof hands a code in.
type LoginProof struct {
	Identifier Identifier
	Code       string
	Attempt    string
	Device     string
	Address    string
	UserAgent  string
}

// SignedIn is a sign-in that succeeded. Exactly one of Member and Applicant is
// set, after Session.Kind.
type SignedIn struct {
	Token     string // bearer, shown once
	Session   Session
	Member    Member
	Applicant Applicant
	Device    string // new value of the known-device cookie
}

// Applicant is a person who applies and is no member yet.
type Applicant struct {
	ID    string // UUID
	Email string // "" when none
	Phone string // E.164, "" when none
}

// LoginMail is the mail that carries a code.
func LoginMail(brand Brand, to, code string) Mail {
	minutes := int(DefaultLoginLimits.CodeLife.Minutes())
	name := html.EscapeString(brand.Community)
	return Mail{
		To:      to,
		Subject: brand.Community + " sign-in code: " + code,
		Text: fmt.Sprintf("Your %s sign-in code is %s\n\nIt is valid for %d minutes and can be used once.\n"+
			"If you did not ask for it, ignore this mail: nobody can sign in without it.\n", brand.Community, code, minutes),
		HTML: fmt.Sprintf(`<!doctype html><html lang="en"><body style="font-family:sans-serif">`+
			`<p>Your %s sign-in code is</p><p style="font-size:28px;letter-spacing:6px"><strong>%s</strong></p>`+
			`<p>It is valid for %d minutes and can be used once.<br>`+
			`If you did not ask for it, ignore this mail: nobody can sign in without it.</p></body></html>`, name, code, minutes),
	}
}

// LoginSMS is the text message that carries a code.
func LoginSMS(brand Brand, to, code string) SMSMessage {
	return SMSMessage{To: to, Body: fmt.Sprintf("%s sign-in code: %s (valid %d minutes)",
		brand.Community, code, int(DefaultLoginLimits.CodeLife.Minutes()))}
}
