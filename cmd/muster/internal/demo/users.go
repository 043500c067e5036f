package demo

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"muster/store/people"
	desks "muster/store/postgres/desk"
	members "muster/store/postgres/people"
)

// users has an administrator note something of members and mark one as subscribed.
func (d *seeding) users(ctx context.Context) error {
	admin, err := d.caller(ctx, "commander")
	if err != nil {
		return err
	}
	for _, notes := range []string{"Asked twice how to change the phone number.", "Phone number changed on request. Good with newcomers."} {
		if err := desks.New(d.db.DB).SetNotes(ctx, admin, d.members["bob"], notes); err != nil {
			return err
		}
	}
	if err := desks.New(d.db.DB).SetSubscription(ctx, admin, d.members["ann"], true); err != nil {
		return err
	}
	return members.New(d.db.DB).EndSession(ctx, admin.Session.ID, admin.Member.ID)
}

// bans has an administrator keep two of those who left out of chat, and let one of them in
// again.
func (d *seeding) bans(crowd []*soldier) {
	gone := slices.DeleteFunc(slices.Clone(crowd), func(s *soldier) bool { return s.left == 0 })
	slices.SortFunc(gone, func(a, b *soldier) int { return cmp.Compare(a.left, b.left) })
	seller, shouter := gone[0], gone[1]
	for _, b := range []struct {
		who    *soldier
		ago    time.Duration
		access people.ChatAccess
	}{
		{shouter, d.on(shouter.left-1, 21), people.ChatAccess{Reason: "Shouted at three newcomers in one evening."}},
		{shouter, d.on(shouter.left-3, 9), people.ChatAccess{Enabled: true, Reason: "Said sorry to each of them."}},
		{seller, d.on(seller.left-1, 19), people.ChatAccess{Reason: "Offered decrypt codes for money."}},
	} {
		d.later(b.ago, func(ctx context.Context) error {
			admin, err := d.caller(ctx, "commander")
			if err != nil {
				return err
			}
			if _, err := members.New(d.db.DB).Admin(admin).SetChatAccess(ctx, b.who.id, b.access); err != nil {
				return fmt.Errorf("demo ban of %s: %w", b.who.Username, err)
			}
			return members.New(d.db.DB).EndSession(ctx, admin.Session.ID, admin.Member.ID)
		})
	}
}
