// Package secondfactor has the calls of second factors: setting up an authenticator app or a
// passkey, proving one in a session, and signing in with a passkey. routes.go lists the
// calls. Which other calls ask for a proof is http's to say (http/secondfactor.go).
package secondfactor
