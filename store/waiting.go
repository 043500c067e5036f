package store

// Waiting is how much waits for an administrator.
type Waiting struct {
	Reports     int // that are open
	Emergencies int // that nobody has acknowledged or resolved
	Critical    int // of the emergencies
}
