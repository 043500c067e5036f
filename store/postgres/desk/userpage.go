// How a page of the administrators' table of users is found.

package desk

import (
	"context"
	"fmt"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store/desk"
)

// userOrder is how the table is sorted.
type userOrder struct {
	column, kind string // of the directory
	// places is true of an order whose index is on member_places, where column is too.
	places bool
}

var userOrders = map[desk.UserSort]userOrder{
	desk.SortByName:      {column: "name_key", kind: "text"},
	desk.SortByEmail:     {column: "email_key", kind: "text"},
	desk.SortByPhone:     {column: "phone_key", kind: "text"},
	desk.SortByUsername:  {column: "username_key", kind: "text"},
	desk.SortByRank:      {column: "rank_place", kind: "smallint", places: true},
	desk.SortByLastLogin: {column: "last_login_at", kind: "timestamptz", places: true},
	desk.SortByCreated:   {column: "created_at", kind: "timestamptz"},
}

// walked gives the members in an order by its index: what to select from, the table
// whose key and id make the order, and the member's row "d" of the directory.
func (o userOrder) walked() (from, table string) {
	if o.places { // where nothing of d is asked for, the join is left out
		return `member_places o left join member_directory d on d.member_id = o.member_id`, `o`
	}
	return `member_directory d`, `d`
}

// seenMembers are the ids of the members who were seen lately and not erased since, each once a
// session; $1 is how lately.
const seenMembers = `seen as materialized (select member_id as id from members_seen($1::interval)
	where member_id not in (select id from members where erased_at > muster_now() - $1::interval))`

// seenFilter is true of the members in a table who pass the filter by when they were seen.
func seenFilter(q desk.UserQuery, table string) string {
	// The members are looked up in a hash table while the order is walked: a join would
	// sort all of them.
	switch q.Filter {
	case desk.ActiveUsers:
		return `(` + table + `.member_id in (select id from seen)) is true`
	case desk.InactiveUsers:
		return table + `.member_id not in (select id from seen)`
	}
	return `true`
}

// chosenUsers are the filters that few members pass, ActiveUsers when at most fewUsers of
// their sessions were seen. All who pass are found, from these rows by this condition,
// counted and sorted.
var chosenUsers = map[desk.UserFilter]struct{ from, where string }{
	desk.AdminUsers:    {`member_directory d`, `d.is_admin`},
	desk.GuardianUsers: {`member_directory d`, `d.is_guardian`},
	desk.ActiveUsers:   {`(select distinct id from seen) seen join member_directory d on d.member_id = seen.id`, `true`},
}

// matchesUser is true of a row "d" with the text $2, taken literally, or the digits $3 of
// a phone.
func matchesUser(q desk.UserQuery) string {
	if q.Digits == "" {
		return `strpos(d.search, (select user_fold($2))) > 0`
	}
	return `(strpos(d.search, (select user_fold($2))) > 0 or strpos(d.search, $3) > 0)`
}

// trigram is the length of the runs of characters that the index of searches knows.
const trigram = 3

// findsByTrigrams is true of a search that the index can help. Less than three characters
// are in no trigram: such a search reads the texts of all members.
func findsByTrigrams(q desk.UserQuery) bool { return utf8.RuneCountInString(q.Search) >= trigram }

// fewUsers is the most found members that are sorted. Among more of them, walking the
// order fills a page soon.
const fewUsers = 5000

// When more than commonUsers of a large community match a search, they are far more than
// fewUsers, so they are not looked up by the index. Where a page is likely to be full after
// mostWalked rows of the order, so many of them are walked as are needed walkFactor times:
// those who match may stand late in it.
const (
	sampledPercent = 2
	commonUsers    = 0.05
	mostWalked     = 5000
	walkFactor     = 4
)

// plan chooses how to run a search, by a sample of the members. walk is how many rows of
// the order walkUsers walks.
func (s userStatement) plan(ctx context.Context, conn *pgxpool.Conn, args []any) (plan userPlan, walk int, err error) {
	statement := fmt.Sprintf(`
		with typed as (select $1::interval, $2::text, $3::text)
		select coalesce(avg((%s)::int), 0)::float8 from member_search d tablesample system (%d)`, matchesUser(s.query), sampledPercent)
	var share float64
	if err = conn.QueryRow(ctx, statement, args[:3]...).Scan(&share); err != nil {
		return chooseUsers, 0, err
	}
	if share < commonUsers {
		return findUsers, 0, nil
	}
	rows := s.query.Limit + 1
	if !s.after {
		rows *= s.query.Page
	}
	walk = int(walkFactor * float64(rows) / share)
	if s.query.Filter == desk.ActiveUsers || walk > mostWalked {
		return collectUsers, 0, nil
	}
	return walkUsers, walk, nil
}

