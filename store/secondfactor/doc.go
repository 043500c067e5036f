// Package secondfactor holds the rules of the second factor: codes of an authenticator app,
// recovery codes, passkeys, and how often a wrong code may be tried. What a session owes is
// store.SecondFactor.
package secondfactor
