// The administrators' table of users.

package postgres

import (
	"context"
	"fmt"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
)

// userKeys are the columns of the directory "d" that an order goes by, and their types.
var userKeys = map[store.UserSort][2]string{
	store.SortByName:      {"d.name_key", "text"},
	store.SortByEmail:     {"d.email_key", "text"},
	store.SortByPhone:     {"d.phone_key", "text"},
	store.SortByUsername:  {"d.username_key", "text"},
	store.SortByRank:      {"d.rank_place", "smallint"},
	store.SortByLastLogin: {"d.last_login_at", "timestamptz"},
	store.SortByCreated:   {"d.created_at", "timestamptz"},
}

// seenMembers are the ids of the members who were seen lately; $1 is how lately. The
// array has the sessions looked up by their index, however many the planner expects.
const seenMembers = `seen as materialized (
	select distinct s.person_id as id from sessions s where s.kind = 'member' and s.id = any(array(
		select session_id from session_seen where last_seen_at > (select muster_now() - $1::interval)))
)`

// userFilters are the conditions on the directory.
var userFilters = map[store.UserFilter]string{
	store.AllUsers:      `true`,
	store.AdminUsers:    `d.is_admin`,
	store.GuardianUsers: `d.is_guardian`,
	store.ActiveUsers:   `d.member_id in (select id from seen)`,
	store.InactiveUsers: `d.member_id not in (select id from seen)`,
}

// matchesUser finds the text $2, whose every character means itself, and the digits $3
// of a phone.
const matchesUser = `(strpos(d.search, (select user_fold($2))) > 0 or $3 <> '' and strpos(d.search, $3) > 0)`

// trigram is the length of the runs of characters that the index of searches knows.
const trigram = 3

// searchCondition finds by the index of trigrams what matchesUser finds. What has less
// than three characters is in no trigram, so all members are looked at then.
func searchCondition(q store.UserQuery) string {
	switch {
	case utf8.RuneCountInString(q.Search) < trigram:
		return matchesUser
	case q.Digits == "":
		return `user_trigrams(d.search) @> user_trigrams(user_fold($2)) and ` + matchesUser
	default: // of at least four
		return `(user_trigrams(d.search) @> user_trigrams(user_fold($2)) or user_trigrams(d.search) @> user_trigrams($3)) and ` + matchesUser
	}
}

// ordersWithIndex are those in which the first members of many are found by walking; for
// another all of them are found, and sorted.
var ordersWithIndex = []store.UserSort{store.SortByName, store.SortByEmail, store.SortByUsername, store.SortByCreated}

// fewUsers is up to how many found members are read whole and put in order. Of more, a
// page is soon filled by going through all in their order.
const fewUsers = 5000

// userStatement gives the ids and keys of a page in their order, and after them a row
// with the number of all. $1 to $3 belong to the conditions; a page begins after the
// key $4 and the id $5, and has the limit $6 and the offset $7. A search that is not
// common stops after fewUsers: the number is larger then, and says nothing else.
func userStatement(q store.UserQuery, after, common bool) string {
	key, kind := userKeys[q.Sort][0], userKeys[q.Sort][1]
	order, beyond := "asc", ">"
	if q.Descending {
		order, beyond = "desc", "<"
	}
	with, from, where := seenMembers, `member_directory d`, userFilters[q.Filter]
	count := `select count(*) from member_directory d where ` + where
	if q.Search != "" {
		count = `select count(*) from member_directory d where ` + searchCondition(q) + ` and ` + where
		if common && slices.Contains(ordersWithIndex, q.Sort) {
			where = matchesUser + ` and ` + where
		} else {
			where = searchCondition(q) + ` and ` + where
		}
	}
	switch {
	case q.Search != "" && !common:
		with += fmt.Sprintf(`, found as materialized (select d.member_id, %s from member_directory d where %s limit %d)`, key, where, fewUsers+1)
		from, where, count = `found d`, `true`, `select count(*) from found`
	case q.Search == "" && q.Filter == store.InactiveUsers:
		count = `select (select count(*) from member_directory) - (select count(*) from seen join member_directory d on d.member_id = seen.id)`
	}
	begin := `true`
	if after {
		begin = fmt.Sprintf(`(%s, d.member_id) %s ($4::text::%s, $5::uuid)`, key, beyond, kind)
	}
	return fmt.Sprintf(`
		with %[1]s, page as (
			select d.member_id, %[2]s as key from %[3]s where %[4]s and %[5]s
			order by %[2]s %[6]s, d.member_id %[6]s limit $6 offset $7
		),
		typed as (select $1::interval, $2::text, $3::text, $4::text, $5::uuid) -- also what is not used has a type
		select member_id, key::text, null::bigint from page
		union all
		select null, null, (%[7]s)`, with, key, from, where, begin, order, count)
}

