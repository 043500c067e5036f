// The statements of a node that sends a campaign. Each names the epoch in which the node
// took the campaign, so it does nothing once another node has taken the campaign over.

package campaign

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
	"muster/store/campaign"
	"muster/store/postgres"
)

// campaignIsFree says that nobody sends a campaign that is due: it was never taken,
// or the lease of the node that took it has ended.
const campaignIsFree = `case when lease_until is null then status = 'processing' or status = 'scheduled' and send_at <= muster_now()
	else lease_until < muster_now() end`

// leaseTooLong is true of a lease that ends later than any that is taken now: the clock has gone
// back since.
const leaseTooLong = `lease_until > muster_now() + $1::interval`

// DueCampaigns lists the campaigns that some node should take. A lease that the clock, going
// back, has made longer ends after the usual time, unless its node renews it: when that node has
// died, nobody sent the campaign until the clock was where it had been.
func (cs *Campaigns) DueCampaigns(ctx context.Context) (ids []string, err error) {
	tooLong := false
	err = cs.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		rows, err := conn.Query(ctx, `select id::text, `+leaseTooLong+` is true from campaigns
			where (lease_until is not null or status in ('scheduled', 'processing')) and (`+campaignIsFree+` or `+leaseTooLong+`)
			order by campaigns.id limit 100`, campaign.Lease)
		if err != nil {
			return err
		}
		ids, tooLong = nil, false
		var id string
		var long bool
		_, err = pgx.ForEachRow(rows, []any{&id, &long}, func() error {
			if tooLong = tooLong || long; !long {
				ids = append(ids, id)
			}
			return nil
		})
		return err
	})
	if err == nil && tooLong {
		err = cs.db.Exec(ctx, `update campaigns set lease_until = muster_now() + $1::interval where `+leaseTooLong, campaign.Lease)
	}
	return ids, err
}

// TakeCampaign takes a campaign that nobody sends, and returns its epoch; 0 when another
// Node was faster. Sends that the Node before left unfinished may have arrived: they
// become unknown.
func (cs *Campaigns) TakeCampaign(ctx context.Context, campaignID string) (c campaign.Campaign, epoch int64, err error) {
	id, ok := postgres.ParseID(campaignID)
	if !ok {
		return c, 0, campaign.ErrUnknown()
	}
	err = cs.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		epoch = 0
		err := tx.QueryRow(ctx, `update campaigns set epoch = epoch + 1, lease_until = muster_now() + $2::interval,
				status = case when status = 'scheduled' then 'processing' else status end,
				started_at = coalesce(started_at, muster_now())
			where id = $1 and `+campaignIsFree+` returning epoch`, id, campaign.Lease).Scan(&epoch)
		if postgres.NoRow(err) {
			return nil
		}
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `
			with lost as (
				update campaign_deliveries set status = 'unknown', error = $2, at = muster_now()
				where campaign_id = $1 and status = 'sending' returning 1)
			update campaigns set unknown = unknown + (select count(*) from lost) where id = $1`, id, campaign.InterruptedText)
		if err == nil {
			c, err = find(ctx, tx, id, "")
		}
		return err
	})
	return c, epoch, err
}

// StepCampaign writes the results of sends, claims as many deliveries as the node has room
// for, renews the lease, and ends the campaign when no delivery is left. A step that is
// repeated does no harm: a claimed delivery whose reply was lost is returned by the next
// step. A step is two round trips, however many sends it is for.
func (cs *Campaigns) StepCampaign(ctx context.Context, step campaign.Step) (state campaign.State, err error) {
	id, ok := postgres.ParseID(step.ID)
	if !ok {
		return state, campaign.ErrUnknown()
	}
	lost := false
	err = cs.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		state = campaign.State{NextIn: time.Minute}
		note := step.Note
		begin := &pgx.Batch{}
		begin.Queue(`update campaigns set lease_until = muster_now() + $3::interval where id = $1 and epoch = $2 and lease_until is not null`,
			id, step.Epoch, campaign.Lease).Exec(func(tag pgconn.CommandTag) error {
			if lost = tag.RowsAffected() == 0; lost {
				return errLeaseLost // nothing of this step is kept
			}
			return nil
		})
		noteResults(begin, id, step)
		if !step.Release {
			for _, channel := range []store.Channel{store.Email, store.SMS} {
				if step.Want[channel] > 0 {
					cs.claim(begin, id, channel, step.Want[channel], &state, &note)
				}
			}
		}
		if err := tx.SendBatch(ctx, begin).Close(); err != nil {
			return err
		}
		end, ended := &pgx.Batch{}, false
		endStep(end, id, note, step.Release, &ended)
		end.Queue(sendingNow, id).Query(func(rows pgx.Rows) (err error) {
			state.Sending, err = pgx.CollectRows(rows, scanSending)
			return err
		})
		end.Queue(`select `+campaignColumns+` from campaigns c where c.id = $1`, id).Query(func(rows pgx.Rows) (err error) {
			state.Campaign, err = pgx.CollectExactlyOneRow(rows, scan)
			return err
		})
		if err := tx.SendBatch(ctx, end).Close(); err != nil {
			return err
		}
		if step.Announce || ended {
			state.Broadcasts, err = appendCampaign(ctx, tx, state.Campaign)
		}
		return err
	})
	if lost {
		return campaign.State{Lost: true}, nil
	}
	return state, err
}

