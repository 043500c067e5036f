package application

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"muster/store"
	"muster/store/application"
	"muster/store/postgres"
)

// claimLife is how long a claim holds after the last sign of life.
const claimLife = 2 * time.Minute

// Claim is an administrator who has an application open.
type Claim struct {
	ID, Name string
	At       time.Time
}

// Related is another application that has something in common with one.
type Related struct {
	ID, Number string
	Status     application.StatusFilter
	Common     []string // full_name, phone, network
}

// mostRelated is how many related applications one shows.
const mostRelated = 10

// addBeside adds to applications what is not their own: who else than viewer has them
// open, and which others they have something in common with.
func addBeside(ctx context.Context, q postgres.Querier, viewer string, list []Listed) error {
	at := map[string]*Listed{}
	var all []string
	for i := range list {
		at[list[i].ID] = &list[i]
		all = append(all, list[i].ID)
	}
	if len(all) == 0 {
		return nil
	}
	claims, err := readClaims(ctx, q, viewer, all...)
	if err != nil {
		return err
	}
	for id, claim := range claims {
		at[id].ClaimedBy = &claim
	}
	rows, err := q.Query(ctx, `
		select a.id::text, o.id::text, o.number, case when o.submitted_at is null then 'incomplete' else o.status end, o.common
		from applications a cross join lateral (
			select o.id, o.number, o.submitted_at, o.status, array_agg(o.what order by o.what) as common from (
				(select o.id, o.number, o.submitted_at, o.status, 'full_name' as what from applications o
					where o.full_name = a.full_name and o.full_name <> '' and o.applicant_id is not null limit $2 + 1)
				union all (select o.id, o.number, o.submitted_at, o.status, 'phone' from applications o
					where o.phone = a.phone and o.phone <> '' and o.applicant_id is not null limit $2 + 1)
				union all (select o.id, o.number, o.submitted_at, o.status, 'network' from applications o
					where o.address = a.address and o.address <> '' and o.applicant_id is not null limit $2 + 1)) o
			where o.id <> a.id
			group by o.id, o.number, o.submitted_at, o.status
			order by count(*) desc, o.id limit $2) o
		where a.id = any($1::uuid[])`, ids(all...), mostRelated)
	if err != nil {
		return err
	}
	var id string
	var related Related
	_, err = pgx.ForEachRow(rows, []any{&id, &related.ID, &related.Number, &related.Status, &related.Common}, func() error {
		at[id].Related = append(at[id].Related, related)
		related.Common = nil
		return nil
	})
	return err
}

// readClaims reads who else than viewer has applications open: the one who came first.
func readClaims(ctx context.Context, q postgres.Querier, viewer string, of ...string) (map[string]Claim, error) {
	own, _ := postgres.ParseID(viewer)
	rows, err := q.Query(ctx, `
		select distinct on (c.application_id) c.application_id::text, c.admin_id::text, coalesce(m.username, nullif(m.name, ''), m.email, ''), c.claimed_at
		from application_claims c join members m on m.id = c.admin_id
		where c.application_id = any($1::uuid[]) and c.admin_id <> $2 and c.seen_at > muster_now() - $3::interval
		order by c.application_id, c.claimed_at`, ids(of...), own, claimLife)
	if err != nil {
		return nil, err
	}
	claims := map[string]Claim{}
	var id string
	var claim Claim
	_, err = pgx.ForEachRow(rows, []any{&id, &claim.ID, &claim.Name, &claim.At}, func() error {
		claims[id] = claim
		return nil
	})
	return claims, err
}

// ClaimOf notes that an administrator has an application open, or no longer, and gives who
// else has; nil for nobody. It is repeated within claimLife. It fails with
// application.ErrNotFound.
func (s *Applications) ClaimOf(ctx context.Context, by store.Caller, id string, release bool) (other *Claim, err error) {
	key, ok := postgres.ParseID(id)
	if !ok {
		return nil, application.ErrNotFound()
	}
	admin := ids(by.Member.ID)[0]
	err = s.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		other = nil
		var changed bool
		err := tx.QueryRow(ctx, `select exists (select from application_claims where application_id = a.id and admin_id = $2 and seen_at > muster_now() - $3::interval) = $4
			from applications a where a.id = $1 and a.applicant_id is not null`, key, admin, claimLife, release).Scan(&changed)
		if postgres.NoRow(err) {
			return application.ErrNotFound()
		}
		if err != nil {
			return err
		}
		if release {
			_, err = tx.Exec(ctx, `delete from application_claims where application_id = $1 and admin_id = $2`, key, admin)
		} else {
			_, err = tx.Exec(ctx, `
				with former as (delete from application_claims where admin_id = $2 and application_id <> $1 and seen_at <= muster_now() - $3::interval)
				insert into application_claims as c (application_id, admin_id, claimed_at, seen_at) values ($1, $2, muster_now(), muster_now())
				on conflict on constraint application_claims_one_each do update
				set claimed_at = case when c.seen_at > muster_now() - $3::interval then c.claimed_at else excluded.claimed_at end, seen_at = excluded.seen_at`,
				key, admin, claimLife)
		}
		if err == nil && changed { // other desks show it
			err = postgres.AdminChangeIn(ctx, tx, deskPart, by.Member.ID)
		}
		if err != nil {
			return err
		}
		claims, err := readClaims(ctx, tx, by.Member.ID, id)
		if claim, ok := claims[key.String()]; ok {
			other = &claim
		}
		return err
	})
	return other, err
}

// deskPart is the tab of the back office that shows applications.
const deskPart = "applications"

// Promise is how the promised times of the review were kept in promiseWindow.
type Promise struct {
	Decided, Late int
	MedianHours   *float64 // nil without a decision
}

const promiseWindow = 30 * 24 * time.Hour

func readPromise(ctx context.Context, q postgres.Querier) (p Promise, err error) {
	err = q.QueryRow(ctx, `
		select count(*)::int, (count(*) filter (where decided_at > due_at))::int,
		       percentile_cont(0.5) within group (order by extract(epoch from decided_at - submitted_at) / 3600)::float8
		from application_decisions where due_at is not null and decided_at > muster_now() - $1::interval`, promiseWindow).Scan(&p.Decided, &p.Late, &p.MedianHours)
	return p, err
}

// Waiting counts the applications that wait for a decision, and those of them whose
// promised time has ended or ends soon.
func (s *Applications) Waiting(ctx context.Context) (all, dueSoon int, err error) {
	err = s.read(ctx, func(ctx context.Context, q postgres.Querier) error {
		return q.QueryRow(ctx, `
			select count(*)::int, (count(*) filter (where due_at <= muster_now() + case when expedited then $1::interval else $2::interval end))::int
			from applications where due_at is not null`, application.ExpeditedDueSoon, application.StandardDueSoon).Scan(&all, &dueSoon)
	})
	return all, dueSoon, err
}

// ActivityQuery implements postgres.Subject: who applied is not said, since who watches has
// not opened the application.
func (*Applications) ActivityQuery() string {
	return `select 'application:' || id, 0, submitted_at, 'application_submitted', null::uuid, null::uuid, '', '{}'::jsonb
		from applications where submitted_at > $5 order by submitted_at desc limit $6`
}
