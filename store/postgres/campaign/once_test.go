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