var errLeaseLost = errors.New("postgres: the campaign was taken over")

// noteResults writes what became of sends, and fails what is queued by a channel that
// was given up.
func noteResults(batch *pgx.Batch, id pgtype.UUID, step campaign.Step) {
	if len(step.Results) > 0 {
		n := len(step.Results)
		numbers, statuses, errs, waits := make([]int, n), make([]string, n), make([]string, n), make([]float64, n)
		for i, r := range step.Results {
			numbers[i], statuses[i], errs[i], waits[i] = r.Number, string(r.Status), r.Error, r.RetryIn.Seconds()
		}
		batch.Queue(`
			with done as (
				update campaign_deliveries d set status = r.status, at = muster_now(),
				       -- a provider's answer may name the address
				       error = case when exists (select from members m where m.id = d.member_id and m.erased_at is not null) then '' else r.error end,
				       next_at = muster_now() + make_interval(secs => r.wait),
				       -- what goes back without a wait was not sent
				       attempts = d.attempts - case when r.status = 'queued' and r.wait = 0 then 1 else 0 end
				from unnest($2::int[], $3::text[], $4::text[], $5::float8[]) as r(number, status, error, wait)
				where d.campaign_id = $1 and d.number = r.number and d.status = 'sending' returning d.status)
			update campaigns c set sent = c.sent + n.sent, failed = c.failed + n.failed, unknown = c.unknown + n.unknown, skipped = c.skipped + n.skipped
			from (select count(*) filter (where status = 'sent') as sent, count(*) filter (where status = 'failed') as failed,
			             count(*) filter (where status = 'unknown') as unknown, count(*) filter (where status = 'skipped') as skipped from done) n
			where c.id = $1`, id, numbers, statuses, errs, waits)
		// What was cancelled is not tried again.
		batch.Queue(`
			with dropped as (
				update campaign_deliveries d set status = 'skipped', error = 'Cancelled', at = muster_now() from campaigns c
				where c.id = $1 and c.status = 'cancelled' and d.campaign_id = c.id and d.status = 'queued' returning 1)
			update campaigns set skipped = skipped + (select count(*) from dropped) where id = $1 and status = 'cancelled'`, id)
	}
	for channel, reason := range step.GiveUp {
		batch.Queue(`
			with given_up as (
				update campaign_deliveries set status = 'failed', error = $3, at = muster_now()
				where campaign_id = $1 and channel = $2 and status = 'queued' returning 1)
			update campaigns set failed = failed + (select count(*) from given_up) where id = $1`, id, string(channel), reason)
	}
}

// capNote is shown while a day's cap keeps a campaign waiting.
const capNote = "The day's cap is reached. Sending goes on tomorrow."

func secondsOf(s float64) time.Duration { return time.Duration(max(s, 0) * float64(time.Second)) }

// claimDeliveries marks at most $3 deliveries of a campaign $1 by a channel $2 as being
// sent, within the channel's pace of $5 a second, of which a second's worth may go at
// once, and the cap of $6 a day in the zone $4; 0 is no bound. Members who have left or
// opted out since are skipped. The pace is never used up for longer than a second, unless the
// clock has gone back, as after a fail-over to a host that is behind. It returns how many were claimed, how much of the day's cap
// is used with them, and the seconds until the next day; no row for a campaign that is not
// to be sent now.
const claimDeliveries = `
	with day as (select (muster_now() at time zone $4)::date as today),
	ch as materialized (
		select case when c.day = day.today then c.used else 0 end as used, least(greatest(c.paced_until, muster_now()), muster_now() + interval '1 second') as paced_until, day.today,
		       extract(epoch from ((day.today + 1)::timestamp at time zone $4) - muster_now())::float8 as tomorrow
		from campaign_channels c cross join day where c.channel = $2 and exists (select from campaigns where id = $1 and status = 'processing')
		for update of c),
	next as materialized (
		select number, member_id from campaign_deliveries
		where campaign_id = $1 and channel = $2 and status = 'queued' and next_at <= muster_now()
		order by next_at, number
		limit coalesce((select greatest(0, least($3::int,
			case when $5::int > 0 then floor((1 - extract(epoch from paced_until - muster_now())::float8) * $5 + 1e-6) end,
			case when $6::int > 0 then $6 - used end))::bigint from ch), 0)),
	taken as (
		update campaign_deliveries d set at = muster_now(),
		       status = case when r.reached then 'sending' else 'skipped' end,
		       error = case when r.reached then '' else 'Opted out or gone' end,
		       attempts = d.attempts + case when r.reached then 1 else 0 end
		from (select n.number, coalesce(not st.sign_in_disabled and case $2 when 'email' then ` + reachedByMail + ` else ` + reachedBySMS + ` end, false) as reached
		      from next n left join members m on m.id = n.member_id left join member_standing st on st.member_id = m.id) r
		where d.campaign_id = $1 and d.number = r.number returning d.status),
	counted as (select count(*) filter (where status = 'sending') as sending, count(*) filter (where status = 'skipped') as skipped from taken),
	skipped as (update campaigns c set skipped = c.skipped + counted.skipped from counted where c.id = $1 and counted.skipped > 0 returning 1),
	spent as (
		update campaign_channels c set day = ch.today, used = ch.used + counted.sending,
		       paced_until = ch.paced_until + make_interval(secs => case when $5::int > 0 then counted.sending::float8 / $5 else 0 end)
		from ch cross join counted where c.channel = $2 returning c.used)
	select counted.sending, spent.used, ch.tomorrow from ch cross join counted cross join spent`

