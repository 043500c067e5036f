package demo

import (
	"context"
	"fmt"
	"time"

	"muster/store/money"
)

// sampleContributions are what the demo members contributed, days ago, oldest first.
var sampleContributions = []struct {
	who       string
	ago       int
	amount    money.Cents
	anonymous bool
}{
	{"ann", 26, 25_00, false}, {"commander", 21, 100_00, true}, {"cleo", 17, 50_00, false}, {"ann", 12, 12_50, false},
	{"bob", 8, 10_00, true}, {"cleo", 4, 5_00, false}, {"ann", 1, 40_00, false},
}

// contributions has them paid, each on its day.
func (d *seeding) contributions(ctx context.Context) error {
	for _, c := range sampleContributions {
		if err := d.setBack(ctx, time.Duration(c.ago)*day); err != nil {
			return err
		}
		if err := d.checkout.contribute(ctx, money.Contribution{
			MemberID: d.members[c.who], Purpose: money.ForCommunity, Amount: c.amount, Anonymous: c.anonymous,
		}); err != nil {
			return fmt.Errorf("demo contribution of %s: %w", c.who, err)
		}
	}
	return nil
}
