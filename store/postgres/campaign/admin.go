// What administrators do with campaigns.

package campaign

import (
	"bytes"
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"muster/store"
	"muster/store/campaign"
	"muster/store/postgres"
)

// errCampaignRepeated: there is a campaign of this administrator under this key.
var errCampaignRepeated = errors.New("the idempotency key was used before")

// campaignAudit is what the audit holds of a campaign: never its text.
type campaignAudit struct {
	Name   string          `json:"name"`
	Group  campaign.Group  `json:"group"`
	Type   campaign.Type   `json:"type"`
	Status campaign.Status `json:"status"`
	Total  int             `json:"deliveries"`
}

func auditOf(c campaign.Campaign) campaignAudit {
	return campaignAudit{c.Name, c.Group, c.Type, c.Status, c.Total}
}

// Send stores a checked campaign and makes its deliveries: one for each
// channel by which each recipient can be reached. The same key gives the same campaign
// again, also after its end; Conflict (idempotency_key_used) when it was another request. An unknown
// recipient is Invalid, and so are a campaign that would reach nobody and one whose time is over.
func (cs *Campaigns) Send(ctx context.Context, by store.Caller, c campaign.NewCampaign) (made campaign.Campaign, err error) {
	members := make([]pgtype.UUID, len(c.RecipientIDs))
	for i, id := range c.RecipientIDs {
		var ok bool
		if members[i], ok = postgres.ParseID(id); !ok {
			return made, errRecipientUnknown()
		}
	}
	members = postgres.Distinct(members, postgres.CompareID)
	actor, _ := postgres.ParseID(by.Member.ID)
	key, err := postgres.ParseAttempt(c.Key)
	if err != nil {
		return made, err
	}
	if key.Valid {
		found, err := cs.repeated(ctx, by, actor, key, c)
		if err != nil || found.ID != "" {
			return found, err
		}
	}
	id, _ := postgres.ParseID(uuid.Must(uuid.NewV7()).String())
	err = cs.db.AdminService(by).ChangeLong(ctx, campaign.ChangeTime, func(ctx context.Context, tx pgx.Tx) (postgres.AdminChange, error) {
		if err := insertCampaign(ctx, tx, id, actor, key, members, c); err != nil {
			return postgres.AdminChange{}, err
		}
		if made, err = find(ctx, tx, id, ""); err != nil {
			return postgres.AdminChange{}, err
		}
		if made.Total == 0 {
			return postgres.AdminChange{}, errNobodyReached(c.Type)
		}
		return postgres.AdminChange{Action: "campaign_sent", Subject: made.ID, After: auditOf(made)}, nil
	})
	if errors.Is(err, errCampaignRepeated) {
		return cs.repeated(ctx, by, actor, key, c)
	}
	return made, err
}

func errRecipientUnknown() error {
	return store.NewErrorReason(store.Invalid, "recipient_unknown", "A recipient is not known")
}

// errOver answers a change of a campaign that has ended with a status.
func errOver(with campaign.Status) error {
	return store.NewErrorReason(store.Conflict, "campaign_over", map[campaign.Status]string{
		campaign.Completed: "This campaign is completed already",
		campaign.Cancelled: "This campaign is cancelled already",
		campaign.Failed:    "This campaign is failed already",
	}[with])
}

func errNobodyReached(by campaign.Type) error {
	way := map[campaign.Type]string{
		campaign.EmailCampaign: "email", campaign.SMSCampaign: "text message", campaign.BothCampaign: "email or text message",
	}[by]
	return store.NewErrorReason(store.Invalid, "recipients_unreached", "None of the recipients can be reached by "+way)
}

// repeated is the campaign of an earlier request with the same key; zero when there
// is none.
func (cs *Campaigns) repeated(ctx context.Context, by store.Caller, actor, key pgtype.UUID, c campaign.NewCampaign) (found campaign.Campaign, err error) {
	var id pgtype.UUID
	var hash []byte
	err = cs.db.Pool().QueryRow(ctx, `select id, request_hash from campaigns where created_by = $1 and idempotency_key = $2`, actor, key).Scan(&id, &hash)
	switch {
	case postgres.NoRow(err):
		return found, nil
	case err != nil:
		return found, postgres.Fault(err)
	case !bytes.Equal(hash, c.Hash()):
		return found, store.NewErrorReason(store.Conflict, "idempotency_key_used", "This Idempotency-Key was used for another notification")
	}
	found, err = find(ctx, cs.db.Pool(), id, "")
	return found, postgres.Fault(err)
}

