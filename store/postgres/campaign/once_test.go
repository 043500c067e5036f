package campaign_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"muster/store"
	"muster/store/campaign"
	campaigns "muster/store/postgres/campaign"
	"muster/store/postgres/storetest"
)

// Twenty parallel requests with one key are one campaign.
func TestCampaignIsSentOnce_NOTIF17(t *testing.T) {
	w := newWorld(t)
	w.Crowd(10)
	by := w.admin("chief")
	checked, err := campaign.NewCampaign{Group: campaign.EverybodyGroup, Type: campaign.EmailCampaign, Subject: "Hi", Message: "Hi", Key: storetest.NewID()}.Check(time.Now())
	w.Must(err)
	var wait sync.WaitGroup
	for range 20 {
		wait.Go(func() {
			if c, err := campaigns.New(w.World.Node.DB, campaign.Pace{}).Send(context.Background(), by, checked); err != nil || c.Total != 11 {
				t.Errorf("%+v, %v", c, err)
			}
		})
	}
	wait.Wait()
	if n := one[int](w, `select count(*)::int from campaigns`); n != 1 {
		t.Error(fmt.Sprint(n, " campaigns"))
	}
	checked.Message = "Another"
	other, err := checked.Check(time.Now())
	w.Must(err)
	if _, err := campaigns.New(w.World.Node.DB, campaign.Pace{}).Send(context.Background(), by, other); store.CodeOf(err) != store.Conflict {
		t.Errorf("another request under the key: %v", err)
	}
}

// A campaign for a time that is long over went out at once. One that was scheduled in time is
// the same for its key afterwards, and who reads a question for some minutes is not late.
func TestTimeThatIsOverSendsNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	by := w.admin("chief")
	cs := campaigns.New(w.DB, campaign.Pace{})
	at := func(sendAt time.Time, key string) (campaign.Campaign, error) {
		checked, err := campaign.NewCampaign{Group: campaign.EverybodyGroup, Type: campaign.EmailCampaign, Subject: "Hi", Message: "Hi", SendAt: sendAt, Key: key}.Check(time.Now())
		w.Must(err)
		return cs.Send(ctx, by, checked)
	}
	soon, key := time.Now().Add(time.Minute), storetest.NewID()
	first, err := at(soon, key)
	w.Must(err)
	storetest.MoveClock(t, w.URL, time.Hour)
	if again, err := at(soon, key); err != nil || again.ID != first.ID {
		t.Errorf("the same key later: %v, %v", again.ID, err)
	}
	if _, err := at(soon, storetest.NewID()); store.CodeOf(err) != store.Invalid {
		t.Errorf("an hour late: %v", err)
	}
	if c, err := at(time.Now().Add(time.Hour-campaign.MaxLate/2), storetest.NewID()); err != nil || c.Status != campaign.Processing {
		t.Errorf("some minutes late: %v, %v", c.Status, err)
	}
	if n := one[int](w, `select count(*)::int from campaigns`); n != 2 {
		t.Errorf("%d campaigns", n)
	}
}
