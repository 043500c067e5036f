package campaign_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"muster/actors"
	"muster/store"
	"muster/store/campaign"
	campaigns "muster/store/postgres/campaign"
	"muster/store/postgres/storetest"
)

// admin is an administrator without any address that a campaign by SMS reaches.
func (w *world) admin(username string) store.Caller {
	p := w.Join(username)
	w.Must(w.SetAdmin(context.Background(), p.ID, true))
	caller, err := w.Authenticate(context.Background(), p.Token)
	w.Must(err)
	return caller
}

// provider counts what it is given, and answers as a test says.
type provider struct {
	mu     sync.Mutex
	got    map[string]int // by address
	answer func(d campaign.Delivery, attempt int) error
}

func newProvider(answer func(campaign.Delivery, int) error) *provider {
	return &provider{got: map[string]int{}, answer: answer}
}

func (p *provider) SendDelivery(_ context.Context, _ campaign.Campaign, d campaign.Delivery) error {
	p.mu.Lock()
	p.got[string(d.Channel)+d.Address]++
	attempt := p.got[string(d.Channel)+d.Address]
	p.mu.Unlock()
	return p.answer(d, attempt)
}

// cut is a node's way to its database, which can be cut.
type cut struct {
	actors.Campaigns
	off atomic.Bool
}

func (c *cut) StepCampaign(ctx context.Context, step campaign.Step) (campaign.State, error) {
	if c.off.Load() {
		return campaign.State{}, errors.New("cut off")
	}
	return c.Campaigns.StepCampaign(ctx, step)
}

func (c *cut) DueCampaigns(ctx context.Context) ([]string, error) {
	if c.off.Load() {
		return nil, errors.New("cut off")
	}
	return c.Campaigns.DueCampaigns(ctx)
}

// sends starts a node that sends campaigns, with timers that come at once.
func (w *world) sends(campaigns actors.Campaigns, sender actors.CampaignSender) *actors.Hub {
	hub := actors.NewHub(actors.Config{
		Log: w.Log, Admission: w.Log, Campaigns: campaigns, Sender: sender, LogWriters: 1,
		Logger: slog.New(slog.NewTextHandler(io.Discard, nil)),
		After: func(d time.Duration, f func()) func() {
			timer := time.AfterFunc(min(d, 60*time.Millisecond), f)
			return func() { timer.Stop() }
		},
	})
	w.T.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		if err := hub.Stop(ctx); err != nil {
			w.T.Error(err)
		}
	})
	return hub
}

// until asks for a campaign again until it is so, for at most a minute.
func (w *world) until(cs *campaigns.Campaigns, id, what string, so func(campaign.Campaign) bool) campaign.Campaign {
	w.T.Helper()
	deadline, tick := time.NewTimer(time.Minute), time.NewTicker(20*time.Millisecond)
	defer deadline.Stop()
	defer tick.Stop()
	for {
		c, err := cs.Find(context.Background(), id)
		w.Must(err)
		if so(c) {
			return c
		}
		select {
		case <-tick.C:
		case <-deadline.C:
			w.T.Fatalf("never %s: %+v", what, c)
		}
	}
}

func send(w *world, by store.Caller, c campaign.NewCampaign) campaign.Campaign {
	w.T.Helper()
	checked, err := c.Check(time.Now())
	w.Must(err)
	made, err := campaigns.New(w.World.Node.DB, campaign.Pace{}).Send(context.Background(), by, checked)
	w.Must(err)
	return made
}

func over(c campaign.Campaign) bool {
	return c.Status.Over() && c.Total == c.Sent+c.Failed+c.Unknown+c.Skipped
}

