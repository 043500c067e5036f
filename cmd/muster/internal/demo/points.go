package demo

import (
	"context"
	"fmt"
	"time"

	"muster/store"
	ranks "muster/store/postgres/rank"
	"muster/store/rank"
)

// day is the time between two check-ins of the demo.
const day = 24 * time.Hour

// sampleCheckIns are the check-ins of the demo members: on every day from so many days
// ago up to and with so many days ago.
var sampleCheckIns = []struct {
	who         string
	first, last int
}{
	{"ann", 31, 1}, {"bob", 9, 7}, {"bob", 4, 1}, {"cleo", 20, 6}, {"commander", 40, 1},
}

// points checks the demo members in. The ranks that are given wait.
func (d *seeding) points(ctx context.Context) error {
	p := ranks.NewPoints(d.db.DB, rank.DefaultPointsRules)
	if err := d.setBack(ctx, day); err != nil {
		return err
	}
	for _, c := range sampleCheckIns {
		var moments []time.Time
		for ago := c.first; ago >= c.last; ago-- {
			moments = append(moments, d.now.Add(-time.Duration(ago)*day))
		}
		if err := p.CheckInAt(ctx, d.members[c.who], moments...); err != nil {
			return fmt.Errorf("demo check-ins of %s: %w", c.who, err)
		}
	}
	d.laterAsAdmin(day, func(ctx context.Context, admin store.Caller) error {
		if _, err := p.SetGuardian(ctx, admin, d.members["commander"], true); err != nil {
			return err
		}
		_, err := p.AdjustPoints(ctx, admin, d.members["cleo"], 120, "First aid at the spring meetup", "")
		return err
	})
	return nil
}

// badges gives what all of that has earned. Those to sign in as have seen theirs: a first
// visit does not begin with the news of a year.
func (d *seeding) badges(ctx context.Context) error {
	b := ranks.NewBadges(d.db.DB)
	if _, err := b.Recompute(ctx, 0); err != nil {
		return fmt.Errorf("demo badges: %w", err)
	}
	for _, member := range d.members {
		earned, err := b.Earned(ctx, member)
		if err != nil {
			return err
		}
		ids := make([]string, len(earned))
		for i, one := range earned {
			ids[i] = one.ID
		}
		if err := b.MarkSeen(ctx, member, ids); err != nil {
			return err
		}
	}
	return nil
}