func insertCampaign(ctx context.Context, tx pgx.Tx, id, actor, key pgtype.UUID, members []pgtype.UUID, c campaign.NewCampaign) error {
	var sendAt *time.Time
	if !c.SendAt.IsZero() {
		sendAt = &c.SendAt
	}
	tag, err := tx.Exec(ctx, `
		insert into campaigns (id, created_by, idempotency_key, request_hash, name, notification_type, recipient_group, subject, message,
		                       status, created_at, send_at)
		select $1, $2, $3, $4, $5, $6, $7, $8, $9,
		       case when $10::timestamptz > muster_now() then 'scheduled' else 'processing' end, muster_now(),
		       greatest(coalesce($10::timestamptz, muster_now()), muster_now())
		on conflict on constraint campaigns_once do nothing`,
		id, actor, key, c.Hash(), c.Name, c.Type, c.Group, c.Subject, c.Message, sendAt)
	if err != nil {
		return err
	}
	if tag.RowsAffected() == 0 {
		return errCampaignRepeated
	}
	if sendAt != nil {
		var over bool
		if err := tx.QueryRow(ctx, `select $1::timestamptz < muster_now() - $2::interval`, sendAt, campaign.MaxLate).Scan(&over); err != nil {
			return err
		}
		if over {
			return campaign.ErrTimeOver()
		}
	}
	if c.Group == campaign.SpecificGroup {
		var known int
		if err := tx.QueryRow(ctx, `select count(*) `+campaignMembers+` and m.id = any($1::uuid[])`, members).Scan(&known); err != nil {
			return err
		}
		if known != len(members) {
			return errRecipientUnknown()
		}
	}
	channels := make([]string, 0, 2)
	for _, channel := range c.Type.Channels() {
		channels = append(channels, string(channel))
	}
	// The group's rule names $1; the others have no list of members.
	_, err = tx.Exec(ctx, `
		with made as (
			insert into campaign_deliveries (campaign_id, number, member_id, channel, next_at, at)
			select c.id, row_number() over (order by r.id, r.channel), r.id, r.channel, c.send_at, c.created_at
			from campaigns c, (
				select m.id, ch.channel from (select $1::uuid[] as chosen) given, unnest($3::text[]) ch(channel), lateral (
					select m.id `+campaignMembers+` and `+groupRules[c.Group]+`
					and case ch.channel when 'email' then `+reachedByMail+` else `+reachedBySMS+` end
				) m
			) r where c.id = $2 returning 1)
		update campaigns set total = (select count(*) from made) where id = $2`, members, id, channels)
	return err
}

// campaignActions are what the audit calls taking a campaign to a status.
var campaignActions = map[campaign.Status]string{
	campaign.Paused: "campaign_paused", campaign.Processing: "campaign_resumed", campaign.Cancelled: "campaign_cancelled",
}

// Change pauses, resumes or cancels a campaign. A repeated change is none. It
// fails with Conflict when the campaign is past it.
func (cs *Campaigns) Change(ctx context.Context, by store.Caller, campaignID string, to campaign.Status) (after campaign.Campaign, err error) {
	id, ok := postgres.ParseID(campaignID)
	if !ok {
		return after, campaign.ErrUnknown()
	}
	err = cs.db.AdminService(by).ChangeLong(ctx, campaign.ChangeTime, func(ctx context.Context, tx pgx.Tx) (postgres.AdminChange, error) {
		before, err := find(ctx, tx, id, "for update of c")
		if err != nil {
			return postgres.AdminChange{}, err
		}
		now := before.Status
		resumed := to == campaign.Processing && (now == campaign.Processing || now == campaign.Scheduled)
		switch {
		case now == to || resumed:
			after = before
			return postgres.AdminChange{}, nil
		case now.Over():
			return postgres.AdminChange{}, errOver(now)
		}
		statement := `update campaigns set status = 'paused', error_message = '' where id = $1`
		switch to {
		case campaign.Processing:
			statement = `update campaigns set status = case when send_at > muster_now() then 'scheduled' else 'processing' end where id = $1`
		case campaign.Cancelled:
			statement = `
				with dropped as (
					update campaign_deliveries set status = 'skipped', error = 'Cancelled', at = muster_now()
					where campaign_id = $1 and status = 'queued' returning 1)
				update campaigns set status = 'cancelled', ended_at = muster_now(), error_message = '',
				       skipped = skipped + (select count(*) from dropped) where id = $1`
		}
		if _, err := tx.Exec(ctx, statement, id); err != nil {
			return postgres.AdminChange{}, err
		}
		if after, err = find(ctx, tx, id, ""); err != nil {
			return postgres.AdminChange{}, err
		}
		_, err = appendCampaign(ctx, tx, after) // the nodes read it within a second
		return postgres.AdminChange{Action: campaignActions[to], Subject: before.ID, Before: auditOf(before), After: auditOf(after)}, err
	})
	return after, err
}

// appendCampaign appends the broadcast of a campaign's progress for every administrator.
func appendCampaign(ctx context.Context, tx pgx.Tx, c campaign.Campaign) ([]store.Broadcast, error) {
	return postgres.ToAdmins(ctx, tx, "campaign:"+c.ID, campaign.ProgressKind, campaign.ProgressOf(c))
}
