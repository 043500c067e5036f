package secondfactor

import "muster/store"

// Purpose is what a passkey is asked for.
type Purpose string

const (
	Register Purpose = "register"
	Prove    Purpose = "prove"
	SignIn   Purpose = "sign_in"
)

// Challenge is what a browser is asked to sign with a passkey.
type Challenge struct {
	Purpose   Purpose
	MemberID  string // "" for a sign-in
	Challenge string
	Session   []byte // what the answer is checked against, as JSON
}

// Credential is a passkey as the server has it.
type Credential struct {
	ID         []byte
	Credential []byte // its public key and what it said of itself, as JSON
	SignCount  int64  // how often it has signed; 0 where it does not count
}

// AddressKey stands for a client's network where its sign-ins are counted.
func (k Keys) AddressKey(address string) []byte {
	return store.MAC(k.secret.Key("second-factor-address"), "address", store.ClientNetwork(address))
}
