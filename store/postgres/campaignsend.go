// What the node that sends a campaign asks. Every statement here names the epoch that
// the node took the campaign in: of a node whose campaign was taken over none does
// anything.

package postgres

import (
	"context"
	"math"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
)

// campaignIsFree says that nobody sends a campaign that is due: it was never taken,
// or the lease of the node that took it has ended.
const campaignIsFree = `case when lease_until is null then status = 'processing' or status = 'scheduled' and send_at <= muster_now()
	else lease_until < muster_now() end`

// DueCampaigns lists the campaigns that some node should take.
func (cs *Campaigns) DueCampaigns(ctx context.Context) (ids []string, err error) {
	err = cs.db.read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		rows, err := conn.Query(ctx, `select id::text from campaigns
			where (lease_until is not null or status in ('scheduled', 'processing')) and `+campaignIsFree+` order by id limit 100`)
		if err != nil {
			return err
		}
		ids, err = pgx.CollectRows(rows, pgx.RowTo[string])
		return err
	})
	return ids, err
}

// TakeCampaign takes a campaign that nobody sends, and gives its epoch; 0 when another
// node was faster. What the node before it was sending may have arrived, and becomes
// unknown.
func (cs *Campaigns) TakeCampaign(ctx context.Context, campaignID string) (c store.Campaign, epoch int64, err error) {
	id, ok := parseID(campaignID)
	if !ok {
		return c, 0, store.ErrCampaignUnknown()
	}
	err = cs.db.write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		epoch = 0
		err := tx.QueryRow(ctx, `update campaigns set epoch = epoch + 1, lease_until = muster_now() + $2::interval,
				status = case when status = 'scheduled' then 'processing' else status end,
				started_at = coalesce(started_at, muster_now())
			where id = $1 and `+campaignIsFree+` returning epoch`, id, store.CampaignLease).Scan(&epoch)
		if noRow(err) {
			return nil
		}
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `
			with lost as (
				update campaign_deliveries set status = 'unknown', error = $2, at = muster_now()
				where campaign_id = $1 and status = 'sending' returning 1)
			update campaigns set unknown = unknown + (select count(*) from lost) where id = $1`, id, store.InterruptedText)
		if err == nil {
			c, err = findCampaign(ctx, tx, id, "")
		}
		return err
	})
	return c, epoch, err
}

// StepCampaign notes what became of sends, marks as many deliveries as being sent as
// the node has room for, renews the lease and ends the campaign once everything is
// over. It is harmless twice: what it marked and could not tell of comes with the next
// step.
func (cs *Campaigns) StepCampaign(ctx context.Context, step store.CampaignStep) (state store.CampaignState, err error) {
	id, ok := parseID(step.ID)
	if !ok {
		return state, store.ErrCampaignUnknown()
	}
	err = cs.db.write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		state = store.CampaignState{}
		tag, err := tx.Exec(ctx, `update campaigns set lease_until = muster_now() + $3::interval where id = $1 and epoch = $2 and lease_until is not null`,
			id, step.Epoch, store.CampaignLease)
		if err != nil {
			return err
		}
		if tag.RowsAffected() == 0 {
			state.Lost = true
			return nil
		}
		if err := noteResults(ctx, tx, id, step); err != nil {
			return err
		}
		c, err := findCampaign(ctx, tx, id, "")
		if err != nil {
			return err
		}
		note := ""
		if c.Status == store.CampaignProcessing && !step.Release {
			if note, err = cs.claim(ctx, tx, id, c, step, &state); err != nil {
				return err
			}
		}
		if state.Sending, err = sendingNow(ctx, tx, id); err != nil {
			return err
		}
		ended, err := endStep(ctx, tx, id, note, step.Release || c.Status != store.CampaignProcessing)
		if err != nil {
			return err
		}
		if state.Campaign, err = findCampaign(ctx, tx, id, ""); err != nil {
			return err
		}
		if step.Tell || ended {
			state.Told, err = tellCampaign(ctx, tx, state.Campaign)
		}
		return err
	})
	return state, err
}