// A node dies with sends under way; another takes over once the lease has ended by the
// database's clock. Nobody is sent anything twice, everybody is attempted, what was
// under way is unknown, and what the dead node says when it wakes changes nothing.
func TestCampaignThroughADyingNode_P10_NOTIF9_NOTIF11(t *testing.T) {
	w := newWorld(t)
	w.Crowd(160)
	by := w.admin("chief")
	cs := campaigns.New(w.DB, campaign.Pace{})
	wake := make(chan struct{})
	var hanging, first atomic.Int32
	dying := newProvider(func(campaign.Delivery, int) error {
		if first.Add(1) > 20 {
			hanging.Add(1)
			<-wake
		}
		return nil
	})
	old := &cut{Campaigns: cs}
	w.sends(old, dying)
	made := send(w, by, campaign.NewCampaign{Group: campaign.EverybodyGroup, Type: campaign.BothCampaign, Subject: "Hello", Message: "All"})
	if made.Total != 161+80 {
		t.Fatalf("%d deliveries", made.Total)
	}
	c := w.until(cs, made.ID, "hanging", func(c campaign.Campaign) bool { return hanging.Load() == 2*32 && c.Sent == 20 })
	old.off.Store(true)

	other := campaigns.New(w.OpenNode(0).DB, campaign.Pace{})
	taking := newProvider(func(d campaign.Delivery, attempt int) error {
		switch {
		case d.Address == "m7@example.org":
			return store.NewErrorReason(store.Invalid, "", "refused")
		case d.Address == "m9@example.org" && attempt == 1:
			return store.NewErrorReason(store.Unavailable, campaign.SendTemporary, "later")
		case d.Address == "m11@example.org":
			return errors.New("odd")
		}
		return nil
	})
	due, err := other.DueCampaigns(context.Background())
	if err != nil || len(due) > 0 {
		t.Fatalf("taken while the lease lasts: %v, %v", due, err)
	}
	storetest.MoveClock(t, w.URL, campaign.Lease+time.Second)
	w.sends(other, taking)
	w.until(cs, made.ID, "taken over", func(c campaign.Campaign) bool { return c.Total-c.Sent-c.Failed-c.Unknown <= 1 })
	storetest.MoveClock(t, w.URL, time.Hour)
	c = w.until(cs, made.ID, "over", over)
	close(wake)
	old.off.Store(false)
	w.until(cs, made.ID, "still over", over)

	if c.Status != campaign.Completed || c.Unknown > 2*32+1 || c.Progress() != 100 {
		t.Errorf("%+v", c)
	}
	attempted := 0
	for address := range dying.got {
		if taking.got[address] > 0 && address != "emailm9@example.org" {
			t.Errorf("%s was sent by both", address)
		}
	}
	for _, p := range []*provider{dying, taking} {
		p.mu.Lock()
		for address, n := range p.got {
			attempted++
			if n != 1 && address != "emailm9@example.org" {
				t.Errorf("%s was sent %d times", address, n)
			}
		}
		p.mu.Unlock()
	}
	if attempted != made.Total {
		t.Errorf("%d of %d were attempted", attempted, made.Total)
	}
	again, err := cs.Find(context.Background(), made.ID)
	again.AsOf = c.AsOf // transactions of other databases move it
	if err != nil || again != c {
		t.Errorf("the dead node changed it: %+v, %v", again, err)
	}
}

