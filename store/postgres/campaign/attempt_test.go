package campaign_test

import (
	"context"
	"testing"

	"muster/store"
	"muster/store/campaign"
	campaigns "muster/store/postgres/campaign"
	"muster/store/postgres/storetest"
)

// While nobody takes the call nothing is sent, so none of it counts as an attempt: the mail
// server that is back and says "not now" is asked again.
func TestCallsThatNobodyTookAreNoAttempts(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	by := w.admin("chief")
	cs := campaigns.New(w.DB, campaign.Pace{})
	made := send(w, by, campaign.NewCampaign{Group: campaign.EverybodyGroup, Type: campaign.EmailCampaign, Subject: "Hi", Message: "Hi"})
	step := campaign.Step{ID: made.ID, Want: map[store.Channel]int{store.Email: 1}}
	var err error
	_, step.Epoch, err = cs.TakeCampaign(ctx, made.ID)
	w.Must(err)
	next := func() campaign.Delivery {
		t.Helper()
		state, err := cs.StepCampaign(ctx, step)
		w.Must(err)
		if len(state.Sending) != 1 {
			t.Fatalf("%d are being sent: %+v", len(state.Sending), state)
		}
		return state.Sending[0]
	}
	for range 10 {
		step.Results = []campaign.DeliveryResult{campaign.ResultOf(next(), store.NewErrorReason(store.Unavailable, campaign.SendUnreachable, "nobody"))}
	}
	d := next()
	if r := campaign.ResultOf(d, store.NewErrorReason(store.Unavailable, campaign.SendTemporary, "later")); d.Attempts != 1 || r.Status != campaign.DeliveryQueued {
		t.Errorf("attempt %d, then %+v", d.Attempts, r)
	}
}

// What a provider says of an address, once its member was erased, is not kept.
func TestAnswersAboutErasedMembersAreNotKept_SEC5(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	ann, by := w.Join("ann"), w.admin("chief")
	cs := campaigns.New(w.DB, campaign.Pace{})
	made := send(w, by, campaign.NewCampaign{Group: campaign.EverybodyGroup, Type: campaign.EmailCampaign, Subject: "Hi", Message: "Hi"})
	step := campaign.Step{ID: made.ID, Want: map[store.Channel]int{store.Email: 9}}
	var err error
	_, step.Epoch, err = cs.TakeCampaign(ctx, made.ID)
	w.Must(err)
	state, err := cs.StepCampaign(ctx, step)
	w.Must(err)
	storetest.DueForErasure(t, w.Owner(), ann.ID)
	w.Must(storetest.Second(w.EraseDue(ctx)))
	for _, d := range state.Sending {
		step.Results = append(step.Results, campaign.ResultOf(d, store.NewErrorReason(store.Invalid, campaign.SendRefused, d.MemberID+" is unknown here")))
	}
	w.Must(storetest.Second(cs.StepCampaign(ctx, step)))
	if got := one[string](w, `select string_agg(error, ', ') from campaign_deliveries where status = 'failed' and error <> ''`); got != by.Member.ID+" is unknown here" {
		t.Errorf("kept %q", got)
	}
}