// noteResults writes what became of sends, and fails what is queued by a channel that
// was given up.
func noteResults(ctx context.Context, tx pgx.Tx, id pgtype.UUID, step store.CampaignStep) error {
	if len(step.Results) > 0 {
		n := len(step.Results)
		numbers, statuses, errs, waits := make([]int, n), make([]string, n), make([]string, n), make([]float64, n)
		for i, r := range step.Results {
			numbers[i], statuses[i], errs[i], waits[i] = r.Number, string(r.Status), r.Error, r.RetryIn.Seconds()
		}
		_, err := tx.Exec(ctx, `
			with done as (
				update campaign_deliveries d set status = r.status, error = r.error, at = muster_now(),
				       next_at = muster_now() + make_interval(secs => r.wait)
				from unnest($2::int[], $3::text[], $4::text[], $5::float8[]) as r(number, status, error, wait)
				where d.campaign_id = $1 and d.number = r.number and d.status = 'sending' returning d.status)
			update campaigns c set sent = c.sent + n.sent, failed = c.failed + n.failed, unknown = c.unknown + n.unknown, skipped = c.skipped + n.skipped
			from (select count(*) filter (where status = 'sent') as sent, count(*) filter (where status = 'failed') as failed,
			             count(*) filter (where status = 'unknown') as unknown, count(*) filter (where status = 'skipped') as skipped from done) n
			where c.id = $1`, id, numbers, statuses, errs, waits)
		if err != nil {
			return err
		}
		// What was cancelled is not tried again.
		if _, err := tx.Exec(ctx, `
			with dropped as (
				update campaign_deliveries d set status = 'skipped', error = 'Cancelled', at = muster_now() from campaigns c
				where c.id = $1 and c.status = 'cancelled' and d.campaign_id = c.id and d.status = 'queued' returning 1)
			update campaigns set skipped = skipped + (select count(*) from dropped) where id = $1 and status = 'cancelled'`, id); err != nil {
			return err
		}
	}
	for channel, reason := range step.GiveUp {
		if _, err := tx.Exec(ctx, `
			with given_up as (
				update campaign_deliveries set status = 'failed', error = $3, at = muster_now()
				where campaign_id = $1 and channel = $2 and status = 'queued' returning 1)
			update campaigns set failed = failed + (select count(*) from given_up) where id = $1`, id, string(channel), reason); err != nil {
			return err
		}
	}
	return nil
}

// capNote is shown while a day's cap keeps a campaign waiting.
const capNote = "The day's cap is reached. Sending goes on tomorrow."

// claim marks deliveries as being sent, within the pace and the day's cap of their
// channel. It gives what an administrator should know of a wait.
func (cs *Campaigns) claim(ctx context.Context, tx pgx.Tx, id pgtype.UUID, c store.Campaign, step store.CampaignStep, state *store.CampaignState) (note string, err error) {
	state.NextIn = time.Minute
	for _, channel := range c.Type.Channels() {
		want := step.Want[channel]
		if want <= 0 {
			continue
		}
		perSecond, perDay := cs.pace.Of(channel)
		var ahead, tomorrow float64 // seconds
		var used int
		err := tx.QueryRow(ctx, `
			with day as (select (muster_now() at time zone $2)::date as today)
			update campaign_channels ch set
				used = case when ch.day = day.today then ch.used else 0 end, day = day.today,
				paced_until = greatest(ch.paced_until, muster_now())
			from day where ch.channel = $1
			returning extract(epoch from ch.paced_until - muster_now())::float8, ch.used,
				extract(epoch from ((day.today + 1)::timestamp at time zone $2) - muster_now())::float8`,
			string(channel), cs.db.zone.String()).Scan(&ahead, &used, &tomorrow)
		if err != nil {
			return note, err
		}
		most := want
		if perSecond > 0 {
			// A second's worth may go at once.
			most = min(most, int(math.Floor((1-ahead)*float64(perSecond)+1e-6)))
		}
		if perDay > 0 {
			most = min(most, perDay-used)
		}
		claimed, waiting, err := claimDeliveries(ctx, tx, id, channel, max(most, 0))
		if err != nil {
			return note, err
		}
		if claimed > 0 {
			spacing := 0.0
			if perSecond > 0 {
				spacing = float64(claimed) / float64(perSecond)
			}
			if _, err := tx.Exec(ctx, `update campaign_channels set used = used + $2, paced_until = paced_until + make_interval(secs => $3)
				where channel = $1`, string(channel), claimed, spacing); err != nil {
				return note, err
			}
		}
		switch {
		case waiting == nil:
		case perDay > 0 && used+claimed >= perDay:
			note = capNote
			state.NextIn = min(state.NextIn, secondsOf(tomorrow))
		case claimed == want:
			state.More = true
		case *waiting <= 0: // the pace is used up
			state.NextIn = min(state.NextIn, max(secondsOf(1/float64(max(perSecond, 1))), 10*time.Millisecond))
		default:
			state.NextIn = min(state.NextIn, secondsOf(*waiting))
		}
	}
	return note, nil
}

