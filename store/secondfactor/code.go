package secondfactor

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base32"
	"image/png"
	"regexp"
	"strings"
	"time"

	"github.com/pquerna/otp"
	"github.com/pquerna/otp/hotp"
	"github.com/pquerna/otp/totp"

	"muster/store"
)

// Keys seal the secrets of the apps.
type Keys struct{ secret store.Secret }

// sealKey is the purpose of the key that seals.
const sealKey = "second-factor"

// NewKeys derives the keys from the installation's secret.
func NewKeys(s store.Secret) Keys { return Keys{s} }

// Version is the version of the installation's secret under which Seal seals.
func (k Keys) Version() int { return k.secret.Version() }

// App is the secret that an authenticator app shares with the server.
type App struct{ secret []byte }

// secretBytes is 160 bit, as long as the hash (RFC 4226 section 4).
const secretBytes = 20

// NewApp draws a secret.
func NewApp() App {
	secret := make([]byte, secretBytes)
	rand.Read(secret)
	return App{secret}
}

// Seal hides the secret of a member's app.
func (k Keys) Seal(a App, memberID string) []byte {
	return store.NewSealer(k.secret.Key(sealKey)).Seal(a.secret, "totp:"+memberID)
}

// Open gives back the secret of a member's app, which was sealed under a version. It fails
// for another member's, and for a version that is not here: store.ErrUnreadable.
func (k Keys) Open(version int, sealed []byte, memberID string) (App, error) {
	key, err := k.secret.KeyOf(version, sealKey)
	if err != nil {
		return App{}, store.ErrUnreadable(err)
	}
	secret, err := store.NewSealer(key).Open(sealed, "totp:"+memberID)
	if err != nil {
		return App{}, store.ErrUnreadable(err)
	}
	return App{secret}, nil
}

// Text is the secret as a person types it into an app.
func (a App) Text() string { return base32.StdEncoding.EncodeToString(a.secret) }

// pictureSize is the width of the picture for a camera, in pixels.
const pictureSize = 240

// Enrolment is what an app reads to begin: an address of the form otpauth:, and its
// picture, a PNG. issuer and account are what the app shows of it.
func (a App) Enrolment(issuer, account string) (address string, picture []byte, err error) {
	key, err := totp.Generate(totp.GenerateOpts{
		Issuer: strings.ReplaceAll(issuer, ":", " "), AccountName: strings.ReplaceAll(account, ":", " "), Secret: a.secret,
	})
	if err != nil {
		return "", nil, err
	}
	drawn, err := key.Image(pictureSize, pictureSize)
	if err != nil {
		return "", nil, err
	}
	var out bytes.Buffer
	err = png.Encode(&out, drawn)
	return key.URL(), out.Bytes(), err
}

const (
	// stepSeconds is how long a code is shown.
	stepSeconds = 30
	// skew is how many steps the clock of a phone may be off, either way.
	skew = 1
)

// Step is the time step of a code that an app with this secret shows around now. found is
// false for a wrong code.
func (a App) Step(code string, now time.Time) (step int64, found bool, err error) {
	for at := now.Unix()/stepSeconds - skew; at <= now.Unix()/stepSeconds+skew; at++ {
		want, err := a.codeAt(at)
		if err != nil {
			return 0, false, err
		}
		if subtle.ConstantTimeCompare([]byte(want), []byte(code)) == 1 {
			step, found = at, true
		}
	}
	return step, found, nil
}

// Code is what the app shows at a time.
func (a App) Code(at time.Time) (string, error) { return a.codeAt(at.Unix() / stepSeconds) }

func (a App) codeAt(step int64) (string, error) {
	return hotp.GenerateCodeCustom(a.Text(), uint64(step), hotp.ValidateOpts{Digits: otp.DigitsSix, Algorithm: otp.AlgorithmSHA1})
}

var appCode = regexp.MustCompile(`^[0-9]{6}$`)

// ParseCode gives a typed code without what people put between its parts, and says whether
// it has the form of an app's.
func ParseCode(typed string) (code string, ofApp bool) {
	code = strings.ToUpper(strings.NewReplacer(" ", "", "-", "", "\u00a0", "").Replace(strings.TrimSpace(typed)))
	return code, appCode.MatchString(code)
}

// MostRecoveryCodes is how many recovery codes a member is given.
const MostRecoveryCodes = 10

// recoveryLength is 120 bit in base32.
const recoveryLength = 24

// NewRecoveryCodes draws recovery codes, each in six groups of four characters.
func NewRecoveryCodes() []string {
	codes := make([]string, MostRecoveryCodes)
	for i := range codes {
		raw := rand.Text()[:recoveryLength]
		var groups []string
		for at := 0; at < len(raw); at += 4 {
			groups = append(groups, raw[at:at+4])
		}
		codes[i] = strings.Join(groups, "-")
	}
	return codes
}

// RecoveryHash is what is stored of a member's recovery code. 120 random bits need no key,
// and so outlive the secret.
func RecoveryHash(memberID, typed string) []byte {
	code, _ := ParseCode(typed)
	// Base32 has no 0, 1 and 8.
	code = strings.NewReplacer("0", "O", "1", "I", "8", "B").Replace(code)
	hash := sha256.Sum256([]byte("recovery\x00" + memberID + "\x00" + code))
	return hash[:]
}
