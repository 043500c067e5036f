package demo

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"muster/store"
	"muster/store/people"
	desks "muster/store/postgres/desk"
	members "muster/store/postgres/people"
)

// users has an administrator note something of members and mark one as subscribed.
func (d *seeding) users(ctx context.Context, admin store.Caller) error {
	for _, notes := range []string{"Asked twice how to change the phone number.", "Phone number changed on request. Good with newcomers."} {
		if err := desks.New(d.db.DB).SetNotes(ctx, admin, d.members["bob"], notes, nil); err != nil {
			return err
		}
	}
	return desks.New(d.db.DB).SetSubscription(ctx, admin, d.members["ann"], true)
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
		d.laterAsAdmin(b.ago, func(ctx context.Context, admin store.Caller) error {
			if _, err := members.New(d.db.DB).Admin(admin).SetChatAccess(ctx, b.who.id, b.access); err != nil {
				return fmt.Errorf("demo ban of %s: %w", b.who.Username, err)
			}
			return nil
		})
	}
}