func secondsOf(s float64) time.Duration { return time.Duration(max(s, 0) * float64(time.Second)) }

// claimDeliveries marks at most most deliveries as being sent. Who is gone or has
// opted out meanwhile is skipped. waiting is the time in seconds until the next one
// that is left is due, nil when none is left.
func claimDeliveries(ctx context.Context, tx pgx.Tx, id pgtype.UUID, channel store.Channel, most int) (claimed int, waiting *float64, err error) {
	if most > 0 {
		err = tx.QueryRow(ctx, `
			with next as materialized (
				select number, member_id from campaign_deliveries
				where campaign_id = $1 and channel = $2 and status = 'queued' and next_at <= muster_now()
				order by next_at, number limit $3),
			taken as (
				update campaign_deliveries d set at = muster_now(),
				       status = case when r.reached then 'sending' else 'skipped' end,
				       error = case when r.reached then '' else 'Opted out or gone' end,
				       attempts = d.attempts + case when r.reached then 1 else 0 end
				from (select n.number, coalesce(not st.sign_in_disabled and case $2 when 'email' then `+reachedByMail+` else `+reachedBySMS+` end, false) as reached
				      from next n left join members m on m.id = n.member_id left join member_standing st on st.member_id = m.id) r
				where d.campaign_id = $1 and d.number = r.number returning d.status),
			counted as (select count(*) filter (where status = 'sending') as sending, count(*) filter (where status = 'skipped') as skipped from taken)
			update campaigns c set skipped = c.skipped + counted.skipped from counted where c.id = $1 returning counted.sending`,
			id, string(channel), most).Scan(&claimed)
		if err != nil {
			return 0, nil, err
		}
	}
	err = tx.QueryRow(ctx, `select extract(epoch from min(next_at) - muster_now())::float8 from campaign_deliveries
		where campaign_id = $1 and channel = $2 and status = 'queued'`, id, string(channel)).Scan(&waiting)
	return claimed, waiting, err
}

// sendingNow lists everything that is marked as being sent, with today's addresses.
func sendingNow(ctx context.Context, tx pgx.Tx, id pgtype.UUID) ([]store.Delivery, error) {
	rows, err := tx.Query(ctx, `select d.number, d.member_id::text, d.channel, d.attempts,
			coalesce(case d.channel when 'email' then m.email else m.phone end, '')
		from campaign_deliveries d left join members m on m.id = d.member_id
		where d.campaign_id = $1 and d.status = 'sending' order by d.number`, id)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (d store.Delivery, err error) {
		err = row.Scan(&d.Number, &d.MemberID, &d.Channel, &d.Attempts, &d.Address)
		d.Status = store.DeliverySending
		return d, err
	})
}

// endStep ends a campaign of which everything is over, notes why one waits, and gives
// the lease of one up that is not to be sent now. A campaign of which nothing was sent
// because nobody could be reached has failed as a whole.
func endStep(ctx context.Context, tx pgx.Tx, id pgtype.UUID, note string, release bool) (ended bool, err error) {
	tag, err := tx.Exec(ctx, `
		update campaigns c set ended_at = muster_now(), lease_until = null,
		       status = case when w.text is null then 'completed' else 'failed' end, error_message = coalesce(w.text, '')
		from (select (
			select min(d.error) from campaign_deliveries d where d.campaign_id = $1 and d.status = 'failed'
			and not exists (select 1 from campaigns s where s.id = $1 and s.sent + s.unknown > 0)
			having count(*) > 0 and bool_and(d.error = any($2::text[]))) as text) w
		where c.id = $1 and c.status = 'processing' and c.sent + c.failed + c.unknown + c.skipped = c.total`,
		id, unreachableTexts)
	if err != nil || tag.RowsAffected() > 0 {
		return err == nil, err
	}
	if release {
		_, err = tx.Exec(ctx, `update campaigns set lease_until = null where id = $1
			and not exists (select 1 from campaign_deliveries where campaign_id = $1 and status = 'sending')`, id)
		return false, err
	}
	_, err = tx.Exec(ctx, `update campaigns set error_message = $2 where id = $1 and status = 'processing' and error_message <> $2`, id, note)
	return false, err
}

var unreachableTexts = []string{store.UnreachableText(store.Email), store.UnreachableText(store.SMS)}
