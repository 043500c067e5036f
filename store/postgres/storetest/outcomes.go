package storetest

import (
	"sync"

	"muster/store"
)

// Outcomes counts how calls at once ended, by the reason or code of the failure: "" is a
// success. By is read when all have ended.
type Outcomes struct {
	mu sync.Mutex
	By map[string]int
}

// Add counts one call that ended with err.
func (o *Outcomes) Add(err error) {
	reason := ""
	if err != nil {
		reason = store.AsError(err).ReasonOrCode()
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.By == nil {
		o.By = map[string]int{}
	}
	o.By[reason]++
}
