package campaign_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"muster/store"
	"muster/store/campaign"
	campaigns "muster/store/postgres/campaign"
	"muster/store/postgres/storetest"
)

// The database fails over to a host whose clock is an hour behind: a campaign goes on at its
// pace, with what was never tried and with what waits to be tried again. It stood still for
// that hour.
func TestCampaignGoesOnWhenTheClockWentBack(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	w.Crowd(5)
	by := w.admin("chief")
	cs := campaigns.New(w.DB, campaign.Pace{MailPerSecond: 2})
	storetest.MoveClock(t, w.URL, time.Hour)
	made := send(w, by, campaign.NewCampaign{Group: campaign.EverybodyGroup, Type: campaign.EmailCampaign, Subject: "Hi", Message: "Hi"})
	step := campaign.Step{ID: made.ID, Want: map[store.Channel]int{store.Email: 6}}
	var err error
	_, step.Epoch, err = cs.TakeCampaign(ctx, made.ID)
	w.Must(err)
	take := func() []campaign.Delivery {
		t.Helper()
		state, err := cs.StepCampaign(ctx, step)
		w.Must(err)
		if len(state.Sending) > 2 {
			t.Fatalf("%d are being sent, more than the pace allows", len(state.Sending))
		}
		step.Results = nil
		return state.Sending
	}
	first := take()
	if len(first) != 2 {
		t.Fatalf("%d are being sent", len(first))
	}
	step.Results = []campaign.DeliveryResult{campaign.ResultOf(first[0], nil),
		campaign.ResultOf(first[1], store.NewErrorReason(store.Unavailable, campaign.SendTemporary, "later"))}
	attempts := map[int]int{first[0].Number: 1}
	for second := range 10 {
		storetest.MoveClock(t, w.URL, time.Duration(second)*time.Second)
		for _, d := range take() {
			step.Results = append(step.Results, campaign.ResultOf(d, nil))
			attempts[d.Number] = d.Attempts
		}
	}
	if len(attempts) != made.Total || attempts[first[1].Number] != 2 {
		t.Errorf("attempts: %v of %d", attempts, made.Total)
	}
}

// A node dies after the clock has gone back: another one takes its campaign over after the usual
// lease. The lease stood for as long as the clock had gone back. A node that lives keeps its own.
func TestLeaseEndsThoughTheClockWentBack(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	w.Crowd(5)
	by := w.admin("chief")
	cs := campaigns.New(w.DB, campaign.Pace{})
	storetest.MoveClock(t, w.URL, time.Hour)
	take := func() (id string, epoch int64) {
		t.Helper()
		made := send(w, by, campaign.NewCampaign{Group: campaign.EverybodyGroup, Type: campaign.EmailCampaign, Subject: "Hi", Message: "Hi"})
		_, epoch, err := cs.TakeCampaign(ctx, made.ID)
		w.Must(err)
		return made.ID, epoch
	}
	dead, epoch := take()
	alive, aliveEpoch := take()
	due := func(want ...string) {
		t.Helper()
		if ids, err := cs.DueCampaigns(ctx); err != nil || !slices.Equal(ids, want) {
			t.Errorf("%q are due, %v; want %q", ids, err, want)
		}
	}
	storetest.MoveClock(t, w.URL, 0)
	due()
	storetest.MoveClock(t, w.URL, campaign.Lease/2)
	state, err := cs.StepCampaign(ctx, campaign.Step{ID: alive, Epoch: aliveEpoch})
	w.Must(err)
	if state.Lost {
		t.Error("a node that lives has lost its lease")
	}
	storetest.MoveClock(t, w.URL, campaign.Lease*5/4)
	due(dead)
	if _, next, err := cs.TakeCampaign(ctx, dead); err != nil || next <= epoch {
		t.Errorf("epoch %d after %d, %v", next, epoch, err)
	}
}
