package body

// Waiting is how much waits for an administrator: open reports, and emergency messages
// that nobody has acknowledged or resolved. Critical are among the emergencies.
type Waiting struct {
	OK
	Reports     int `json:"reports"`
	Emergencies int `json:"emergencies"`
	Critical    int `json:"critical"`
}
