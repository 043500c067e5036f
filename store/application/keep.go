package application

import "time"

// Keep says how long applications are kept that came to nothing; 0 keeps them for ever.
type Keep struct {
	Rejected  time.Duration // after the decision; likewise what was sent back and never submitted again
	Abandoned time.Duration // unsubmitted ones, after the last change
}
