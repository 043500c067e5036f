package campaign_test

import (
	"context"
	"testing"
	"time"

	"muster/store"
	"muster/store/campaign"
	campaigns "muster/store/postgres/campaign"
)

// A campaign to everybody was written in the time of a call, with its administrator's status
// locked: to 50,000 members by both channels it could not be sent at all, and the administrator
// could not chat meanwhile.
func TestCampaignToEverybodyHasTimeAndLocksNobody(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	by, chief := w.Chief("chief")
	w.Join("ann")
	w.Exec(`create function has_time() returns trigger language plpgsql as $$ begin
		if current_setting('statement_timeout')::interval < interval '10 seconds' then raise exception 'a statement has %', current_setting('statement_timeout'); end if;
		return null; end $$`)
	w.Exec(`create trigger has_time before insert or update on campaign_deliveries for each statement execute function has_time()`)
	cs := campaigns.New(w.DB, campaign.Pace{})
	all, err := campaign.NewCampaign{Group: campaign.EverybodyGroup, Type: campaign.EmailCampaign, Subject: "Hi", Message: "Hi"}.Check(time.Now())
	w.Must(err)
	meanwhile := func(what string, change func() (campaign.Campaign, error)) (made campaign.Campaign) {
		t.Helper()
		holder := w.Begin()
		_, err := holder.Exec(ctx, `lock table campaign_deliveries in share mode`)
		w.Must(err)
		ended := make(chan error, 1)
		go func() {
			var err error
			made, err = change()
			ended <- err
		}()
		w.AwaitBlocked()
		w.Stored(chief.Says("general", "while it is "+what))
		w.Must(holder.Rollback(ctx))
		if err := <-ended; err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		return made
	}
	made := meanwhile("sent", func() (campaign.Campaign, error) {
		return cs.Send(ctx, by, all)
	})
	over := meanwhile("cancelled", func() (campaign.Campaign, error) { return cs.Change(ctx, by, made.ID, campaign.Cancelled) })
	if made.Total != 2 || over.Skipped != 2 {
		t.Errorf("%d to be sent, %d skipped", made.Total, over.Skipped)
	}
	if _, err := cs.Send(ctx, store.Caller{Member: chief.Member}, all); store.CodeOf(err) != store.Unauthorized {
		t.Errorf("without a session: %v", err)
	}
}