// The pace and the day's cap of a channel bound all campaigns together, who opts out
// or leaves after the send is skipped, a pause stops the sends, and a campaign nobody
// of which could be reached fails as a whole.
func TestCampaignsWaitAndSkip_NOTIF10_NOTIF13_NOTIF18(t *testing.T) {
	w := newWorld(t)
	w.Crowd(30)
	ctx := context.Background()
	by := w.admin("chief")
	cs := campaigns.New(w.DB, campaign.Pace{MailPerSecond: 10, MailPerDay: 25, SMSPerSecond: 1000})
	member := one[string](w, `select id::text from members where email = 'm2@example.org'`)
	w.Must(cs.OptOut(ctx, member, store.SMS, true))
	reach, err := cs.Reach(ctx, campaign.EverybodyGroup)
	if err != nil || reach != (campaign.Reach{Total: 31, WithEmail: 31, WithPhone: 14}) {
		t.Fatalf("%+v, %v", reach, err)
	}
	made := send(w, by, campaign.NewCampaign{Group: campaign.EverybodyGroup, Type: campaign.EmailCampaign, Subject: "Hi", Message: "Hi"})
	w.Must(cs.OptOut(ctx, member, store.Email, true))
	storetest.WriteMember(t, w.Owner(), store.Member{ID: one[string](w, `select id::text from members where email = 'm4@example.org'`), Name: "Member 4", Phone: "+491511000004"})

	step := campaign.Step{ID: made.ID, Want: map[store.Channel]int{store.Email: 16, store.SMS: 16}}
	_, step.Epoch, err = cs.TakeCampaign(ctx, made.ID)
	w.Must(err)
	if _, epoch, err := cs.TakeCampaign(ctx, made.ID); err != nil || epoch != 0 {
		t.Errorf("taken twice: %d, %v", epoch, err)
	}
	sent := 0
	next := func() campaign.State {
		t.Helper()
		state, err := cs.StepCampaign(ctx, step)
		w.Must(err)
		step.Results = nil
		for _, d := range state.Sending {
			step.Results = append(step.Results, campaign.ResultOf(d, nil))
		}
		sent += len(state.Sending)
		return state
	}
	if state := next(); len(state.Sending) > 10 || len(state.Sending)+state.Campaign.Skipped != 10 || state.NextIn > time.Second {
		t.Errorf("a second's worth: %d, %+v", len(state.Sending), state)
	}
	_, err = campaigns.New(w.World.Node.DB, campaign.Pace{}).Change(ctx, by, made.ID, campaign.Paused)
	w.Must(err)
	storetest.MoveClock(t, w.URL, 5*time.Second)
	if state := next(); len(state.Sending) > 0 || state.Campaign.Status != campaign.Paused {
		t.Errorf("paused: %+v", state)
	}
	_, err = campaigns.New(w.World.Node.DB, campaign.Pace{}).Change(ctx, by, made.ID, campaign.Processing)
	w.Must(err)
	_, step.Epoch, err = cs.TakeCampaign(ctx, made.ID)
	w.Must(err)
	var state campaign.State
	for i := range 4 {
		storetest.MoveClock(t, w.URL, time.Duration(10+5*i)*time.Second)
		state = next()
	}
	if sent != 25 || state.Campaign.Error == "" || state.NextIn > 24*time.Hour || state.Campaign.Status != campaign.Processing {
		t.Errorf("%d were sent, %+v", sent, state.Campaign)
	}
	storetest.MoveClock(t, w.URL, 25*time.Hour)
	next()
	c := next().Campaign
	if c.Status != campaign.Completed || c.Sent != 29 || c.Skipped != 2 || c.Recipients() != 29 || c.Error != "" {
		t.Errorf("%+v", c)
	}

	texts := send(w, by, campaign.NewCampaign{Group: campaign.EverybodyGroup, Type: campaign.SMSCampaign, Message: "Hi"})
	if texts.Total != 14 { // m2 opted out, m4 is still reached by its phone
		t.Errorf("%d texts", texts.Total)
	}
	_, epoch, err := cs.TakeCampaign(ctx, texts.ID)
	w.Must(err)
	state, err = cs.StepCampaign(ctx, campaign.Step{ID: texts.ID, Epoch: epoch, GiveUp: map[store.Channel]string{store.SMS: campaign.UnreachableText(store.SMS)}})
	if err != nil || state.Campaign.Status != campaign.Failed || state.Campaign.Error != campaign.UnreachableText(store.SMS) || state.Campaign.Failed != texts.Total {
		t.Errorf("%+v, %v", state.Campaign, err)
	}
	if len(state.Broadcasts) != 1 || state.Broadcasts[0].Member() != by.Member.ID {
		t.Errorf("announced %+v", state.Broadcasts)
	}

	// A campaign of which every send failed was "completed".
	again := send(w, by, campaign.NewCampaign{Group: campaign.EverybodyGroup, Type: campaign.SMSCampaign, Message: "Hi again"})
	_, epoch, err = cs.TakeCampaign(ctx, again.ID)
	w.Must(err)
	step = campaign.Step{ID: again.ID, Epoch: epoch, Want: map[store.Channel]int{store.SMS: 16}}
	state, err = cs.StepCampaign(ctx, step)
	w.Must(err)
	step.Want = nil
	for i, d := range state.Sending {
		reason := "The number is not in use"
		if i < 2 {
			reason = "Another reason"
		}
		step.Results = append(step.Results, campaign.DeliveryResult{Number: d.Number, Status: campaign.DeliveryFailed, Error: reason})
	}
	state, err = cs.StepCampaign(ctx, step)
	if c := state.Campaign; err != nil || c.Status != campaign.Failed || c.Error != "The number is not in use" || c.Failed != c.Total {
		t.Errorf("every send failed: %+v, %v", c, err)
	}
	// One to a group without phones queued nothing and said nothing.
	none, err := campaign.NewCampaign{Group: campaign.AdminsGroup, Type: campaign.SMSCampaign, Message: "Hi"}.Check(time.Now())
	w.Must(err)
	if _, err := campaigns.New(w.World.Node.DB, campaign.Pace{}).Send(ctx, by, none); store.CodeOf(err) != store.Invalid || store.AsError(err).Message != "None of the recipients can be reached by text message" {
		t.Errorf("nobody to reach: %v", err)
	}
	if n := one[int](w, `select count(*) from campaigns where total = 0`); n != 0 {
		t.Errorf("%d campaigns for nobody", n)
	}
	// One of whose recipients each had opted out since was "completed" too.
	left := send(w, by, campaign.NewCampaign{Group: campaign.EverybodyGroup, Type: campaign.SMSCampaign, Message: "Hi once more"})
	w.Exec(`insert into notification_optouts (member_id, channel) select id, 'sms' from members on conflict do nothing`)
	_, epoch, err = cs.TakeCampaign(ctx, left.ID)
	w.Must(err)
	step = campaign.Step{ID: left.ID, Epoch: epoch, Want: map[store.Channel]int{store.SMS: 16}}
	if c := next().Campaign; c.Status != campaign.Failed || c.Error != "Opted out or gone" || c.Skipped != c.Total {
		t.Errorf("nobody was left to reach: %+v", c)
	}
	if _, err := campaigns.New(w.World.Node.DB, campaign.Pace{}).Change(ctx, by, texts.ID, campaign.Processing); store.CodeOf(err) != store.Conflict {
		t.Errorf("resumed after the end: %v", err)
	}
}

