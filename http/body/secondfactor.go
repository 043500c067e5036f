package body

import "time"

// SecondFactor is one that a member has set up.
type SecondFactor struct {
	ID         string     `json:"id"`
	Kind       string     `json:"kind"` // "totp", an authenticator app, or "passkey"
	Name       string     `json:"name"` // of a passkey; "" without one
	CreatedAt  time.Time  `json:"createdAt"`
	LastUsedAt *time.Time `json:"lastUsedAt"`
}

// SecondFactors is the reply to GET /profile/second-factor.
type SecondFactors struct {
	OK
	Factors       []SecondFactor `json:"factors"`
	RecoveryCodes int            `json:"recoveryCodes"` // that were not used yet
	// State is what the session has to do with the factor: "" nothing, "missing", "due",
	// "proven" or "fresh", which is proven within the last ten minutes.
	State string `json:"state"`
}

// AppBegun is the reply to POST /profile/second-factor/app: what an authenticator app needs.
type AppBegun struct {
	OK
	Secret  string `json:"secret"`  // base32, for typing
	Address string `json:"address"` // otpauth:, for a tap on the device of the app
	Picture string `json:"picture"` // the address as a QR code: a data: URL
}

// SecondFactorCode is a code of an authenticator app, or a recovery code.
type SecondFactorCode struct {
	Code string `json:"code"`
}

// SecondFactorAdded is the reply to setting up a factor. Codes are the recovery codes that
// come with the first one; they are shown this once.
type SecondFactorAdded struct {
	OK
	Codes []string `json:"codes"`
}

// PasskeyAsked is what the browser is asked for a passkey: the argument of
// PublicKeyCredential.parseCreationOptionsFromJSON or parseRequestOptionsFromJSON.
type PasskeyAsked struct {
	OK
	Options string `json:"options"` // JSON
}

// PasskeyAnswer is the browser's answer.
type PasskeyAnswer struct {
	Answer string `json:"answer"` // of PublicKeyCredential.toJSON, as JSON
}

// NewPasskey is the browser's answer with a new passkey, and what its member calls it.
type NewPasskey struct {
	Answer string `json:"answer"`
	Name   string `json:"name"`
}
