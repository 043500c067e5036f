package admission

import (
	"context"
	"time"

	"muster/store/roomlog"
)

// Source decides who somebody is and where they may go (store/postgres).
type Source interface {
	// AdmitBatch answers many requests to come in or to stay, in their order. It
	// returns an error, Unavailable, only when none could be answered.
	AdmitBatch(ctx context.Context, entries []roomlog.AdmissionRequest) ([]roomlog.AdmissionDecision, error)
	// NoteSeen notes when sessions were seen. The same may come again.
	NoteSeen(ctx context.Context, seen []roomlog.SeenSession) error
}

// Limits of the admission batcher.
const (
	Workers        = 2 // queries at once
	smallBatch     = 4 // after a query for this many requests the next one waits for Delay
	Delay          = 4 * time.Millisecond
	MaxBatch       = 128
	maxQueue       = 8192            // requests of one node that wait
	SeenDelay      = 5 * time.Second // until sessions are noted as seen
	seenLastTime   = time.Second     // for those that are left when the node ends
	seenBatch      = 256
	maxSeenWaiting = 1 << 16 // while the database does not answer
)