// allChosen returns the tables of a statement that finds all who pass a filter of
// chosenUsers, with their keys in found. count gives their number.
func allChosen(q desk.UserQuery, column string) (tables, count string) {
	chosen := chosenUsers[q.Filter]
	if q.Search != "" { // their rows are looked up one by one
		chosen.where += ` and ` + matchesUser(q)
	}
	return fmt.Sprintf(`found as materialized (select d.member_id, d.%s from %s where %s)`, column, chosen.from, chosen.where), `select count(*) from found`
}

// foundUsers returns the tables of a statement that finds all who match a search, with
// their keys in found. count gives their number. Beyond fewUsers found is empty, and the
// number is only some larger one.
func foundUsers(q desk.UserQuery, column string) (tables, count string) {
	matching := fmt.Sprintf(`select d.member_id from member_search d where %s limit %d`, matchesUser(q), fewUsers+1)
	if findsByTrigrams(q) {
		matching = fmt.Sprintf(`select d.member_id from users_with_trigrams(user_fold($2), $3, %d) d`, fewUsers+1)
	}
	return fmt.Sprintf(`matching as materialized (%s),
		found as materialized (select d.member_id, d.%s from matching m
			cross join lateral (select * from member_directory where member_id = m.member_id limit 1) d
			where %s and (select count(*) from matching) <= %d)`, matching, column, seenFilter(q, "m"), fewUsers),
		fmt.Sprintf(`select case when n > %d then n else (select count(*) from found) end from (select count(*) as n from matching) m`, fewUsers)
}

// userPlan is how a statement finds its page.
type userPlan int

const (
	chooseUsers userPlan = iota // all whom the filter leaves are put in order
	findUsers                   // all whom the search finds
	walkUsers                   // along the order
	// All who match the search are collected first, then the order is walked among them.
	collectUsers
)

// countUsers counts the members of a query whose plan has no found.
func countUsers(q desk.UserQuery) string {
	switch {
	case q.Search != "":
		return `select count(*) from member_search d where ` + matchesAndSeen(q)
	case q.Filter == desk.ActiveUsers:
		return `select count(distinct id) from seen`
	case q.Filter == desk.InactiveUsers:
		return `select (select count(*) from member_search) - (select count(distinct id) from seen)`
	}
	return `select count(*) from member_search`
}

// matchesAndSeen is true of the rows "d" that match a search and pass the filter. Of who
// was seen few have their text read; who was not seen is asked of those who match. The
// planner would do both the other way round: 61 ms, not 40, for the first among 100,000.
func matchesAndSeen(q desk.UserQuery) string {
	matches, seen := matchesUser(q), seenFilter(q, "d")
	switch q.Filter {
	case desk.ActiveUsers:
		return `case when ` + seen + ` then ` + matches + ` else false end`
	case desk.InactiveUsers:
		return `case when ` + matches + ` then ` + seen + ` else false end`
	}
	return matches
}

// userStatement gives the ids and keys of a page in their order, and after them a row
// with the number of all. $1 to $3 belong to the conditions; a page begins after the
// key $4 and the id $5, and has the limit $6 and the offset $7. A search that is not
// common stops after fewUsers: the number is larger then, and there is no page.
type userStatement struct {
	query desk.UserQuery
	order userOrder
	after bool // there is a page before
	walk  int  // how many rows of the order walkUsers walks for a search
}

// begin is true of rows of a table that come after the page before.
func (s userStatement) begin(table string) string {
	if !s.after {
		return `true`
	}
	beyond := ">"
	if s.query.Descending {
		beyond = "<"
	}
	return fmt.Sprintf(`(%s.%s, %s.member_id) %s ($4::text::%s, $5::uuid)`, table, s.order.column, table, beyond, s.order.kind)
}

func (s userStatement) orderBy(table string) string {
	direction := "asc"
	if s.query.Descending {
		direction = "desc"
	}
	return fmt.Sprintf(`%[1]s.%[2]s %[3]s, %[1]s.member_id %[3]s`, table, s.order.column, direction)
}

