package demo

import (
	"context"
	"time"

	"muster/store"
	"muster/store/campaign"
	campaigns "muster/store/postgres/campaign"
)

// campaigns sends one campaign, whose results stand in the history, and schedules
// another. The messages themselves are sent to nobody.
func (d *seeding) campaigns(ctx context.Context, admin store.Caller) error {
	sent, err := d.campaign(ctx, admin, campaign.NewCampaign{
		Name: "Movie night", Group: campaign.EverybodyGroup, Type: campaign.BothCampaign, Subject: "Movie night on Friday",
		Message: "We watch the old recordings together.\n\nFriday at 20:00 in General. Bring snacks.",
	})
	if err != nil {
		return err
	}
	campaigns := campaigns.New(d.db.DB, campaign.Pace{})
	_, epoch, err := campaigns.TakeCampaign(ctx, sent.ID)
	if err != nil {
		return err
	}
	step := campaign.Step{ID: sent.ID, Epoch: epoch, Want: map[store.Channel]int{store.Email: sent.Total, store.SMS: sent.Total}}
	state, err := campaigns.StepCampaign(ctx, step)
	if err != nil {
		return err
	}
	step.Want = nil
	for i, delivery := range state.Sending {
		outcome := error(nil)
		if i == len(state.Sending)-1 {
			outcome = store.NewError(store.Invalid, "The mail server refused it (550)")
		}
		step.Results = append(step.Results, campaign.ResultOf(delivery, outcome))
	}
	if _, err := campaigns.StepCampaign(ctx, step); err != nil {
		return err
	}
	_, err = d.campaign(ctx, admin, campaign.NewCampaign{
		Name: "Anniversary", Group: campaign.ContributorsGroup, Type: campaign.EmailCampaign, Subject: "A year of Muster",
		Message: "Thank you for carrying this place. There is a surprise in the officers' room.", SendAt: time.Now().Add(72 * time.Hour),
	})
	return err
}

// campaign sends a campaign, or schedules it.
func (d *seeding) campaign(ctx context.Context, admin store.Caller, c campaign.NewCampaign) (campaign.Campaign, error) {
	checked, err := c.Check(time.Now())
	if err != nil {
		return campaign.Campaign{}, err
	}
	return campaigns.New(d.db.DB, campaign.Pace{}).Send(ctx, admin, checked)
}