// userPage is what a statement of userStatement gives.
type userPage struct {
	ids   []pgtype.UUID
	keys  []string
	total int
}

func readUserPage(ctx context.Context, conn *pgxpool.Conn, statement string, args ...any) (page userPage, err error) {
	rows, err := conn.Query(ctx, statement, args...)
	if err != nil {
		return page, err
	}
	var id pgtype.UUID
	var key *string
	var total *int
	_, err = pgx.ForEachRow(rows, []any{&id, &key, &total}, func() error {
		if total != nil {
			page.total = *total
			return nil
		}
		page.ids, page.keys = append(page.ids, id), append(page.keys, *key)
		return nil
	})
	return page, err
}

// Users reads a page of the administrators' table by a checked query. It fails with
// Invalid for a cursor that is none of this order.
func (db *DB) Users(ctx context.Context, q store.UserQuery) (store.UserPage, error) {
	after, err := q.Position()
	if err != nil {
		return store.UserPage{}, err
	}
	var key *string
	var id pgtype.UUID
	offset := (q.Page - 1) * q.Limit
	if after != nil {
		key, offset = &after.Key, 0
		id, _ = parseID(after.ID)
	}
	args := []any{store.ActiveWithin, q.Search, q.Digits, key, id, q.Limit + 1, offset}
	var out store.UserPage
	err = db.read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		out = store.UserPage{}
		page, err := readUserPage(ctx, conn, userStatement(q, after != nil, false), args...)
		if err == nil && q.Search != "" && page.total > fewUsers {
			page, err = readUserPage(ctx, conn, userStatement(q, after != nil, true), args...)
		}
		if err != nil {
			return err
		}
		out.Total = page.total
		if len(page.ids) > q.Limit {
			page.ids = page.ids[:q.Limit]
			last := q.Limit - 1
			out.Next = store.UserPosition{Sort: q.Sort, Descending: q.Descending, Key: page.keys[last], ID: page.ids[last].String()}.Cursor()
		}
		out.Users, err = readUsers(ctx, conn, page.ids)
		return err
	})
	if keyMalformed(err) {
		err = store.NewErrorReason(store.Invalid, "cursor_invalid", "The cursor is not valid")
	}
	return out, err
}

// userColumns read a member "m" with status "st", directory "d", points "a" and the
// sums "c" of its contributions.
const userColumns = memberColumns + `, ` + standingColumns + `, nullif(d.last_login_at, '-infinity'), c.cents, c.number, ` + enrolledFace

const userRows = `
	join member_standing st on st.member_id = m.id
	join member_directory d on d.member_id = m.id
	left join member_points a on a.member_id = m.id
	cross join lateral (
		select coalesce(sum(c.amount_cents), 0)::bigint as cents, count(*) as number from contributions c
		where c.member_id = m.id and ` + countedContribution + `) c`

type userRow struct {
	memberRow
	store.User
	lastLogin   *time.Time
	contributed int64
}

func (u *userRow) scanTargets() []any {
	return append(append(u.memberRow.scanTargets(), standingTargets(&u.Standing)...), &u.lastLogin, &u.contributed, &u.Contributions, &u.FaceEnrolled)
}

func (u *userRow) user() store.User {
	out := u.User
	out.Member, out.Contributed = u.member(), store.Cents(u.contributed)
	if u.lastLogin != nil {
		out.LastLogin = *u.lastLogin
	}
	return out
}

// readUsers reads users in the order of their ids.
func readUsers(ctx context.Context, on querier, ids []pgtype.UUID) ([]store.User, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	rows, err := on.Query(ctx, `select `+userColumns+` from unnest($1::uuid[]) with ordinality o(id, n)
		join members m on m.id = o.id `+userRows+` order by o.n`, ids)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (store.User, error) {
		var u userRow
		err := row.Scan(u.scanTargets()...)
		return u.user(), err
	})
}
