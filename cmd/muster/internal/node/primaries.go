package node

import (
	"context"
	"time"
)

// How often the hosts of the database's address are compared, and how long one round takes
// at most.
const (
	compareEvery = 5 * time.Second
	compareTime  = 4 * time.Second
)

// TwoPrimaries is the log line of an address of which several hosts take writes.
const TwoPrimaries = "postgres: two hosts of DATABASE_URL take writes: the one that was promoted last is used; end the other, " +
	"whose later messages are lost"

// keepComparing compares the hosts of the database's address until Close: connections to a
// primary that was replaced, and never ended, do not break by themselves.
func (d *Database) keepComparing() {
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	d.compare = func() {
		cancel()
		<-ended
	}
	go func() {
		defer close(ended)
		tick := time.NewTicker(compareEvery)
		defer tick.Stop()
		for several := false; ; {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				now := d.countPrimaries(ctx) > 1
				if now && !several {
					d.warnOfPrimaries()
				}
				several = now
			}
		}
	}()
}

// comparePrimaries compares them once, before anything is written.
func (d *Database) comparePrimaries(ctx context.Context) {
	if d.countPrimaries(ctx) > 1 {
		d.warnOfPrimaries()
	}
}

func (d *Database) countPrimaries(ctx context.Context) int {
	ctx, cancel := context.WithTimeout(ctx, compareTime)
	defer cancel()
	return d.ComparePrimaries(ctx)
}

func (d *Database) warnOfPrimaries() {
	d.log.Error(TwoPrimaries, "timeline", d.Timeline())
}
