// The administrators' table of users.

package postgres

import (
	"context"
	"fmt"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
)

// userOrder is what an order of the table goes by.
type userOrder struct {
	column, kind string // of the directory
	// places is true of an order whose index is on member_places, where column is too.
	places bool
}

var userOrders = map[store.UserSort]userOrder{
	store.SortByName:      {column: "name_key", kind: "text"},
	store.SortByEmail:     {column: "email_key", kind: "text"},
	store.SortByPhone:     {column: "phone_key", kind: "text"},
	store.SortByUsername:  {column: "username_key", kind: "text"},
	store.SortByRank:      {column: "rank_place", kind: "smallint", places: true},
	store.SortByLastLogin: {column: "last_login_at", kind: "timestamptz", places: true},
	store.SortByCreated:   {column: "created_at", kind: "timestamptz"},
}

// walked gives the members in an order by its index: what to select from, the table
// whose key and id make the order, and the member's row "d" of the directory.
func (o userOrder) walked() (from, table string) {
	if o.places { // where nothing of d is asked for, the join is left out
		return `member_places o left join member_directory d on d.member_id = o.member_id`, `o`
	}
	return `member_directory d`, `d`
}

// seenMembers are the ids of the members who were seen lately; $1 is how lately. The
// array has the sessions looked up by their index, however many the planner expects.
const seenMembers = `seen as materialized (
	select distinct s.person_id as id from sessions s where s.kind = 'member' and s.id = any(array(select session_id from sessions_seen($1::interval)))
)`

// chosenUsers are the filters that leave few: all of those are found, from these rows by
// this condition, counted, and put in order.
var chosenUsers = map[store.UserFilter]struct{ from, where string }{
	store.AdminUsers:    {`member_directory d`, `d.is_admin`},
	store.GuardianUsers: {`member_directory d`, `d.is_guardian`},
	store.ActiveUsers:   {`seen join member_directory d on d.member_id = seen.id`, `true`},
}

// matchesUser is true of a row "d" with the text $2, whose every character means itself,
// or the digits $3 of a phone.
func matchesUser(q store.UserQuery) string {
	if q.Digits == "" {
		return `strpos(d.search, (select user_fold($2))) > 0`
	}
	return `(strpos(d.search, (select user_fold($2))) > 0 or strpos(d.search, $3) > 0)`
}

// trigram is the length of the runs of characters that the index of searches knows.
const trigram = 3

// findsByTrigrams is true of a search that the index can help: what has less than three
// characters is in no trigram, so the texts of all members are looked at then.
func findsByTrigrams(q store.UserQuery) bool { return utf8.RuneCountInString(q.Search) >= trigram }

// fewUsers is up to how many found members are read whole and put in order. Of more, a
// page is soon filled by going through all in their order.
const fewUsers = 5000

// Of a search that at least commonUsers of sampledUsers members match, far more than
// fewUsers are found in a large community, so they are not looked for first.
const (
	sampledUsers = 2000
	commonUsers  = 100
)

// isCommon tells from a sample whether very many members match a search.
func isCommon(ctx context.Context, conn *pgxpool.Conn, q store.UserQuery) (common bool, err error) {
	statement := fmt.Sprintf(`
		with typed as (select $1::text as ignored, $2::text, $3::text)
		select count(*) >= %d from (select search from member_search limit %d) d where %s`, commonUsers, sampledUsers, matchesUser(q))
	err = conn.QueryRow(ctx, statement, "", q.Search, q.Digits).Scan(&common)
	return common, err
}

// foundUsers are the tables of a statement that has all who are found, and with their keys
// in found; of a search at most fewUsers, beyond which the number says nothing else and
// found is empty. count gives their number.
func foundUsers(q store.UserQuery, column string) (tables, count string) {
	if chosen, few := chosenUsers[q.Filter]; few {
		if q.Search != "" { // their rows are looked up one by one
			chosen.where += ` and ` + matchesUser(q)
		}
		return fmt.Sprintf(`found as materialized (select d.member_id, d.%s from %s where %s)`, column, chosen.from, chosen.where), `select count(*) from found`
	}
	matching := fmt.Sprintf(`select d.member_id from member_search d where %s limit %d`, matchesUser(q), fewUsers+1)
	if findsByTrigrams(q) {
		matching = fmt.Sprintf(`select d.member_id from users_with_trigrams(user_fold($2), $3, %d) d`, fewUsers+1)
	}
	kept := `true`
	if q.Filter == store.InactiveUsers {
		kept = `m.member_id not in (select id from seen)`
	}
	return fmt.Sprintf(`matching as materialized (%s),
		found as materialized (select d.member_id, d.%s from matching m
			cross join lateral (select * from member_directory where member_id = m.member_id limit 1) d
			where %s and (select count(*) from matching) <= %d)`, matching, column, kept, fewUsers),
		fmt.Sprintf(`select case when n > %d then n else (select count(*) from found) end from (select count(*) as n from matching) m`, fewUsers)
}

// countUsers counts who is in the table by a query that is not looked up in found.
func countUsers(q store.UserQuery) string {
	where := ``
	if q.Search != "" {
		where = ` where ` + matchesUser(q)
	}
	count := `select count(*) from member_search d` + where
	if q.Filter == store.InactiveUsers {
		count = `select (` + count + `) - (select count(*) from seen join member_search d on d.member_id = seen.id` + where + `)`
	}
	return count
}

// userStatement gives the ids and keys of a page in their order, and after them a row
// with the number of all. $1 to $3 belong to the conditions; a page begins after the
// key $4 and the id $5, and has the limit $6 and the offset $7. A search that is not
// common stops after fewUsers: the number is larger then, and there is no page.
func userStatement(q store.UserQuery, after, common bool) string {
	o := userOrders[q.Sort]
	order, beyond := "asc", ">"
	if q.Descending {
		order, beyond = "desc", "<"
	}
	with, from, table, where := seenMembers, `found f`, `f`, `true`
	var count string
	if _, few := chosenUsers[q.Filter]; few || q.Search != "" && !common {
		var tables string
		tables, count = foundUsers(q, o.column)
		with += `, ` + tables
	} else {
		from, table = o.walked()
		if q.Filter == store.InactiveUsers {
			where = table + `.member_id not in (select id from seen)`
		}
		if q.Search != "" {
			where += ` and ` + matchesUser(q)
		}
		count = countUsers(q)
	}
	key, id := table+`.`+o.column, table+`.member_id`
	begin := `true`
	if after {
		begin = fmt.Sprintf(`(%s, %s) %s ($4::text::%s, $5::uuid)`, key, id, beyond, o.kind)
	}
	return fmt.Sprintf(`
		with %[1]s, page as (
			select %[8]s, %[2]s as key from %[3]s where %[4]s and %[5]s
			order by %[2]s %[6]s, %[8]s %[6]s limit $6 offset $7
		),
		typed as (select $1::interval, $2::text, $3::text, $4::text, $5::uuid) -- also what is not used has a type
		select member_id, key::text, null::bigint from page
		union all
		select null, null, (%[7]s)`, with, key, from, where, begin, order, count, id)
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
		_, few := chosenUsers[q.Filter]
		searched, common := q.Search != "" && !few, false
		if searched {
			var err error
			if common, err = isCommon(ctx, conn, q); err != nil {
				return err
			}
		}
		page, err := readUserPage(ctx, conn, userStatement(q, after != nil, common), args...)
		if err == nil && searched && !common && page.total > fewUsers {
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
