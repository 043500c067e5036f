package loadtest

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
)

// Member is one signed-in member of a load test.
type Member struct {
	ID       string
	Username string
	Token    string
}

const (
	addMembers = `
		with fresh as (
			insert into members (name, email, username, username_at)
			select 'Load ' || i, 'load_' || i || '@load.invalid', 'load_' || i, muster_now()
			from generate_series(1, $1::int) i
			on conflict (email) do nothing
			returning id, username
		),
		standing as (insert into member_standing (member_id) select id from fresh)
		insert into usernames (username, member_id, taken_at) select username, id, muster_now() from fresh`

	addRooms = `
		with fresh as (
			insert into rooms (id, display_name, access_level)
			select 'load-' || i, 'Load ' || i, 'all' from generate_series(1, $1::int) i
			on conflict (id) do nothing
			returning id
		)
		insert into room_heads (room_id) select id from fresh`
)

// Prepare makes sure that members load_1 … load_N and open rooms load-1 … load-M
// exist, and signs every one of these members in anew, for as long as longest.
// It takes as long as it takes; ctx bounds it.
func Prepare(ctx context.Context, pool *pgxpool.Pool, longest time.Duration, members, rooms int) ([]Member, error) {
	var out []Member
	err := pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `set local statement_timeout = 0`); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, addMembers, members); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, addRooms, rooms); err != nil {
			return err
		}
		res, err := tx.Query(ctx, `
			select m.id::text as id, m.username, '' as token from generate_series(1, $1::int) i
			join members m on m.email = 'load_' || i || '@load.invalid' order by i`, members)
		if err != nil {
			return err
		}
		if out, err = pgx.CollectRows(res, pgx.RowToStructByName[Member]); err != nil {
			return err
		}
		return signInAll(ctx, tx, longest, out)
	})
	return out, err
}

// MakeAdministrators gives members the administrators' right.
func MakeAdministrators(ctx context.Context, pool *pgxpool.Pool, members []Member) error {
	ids := make([]string, len(members))
	for i, m := range members {
		ids[i] = m.ID
	}
	_, err := pool.Exec(ctx, `update member_standing set is_admin = true where member_id = any($1::text[]::uuid[])`, ids)
	return err
}

// signInAll copies a fresh session for each member in.
func signInAll(ctx context.Context, tx pgx.Tx, longest time.Duration, members []Member) error {
	var now time.Time
	if err := tx.QueryRow(ctx, `select muster_now()`).Scan(&now); err != nil {
		return err
	}
	res, err := tx.Query(ctx, `select gen_random_uuid() from generate_series(1, $1::int)`, len(members))
	if err != nil {
		return err
	}
	ids, err := pgx.CollectRows(res, pgx.RowTo[pgtype.UUID])
	if err != nil {
		return err
	}
	_, err = tx.CopyFrom(ctx, pgx.Identifier{"sessions"},
		[]string{"id", "kind", "person_id", "token_hash", "created_at", "expires_max"},
		pgx.CopyFromSlice(len(members), func(i int) ([]any, error) {
			members[i].Token = store.NewToken()
			hash, _ := store.TokenHash(members[i].Token)
			var person pgtype.UUID
			if err := person.Scan(members[i].ID); err != nil {
				return nil, err
			}
			return []any{ids[i], store.MemberSession, person, hash, now, now.Add(longest)}, nil
		}))
	if err != nil {
		return err
	}
	_, err = tx.CopyFrom(ctx, pgx.Identifier{"session_seen"}, []string{"session_id", "last_seen_at", "device"},
		pgx.CopyFromSlice(len(members), func(i int) ([]any, error) { return []any{ids[i], now, "load"}, nil }))
	return err
}
