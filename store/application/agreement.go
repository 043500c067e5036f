package application

import (
	"time"
)

// SignRequired is the text for a missing signature.
const SignRequired = "PLEASE ENTER YOUR NAME TO SIGN"

// AgreementVersion names the text of the non-disclosure agreement that the client
// shows. Whoever changes the text gives it another version.
const AgreementVersion = "2026-1"

// Signature is stage 4: who signed which text, when and from where.
type Signature struct {
	Name    string
	At      time.Time // zero: not signed
	Version string
	Address string
}

// checkSignature gives the name of a signature as it is stored.
func checkSignature(name string) (string, error) {
	name, err := line("nda_signature", name, false)
	if err == nil && name == "" {
		err = broken("nda_signature", "required", SignRequired)
	}
	return name, err
}
