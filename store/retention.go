package store

import "time"

// Retention says how long rows are kept that only look back; 0 keeps them for ever.
// Messages always are.
type Retention struct {
	// Events are those of the rooms' logs and of the site log. A member who was
	// away for longer reloads instead of being sent what it missed.
	Events time.Duration
	// Sends remember which messages a client has sent: a resend within this time
	// is answered with the first message and stored once.
	Sends time.Duration
	// Audit is what administrators did.
	Audit time.Duration
}

// DefaultRetention is a week of events and a month of sends.
var DefaultRetention = Retention{Events: 168 * time.Hour, Sends: 720 * time.Hour}
