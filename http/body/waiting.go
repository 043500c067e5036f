package body

// Waiting is how much waits for an administrator: open reports, and emergency messages
// that nobody has acknowledged or resolved, of which some are critical, and applications
// that wait for a decision, of which some are late or soon will be.
type Waiting struct {
	OK
	Reports     int `json:"reports"`
	Emergencies int `json:"emergencies"`
	Critical    int `json:"critical"`

	Applications int `json:"applications"`
	DueSoon      int `json:"dueSoon"` // of the applications
}
