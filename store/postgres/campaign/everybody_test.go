package campaign_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"muster/store"
	"muster/store/campaign"
	"muster/store/postgres"
	campaigns "muster/store/postgres/campaign"
	"muster/store/postgres/storetest"
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

// statements remembers what was asked.
type statements struct{ asked []string }

func (s *statements) TraceQueryStart(ctx context.Context, _ *pgx.Conn, q pgx.TraceQueryStartData) context.Context {
	s.asked = append(s.asked, q.SQL)
	return ctx
}

func (*statements) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// A campaign to 100,000 members took twice as long as it does now, beyond the time of its call on
// a busy machine: for each delivery it was checked that its campaign is there.
func TestDeliveriesAreWrittenWithoutChecks(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	if checks := one[[]string](w, `select coalesce(array_agg(tgname::text), '{}') from pg_trigger where tgrelid = 'campaign_deliveries'::regclass`); len(checks) > 0 {
		t.Errorf("each delivery is checked by %v", checks)
	}
}

// The sessions of every member were looked up one member after the other, and twice: for 100,000
// members the groups could not be counted within the time of a call.
func TestGroupsAreCountedFromTheSessionsOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	w.Join("ann")
	trace := &statements{}
	db, err := postgres.Open(ctx, postgres.Config{URL: w.URL, Tracer: trace})
	w.Must(err)
	t.Cleanup(db.Close)
	groups, err := campaigns.New(db, campaign.Pace{}).Groups(ctx)
	w.Must(err)
	for _, g := range groups {
		if g.ID == campaign.ActiveGroup && g.Count != 1 || g.ID == campaign.InactiveGroup && g.Count != 0 {
			t.Errorf("%s: %d members", g.ID, g.Count)
		}
	}
	var plan string
	for _, sql := range trace.asked {
		if strings.Contains(sql, "filter") {
			rows, err := w.Pool().Query(ctx, "explain "+sql)
			w.Must(err)
			lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
			w.Must(err)
			plan = strings.Join(lines, "\n")
		}
	}
	if n := strings.Count(plan, " on sessions "); n != 1 {
		t.Errorf("the sessions are read in %d places:\n%s", n, plan)
	}
}

// The transaction that erases a member, and holds up every administrator, read all deliveries of
// all campaigns there ever were.
func TestErasureFindsTheDeliveriesOfItsMember_SEC5(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	ann := w.Join("ann")
	trace := &statements{}
	db, err := postgres.Open(ctx, postgres.Config{URL: w.URL, Tracer: trace})
	w.Must(err)
	t.Cleanup(db.Close)
	tx, err := db.Pool().Begin(ctx)
	w.Must(err)
	w.Must(campaigns.New(db, campaign.Pace{}).Erase(ctx, tx, ann.Member))
	w.Must(storetest.Second(tx.Exec(ctx, `set local enable_seqscan = off`)))
	for _, sql := range trace.asked {
		if strings.Contains(sql, "campaign_deliveries") {
			rows, err := tx.Query(ctx, "explain "+sql, ann.ID)
			w.Must(err)
			lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
			w.Must(err)
			if plan := strings.Join(lines, "\n"); !strings.Contains(plan, "Index Cond: ((campaign_id = ANY") {
				t.Errorf("%s", plan)
			}
		}
	}
	w.Must(tx.Rollback(ctx))
}
