package node

import (
	"context"
	"time"
)

const (
	// rollUpEvery is how often messages are added up for the analytics, which count
	// the rest themselves.
	rollUpEvery = 2 * time.Second
	// analyticsAge is after how long the analytics are read again. They are
	// never older than twice that.
	analyticsAge = 2 * time.Second
)

// rollUp adds up messages for the analytics until ctx ends. Nodes take turns.
func (n *Node) rollUp(ctx context.Context) {
	failing := false
	for wait := time.NewTicker(rollUpEvery); ; {
		select {
		case <-ctx.Done():
			wait.Stop()
			return
		case <-wait.C:
		}
		done, err := false, error(nil)
		for !done && err == nil {
			done, err = n.desk.RollUp(ctx)
		}
		if err != nil && !failing && ctx.Err() == nil {
			n.log.Warn("analytics: messages cannot be added up, they are counted one by one", "error", err)
		}
		failing = err != nil
	}
}