func (s userStatement) text(plan userPlan) string {
	q, with := s.query, seenMembers
	from, table := s.order.walked()
	where, count, walked := seenFilter(q, table), ``, `null::bigint`
	switch plan {
	case chooseUsers, findUsers:
		found := foundUsers
		if plan == chooseUsers {
			found = allChosen
		}
		var tables string
		tables, count = found(q, s.order.column)
		with += `, ` + tables
		from, table, where = `found f`, `f`, `true`
	case walkUsers:
		count = countUsers(q)
		if q.Search != "" {
			// A page that is not full is read by another plan, which counts too.
			count = fmt.Sprintf(`select case when (select count(*) from walked) < %d or (select count(*) from page) > $6 - 1 then (%s) else 0 end`, s.walk, count)
			with += fmt.Sprintf(`, walked as materialized (select %s.member_id, %s.%s, d.search from %s where %s order by %s limit %d)`,
				table, table, s.order.column, from, s.begin(table), s.orderBy(table), s.walk)
			from, table, where = `walked d`, `d`, matchesUser(q)+` and `+seenFilter(q, "d")
			walked = `(select count(*) from walked)`
		}
	case collectUsers:
		with += `, matching as materialized (select member_id from member_search d where ` + matchesAndSeen(q) + `)`
		where = `(` + table + `.member_id in (select member_id from matching)) is true`
		count = `select count(*) from matching`
	}
	return fmt.Sprintf(`
		with %[1]s, page as (
			select %[2]s.member_id, %[2]s.%[3]s as key from %[4]s where %[5]s and %[6]s
			order by %[7]s limit $6 offset $7
		),
		typed as (select $1::interval, $2::text, $3::text, $4::text, $5::uuid) -- also what is not used has a type
		select member_id, key::text, null::bigint, null::bigint from page
		union all
		select null, null, (%[8]s), %[9]s`, with, table, s.order.column, from, where, s.begin(table), s.orderBy(table), count, walked)
}

// userPage is what a statement of userStatement gives.
type userPage struct {
	ids    []pgtype.UUID
	keys   []string
	total  int
	walked int // rows of the order, where only some of them were walked
}

// readUserPage reads the page of a query by the plan that suits what it finds.
func readUserPage(ctx context.Context, conn *pgxpool.Conn, q desk.UserQuery, after bool, args []any) (userPage, error) {
	s := userStatement{query: q, order: userOrders[q.Sort], after: after}
	_, few := chosenUsers[q.Filter]
	if q.Filter == desk.ActiveUsers {
		// Of the periods of five minutes, which an index has, the sessions are at least as many.
		if err := conn.QueryRow(ctx, `select count(*) <= $2 from (select from session_seen
			where seen_in >= date_bin('5 minutes', muster_now() - $1::interval, 'epoch') limit $2 + 1) seen`, args[0], fewUsers).Scan(&few); err != nil {
			return userPage{}, err
		}
	}
	switch {
	case few:
		return runUserStatement(ctx, conn, s.text(chooseUsers), args)
	case q.Search == "":
		return runUserStatement(ctx, conn, s.text(walkUsers), args)
	}
	plan, walk, err := s.plan(ctx, conn, args)
	if err != nil {
		return userPage{}, err
	}
	s.walk = walk
	page, err := runUserStatement(ctx, conn, s.text(plan), args)
	if err != nil {
		return page, err
	}
	cut := plan == walkUsers && len(page.ids) <= q.Limit && page.walked == walk
	if cut || plan == findUsers && page.total > fewUsers {
		return runUserStatement(ctx, conn, s.text(collectUsers), args)
	}
	return page, nil
}

func runUserStatement(ctx context.Context, conn *pgxpool.Conn, statement string, args []any) (page userPage, err error) {
	rows, err := conn.Query(ctx, statement, args...)
	if err != nil {
		return page, err
	}
	var id pgtype.UUID
	var key *string
	var total, walked *int
	_, err = pgx.ForEachRow(rows, []any{&id, &key, &total, &walked}, func() error {
		switch {
		case total != nil:
			page.total = *total
			if walked != nil {
				page.walked = *walked
			}
		case id.Valid:
			page.ids, page.keys = append(page.ids, id), append(page.keys, *key)
		}
		return nil
	})
	return page, err
}