// Members who are erased in mid-campaign are sent nothing more: neither who is still
// queued nor who was marked a moment before. The campaign ends, and its counts add up.
func TestErasedInMidCampaign_NOTIF10(t *testing.T) {
	w := newWorld(t)
	w.Crowd(8)
	ctx := context.Background()
	by := w.admin("chief") // who is not erased: the last administrator
	w.Exec(`insert into notification_optouts (member_id, channel) select member_id, 'email' from member_standing where is_admin`)
	cs := campaigns.New(w.DB, campaign.Pace{})
	made := send(w, by, campaign.NewCampaign{Group: campaign.EverybodyGroup, Type: campaign.BothCampaign, Subject: "Hi", Message: "Hi"})
	step := campaign.Step{ID: made.ID, Want: map[store.Channel]int{store.Email: 3, store.SMS: 1}}
	var err error
	_, step.Epoch, err = cs.TakeCampaign(ctx, made.ID)
	w.Must(err)
	state, err := cs.StepCampaign(ctx, step)
	w.Must(err)
	if len(state.Sending) != 4 {
		t.Fatalf("%d are marked", len(state.Sending))
	}
	gone := map[string]bool{state.Sending[0].MemberID: true, one[string](w, `select member_id::text from campaign_deliveries
		where campaign_id = $1 and status = 'queued' and channel = 'email' order by number desc limit 1`, made.ID): true}
	for id := range gone {
		storetest.DueForErasure(t, w.Owner(), id)
	}
	if n, err := w.EraseDue(ctx); err != nil || n != 2 {
		t.Fatalf("%d erased, %v", n, err)
	}
	var up atomic.Bool
	provider := newProvider(func(d campaign.Delivery, _ int) error {
		if gone[d.MemberID] {
			t.Errorf("%s was sent to after the erasure", d.MemberID)
		}
		if !up.Load() {
			return &store.Error{Code: store.Unavailable, Reason: campaign.SendUnreachable}
		}
		return nil
	})
	storetest.MoveClock(t, w.URL, campaign.Lease+time.Second) // the node that marked them is gone
	w.sends(cs, provider)
	// Administrators saw a campaign that stands, and not why.
	w.until(cs, made.ID, "said to wait for a provider", func(c campaign.Campaign) bool {
		return c.Error == campaign.OutageText(store.Email) || c.Error == campaign.OutageText(store.SMS)
	})
	up.Store(true)
	c := w.until(cs, made.ID, "over", over)
	provider.mu.Lock()
	defer provider.mu.Unlock()
	if c.Status != campaign.Completed || c.Unknown != 4 || c.Skipped == 0 || c.Sent != len(provider.got) || c.Progress() != 100 {
		t.Errorf("%+v, %d sent", c, len(provider.got))
	}
	if n := one[int](w, `select count(*)::int from campaign_deliveries where campaign_id = $1 and status in ('queued', 'sending')`, made.ID); n != 0 {
		t.Errorf("%d deliveries are left", n)
	}
}
