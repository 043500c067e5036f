package demo

import (
	"cmp"
	"context"
	"slices"
	"time"

	"muster/store"
)

// later has something that the audit log keeps wait for catchUp. The log numbers its
// entries as they come, so what administrators did is done in the order of time.
func (d *seeding) later(ago time.Duration, happen func(ctx context.Context) error) {
	d.waiting = append(d.waiting, moment{ago, happen})
}

// laterAsAdmin is later for an act of the administrator.
func (d *seeding) laterAsAdmin(ago time.Duration, do func(ctx context.Context, admin store.Caller) error) {
	d.later(ago, func(ctx context.Context) error { return d.asAdmin(ctx, do) })
}

// catchUp does what waits of so long ago and longer, the oldest first.
func (d *seeding) catchUp(ctx context.Context, until time.Duration) error {
	slices.SortStableFunc(d.waiting, func(a, b moment) int { return cmp.Compare(b.ago, a.ago) })
	for len(d.waiting) > 0 && d.waiting[0].ago >= until {
		next := d.waiting[0]
		d.waiting = d.waiting[1:]
		if err := d.setBack(ctx, next.ago); err != nil {
			return err
		}
		if err := next.happen(ctx); err != nil {
			return err
		}
	}
	return nil
}