// dueSooner has those deliveries of a campaign $1 by a channel $2 due now that are due later
// than after the longest wait, $3: the clock has gone back since they were put off. When it has
// gone back behind the campaign's own time, all are.
const dueSooner = `
	update campaign_deliveries d set next_at = muster_now() from campaigns c
	where c.id = $1 and c.status = 'processing' and d.campaign_id = c.id and d.channel = $2 and d.status = 'queued'
	and d.next_at > muster_now() + case when c.send_at > muster_now() then interval '0' else $3::interval end`

// claim queues claimDeliveries, and sets the state and its note by the result.
func (cs *Campaigns) claim(batch *pgx.Batch, id pgtype.UUID, channel store.Channel, want int, state *campaign.State, note *string) {
	perSecond, perDay := cs.pace.Of(channel)
	var claimed, used int
	var tomorrow float64 // seconds
	batch.Queue(dueSooner, id, string(channel), campaign.MostDeliveryRetry)
	batch.Queue(claimDeliveries, id, string(channel), want, cs.db.Zone().String(), perSecond, perDay).QueryRow(func(row pgx.Row) error {
		err := row.Scan(&claimed, &used, &tomorrow)
		if postgres.NoRow(err) {
			return nil
		}
		return err
	})
	// The time in seconds until the next one that is left is due; null when none is.
	batch.Queue(`select extract(epoch from min(d.next_at) - muster_now())::float8 from campaign_deliveries d join campaigns c on c.id = d.campaign_id
		where d.campaign_id = $1 and d.channel = $2 and d.status = 'queued' and c.status = 'processing'`, id, string(channel)).QueryRow(func(row pgx.Row) error {
		var waiting *float64
		if err := row.Scan(&waiting); err != nil {
			return err
		}
		switch {
		case waiting == nil:
		case perDay > 0 && used >= perDay:
			*note = capNote
			state.NextIn = min(state.NextIn, secondsOf(tomorrow))
		case claimed == want:
			state.More = true
		case *waiting <= 0: // the pace is used up
			state.NextIn = min(state.NextIn, max(secondsOf(1/float64(max(perSecond, 1))), 10*time.Millisecond))
		default:
			state.NextIn = min(state.NextIn, secondsOf(*waiting))
		}
		return nil
	})
}

// sendingNow lists everything that is marked as being sent, with today's addresses.
const sendingNow = `select d.number, d.member_id::text, d.channel, d.attempts,
		coalesce(case d.channel when 'email' then m.email else m.phone end, ''), coalesce(m.language, '')
	from campaign_deliveries d left join members m on m.id = d.member_id
	where d.campaign_id = $1 and d.status = 'sending' order by d.number`

func scanSending(row pgx.CollectableRow) (d campaign.Delivery, err error) {
	err = row.Scan(&d.Number, &d.MemberID, &d.Channel, &d.Attempts, &d.Address, &d.Language)
	d.Status = campaign.DeliverySending
	return d, err
}

// endStep ends a campaign that has no delivery left, notes why one waits, and gives up the
// lease of one that is not to be sent now. A campaign that reached nobody has failed as a
// whole, with the most frequent error of its failed sends, or else of the skipped ones.
func endStep(batch *pgx.Batch, id pgtype.UUID, note string, release bool, ended *bool) {
	batch.Queue(`
		update campaigns c set ended_at = muster_now(), lease_until = null,
		       status = case when w.text is null then 'completed' else 'failed' end, error_message = coalesce(w.text, '')
		from (select (
			select d.error from campaign_deliveries d where d.campaign_id = $1 and d.status in ('failed', 'skipped')
			and exists (select 1 from campaigns s where s.id = $1 and s.sent + s.unknown = 0 and s.sent + s.failed + s.unknown + s.skipped = s.total)
			group by d.status, d.error order by d.status, count(*) desc, d.error limit 1) as text) w
		where c.id = $1 and c.status = 'processing' and c.sent + c.failed + c.unknown + c.skipped = c.total`,
		id).Exec(func(tag pgconn.CommandTag) error {
		*ended = tag.RowsAffected() > 0
		return nil
	})
	batch.Queue(`update campaigns set lease_until = null where id = $1 and lease_until is not null and ($2 or status <> 'processing')
		and not exists (select 1 from campaign_deliveries where campaign_id = $1 and status = 'sending')`, id, release)
	if !release {
		batch.Queue(`update campaigns set error_message = $2 where id = $1 and status = 'processing' and error_message <> $2`, id, note)
	}
}
