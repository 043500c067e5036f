package people

import (
	"fmt"
	"html"
	"muster/store"
	"muster/store/language"
	"time"
)

// Messages of the sign-in.
const (
	TooManySends    = "Please wait before requesting another code."
	TooManyAttempts = "Too many attempts. Please try again later."
)

// LoginDelivery is how long a sign-in code may wait to be sent. Later its job gives
// up, because the person has requested another one.
const LoginDelivery = 2 * time.Minute

// LoginKeys are the keyed hashes of the sign-in. Identifiers and network addresses
// are stored only as these hashes, because anybody may enter anybody's.
type LoginKeys struct {
	subjects [][]byte // the first for new rows
}

// NewLoginKeys derives the keys from the installation's secret.
func NewLoginKeys(s store.Secret) LoginKeys {
	return LoginKeys{s.Keys("login-subject")}
}

// IdentifierMAC stands for an identifier in the sign-in's tables.
func (k LoginKeys) IdentifierMAC(id store.Identifier) []byte {
	return store.MAC(k.subjects[0], "identifier", string(id.Channel), id.Address)
}

// PurposeMACs stand for an identifier among the codes of one purpose; the first is for new
// codes.
func (k LoginKeys) PurposeMACs(purpose CodePurpose, id store.Identifier) [][]byte {
	kind := string(purpose)
	if purpose == SignInCode {
		kind = "identifier" // as earlier versions wrote it
	}
	macs := make([][]byte, len(k.subjects))
	for i, key := range k.subjects {
		macs[i] = store.MAC(key, kind, string(id.Channel), id.Address)
	}
	return macs
}

// AddressKey stands for a client's network in the sign-in's tables.
func (k LoginKeys) AddressKey(address string) []byte {
	return store.MAC(k.subjects[0], "address", store.ClientNetwork(address))
}

// LoginCodeRequest is a request for a sign-in code.
type LoginCodeRequest struct {
	Identifier store.Identifier
	Attempt    string       // the browser's attempt cookie, "" for none
	Device     string       // its known-device cookie, "" for none
	Address    string       // network address of the caller
	Language   language.Tag // of the browser, spoken to who has chosen none
}

// LoginAttempt is an attempt to sign in with a code.
type LoginAttempt struct {
	Identifier store.Identifier
	Code       string
	Attempt    string
	Device     string
	Address    string
	UserAgent  string
	Former     store.Session // that the browser had before, which ends; zero for none
}

// SignedIn is a successful sign-in. Session.Kind says which of Member and Applicant is
// set.
type SignedIn struct {
	Ended     string // the browser's session before, "" when none was open
	Token     string // bearer, shown once
	Session   store.Session
	Member    store.Member
	Applicant Applicant
	Device    string // new value of the known-device cookie
	// Face is the face step that comes before the session. With a Step the session and
	// its token are not there yet.
	Face FaceStep
}

// FaceStep is the face step of a sign-in.
type FaceStep struct {
	Step              string // "enrollment", "verification", or "" for none
	Token             string // temporary, shown once
	PreviouslySkipped bool
	Language          language.Tag // that the member has chosen, "" for none; of a sign-in only
}

// PendingSignIn is a sign-in whose code was right.
type PendingSignIn struct {
	Member  store.Member
	Device  string // shortened user agent
	Address string
	Former  store.Session // that the browser had before
	// SecondFactor says that it was proven, by a passkey.
	SecondFactor bool
}

// Applicant is a person who applies and is no member yet.
type Applicant struct {
	ID    string // UUID
	Email string // "" when none
	Phone string // E.164, "" when none
}

// LoginMail is the mail with a sign-in code, in a language.
func LoginMail(brand store.Brand, tag language.Tag, to, code string) store.Mail {
	lead := tag.Say("login.lead", brand.Community)
	valid := tag.Say("login.valid", codeMinutes)
	ignore := tag.Say("login.ignore")
	return store.Mail{
		To:      to,
		From:    brand.Community,
		Subject: tag.Say("login.subject", brand.Community, code),
		Text:    lead + " " + code + "\n\n" + valid + "\n" + ignore + "\n",
		HTML: fmt.Sprintf(`<!doctype html><html lang="%s"><body style="font-family:sans-serif">`+
			`<p>%s</p><p style="font-size:28px;letter-spacing:6px"><strong>%s</strong></p>`+
			`<p>%s<br>%s</p></body></html>`, tag.Spoken(), html.EscapeString(lead), code, html.EscapeString(valid), html.EscapeString(ignore)),
	}
}

// LoginSMS is the text message that carries a code, in a language.
func LoginSMS(brand store.Brand, tag language.Tag, to, code string) store.SMSMessage {
	return store.SMSMessage{To: to, Body: tag.Say("login.text", brand.Community, code, codeMinutes)}
}

var codeMinutes = int(DefaultLoginLimits.CodeLife.Minutes())
