package demo

import (
	"context"
	"fmt"
	"time"

	"muster/store"
	emergencies "muster/store/postgres/emergency"
)

// sampleEmergency is a message to the creator, and what became of it.
type sampleEmergency struct {
	who, text    string
	ago          time.Duration
	acknowledged bool
	note         string // closes it
}

var sampleEmergencies = []sampleEmergency{
	{who: "ann", text: "The gate code for Saturday was posted outside, please change it quickly.", ago: 50 * time.Hour, note: "Changed, and Ann knows the new one."},
	{who: "bob", text: "The storm took the mast of the mill camp. Nobody is hurt, but it is serious.", ago: 6 * time.Hour, acknowledged: true},
	{who: "cleo", text: "Somebody is asking newcomers for their login codes. This is urgent.", ago: 35 * time.Minute},
}

// emergencies sends the demo emergencies: nobody has looked at one; to look at another and
// to close the third waits.
func (d *seeding) emergencies(ctx context.Context) error {
	messages := emergencies.New(d.db.DB, nil) // the creator of the demo has read them all
	for _, e := range sampleEmergencies {
		if err := d.setBack(ctx, e.ago); err != nil {
			return err
		}
		sent, err := messages.Send(ctx, d.members[e.who], e.text, "", "")
		if err != nil {
			return fmt.Errorf("demo emergency of %s: %w", e.who, err)
		}
		if err := messages.HandedOver(ctx, sent.ID); err != nil {
			return err
		}
		if !e.acknowledged && e.note == "" {
			continue
		}
		d.laterAsAdmin(e.ago-10*time.Minute, func(ctx context.Context, admin store.Caller) error {
			if _, err := messages.Acknowledge(ctx, admin, sent.ID); err != nil || e.note == "" {
				return err
			}
			_, err := messages.Resolve(ctx, admin, sent.ID, e.note)
			return err
		})
	}
	return nil
}
