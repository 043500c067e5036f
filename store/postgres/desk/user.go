// The administrators' table of users.

package desk

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
	"muster/store/desk"
	"muster/store/money"
	"muster/store/postgres"
	members "muster/store/postgres/people"
)

// Users reads a page of the administrators' table by a checked query. It fails with
// Invalid for a cursor that is none of this order.
func (d *Desk) Users(ctx context.Context, q desk.UserQuery) (desk.UserPage, error) {
	after, err := q.Position()
	if err != nil {
		return desk.UserPage{}, err
	}
	var key *string
	var id pgtype.UUID
	offset := (q.Page - 1) * q.Limit
	if after != nil {
		key, offset = &after.Key, 0
		id, _ = postgres.ParseID(after.ID)
	}
	args := []any{desk.ActiveWithin, q.Search, q.Digits, key, id, q.Limit + 1, offset}
	var out desk.UserPage
	err = d.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		out = desk.UserPage{}
		page, err := readUserPage(ctx, conn, q, after != nil, args)
		if err != nil {
			return err
		}
		out.Total = page.total
		if len(page.ids) > q.Limit {
			page.ids = page.ids[:q.Limit]
			last := q.Limit - 1
			out.Next = desk.UserPosition{Sort: q.Sort, Descending: q.Descending, Key: page.keys[last], ID: page.ids[last].String()}.Cursor()
		}
		out.Users, err = readUsers(ctx, conn, page.ids)
		return err
	})
	if postgres.KeyMalformed(err) {
		err = store.ErrCursor()
	}
	return out, err
}

// userColumns read a member "m" with status "st", directory "d", points "a" and the
// sums "c" of its contributions.
const userColumns = postgres.MemberColumns + `, ` + members.MeritColumns + `, nullif(d.last_login_at, '-infinity'), c.cents, c.number, m.erased_at is not null`

const userRows = `
	join member_standing st on st.member_id = m.id
	join member_directory d on d.member_id = m.id
	left join member_points a on a.member_id = m.id
	cross join lateral (
		select coalesce(sum(` + postgres.KeptCents + `), 0)::bigint as cents, count(*) as number from contributions c
		where c.member_id = m.id and ` + postgres.KeptCents + ` > 0) c`

type userRow struct {
	postgres.MemberRow
	desk.User
	lastLogin   *time.Time
	contributed int64
}

func (u *userRow) scanTargets() []any {
	return append(append(u.MemberRow.ScanTargets(), members.MeritTargets(&u.Merit)...), &u.lastLogin, &u.contributed, &u.Contributions, &u.Erased)
}

func (u *userRow) user() desk.User {
	out := u.User
	out.Member, out.Contributed = u.Value(), money.Cents(u.contributed)
	if u.lastLogin != nil {
		out.LastLogin = *u.lastLogin
	}
	return out
}

// readUsers reads users in the order of their ids.
func readUsers(ctx context.Context, on postgres.Querier, ids []pgtype.UUID) ([]desk.User, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	rows, err := on.Query(ctx, `select `+userColumns+` from unnest($1::uuid[]) with ordinality o(id, n)
		join members m on m.id = o.id `+userRows+` order by o.n`, ids)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (desk.User, error) {
		var u userRow
		err := row.Scan(u.scanTargets()...)
		return u.user(), err
	})
}
