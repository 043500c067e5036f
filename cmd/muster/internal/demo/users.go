package demo

import (
	"context"
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
