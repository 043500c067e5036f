package storetest

import (
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"muster/store"
)

// WriteMember replaces the names and addresses of m.ID by those of m; "" is none.
func WriteMember(t testing.TB, rows Rows, m store.Member) {
	t.Helper()
	write(t, rows, `update members set name = $2, email = nullif($3, ''), phone = nullif($4, ''),
		username = nullif($5, ''), username_at = case when $5 <> '' then muster_now() end where id = $1`, m.ID, m.Name, m.Email, m.Phone, m.Username)
}

// DueForErasure lets the time of a member that asked to be erased be over.
func DueForErasure(t testing.TB, rows Rows, member string) {
	t.Helper()
	write(t, rows, `update members set erase_at = muster_now() where id = $1 and erased_at is null`, member)
}

// CloseChat takes the right to chat from a member.
func CloseChat(t testing.TB, rows Rows, member string) {
	t.Helper()
	write(t, rows, `update member_standing set chat_enabled = false where member_id = $1`, member)
}

// AgeUsername has a member's username be a year old.
func AgeUsername(t testing.TB, rows Rows, member string) {
	t.Helper()
	write(t, rows, `update members set username_at = muster_now() - interval '1 year' where id = $1`, member)
}

// LockRights locks the rights of a member until a transaction ends, as an erasure does first.
func LockRights(t testing.TB, tx pgx.Tx, member string) {
	t.Helper()
	write(t, tx, `update member_standing set is_admin = is_admin where member_id = $1`, member)
}

// LockSiteLog keeps everybody from adding to the site log until a transaction ends.
func LockSiteLog(t testing.TB, tx pgx.Tx) {
	t.Helper()
	write(t, tx, `update site_head set seq = seq`)
}

// EndSessions ends the sessions of a person.
func EndSessions(t testing.TB, rows Rows, person string) {
	t.Helper()
	write(t, rows, `update sessions set revoked_at = muster_now() where person_id = $1`, person)
}

// EndSession ends a session.
func EndSession(t testing.TB, rows Rows, session string) {
	t.Helper()
	write(t, rows, `update sessions set revoked_at = muster_now() where id = $1`, session)
}

// SeenAgo notes that a session was seen last before that time, or will be.
func SeenAgo(t testing.TB, rows Rows, session string, ago time.Duration) {
	t.Helper()
	write(t, rows, `update session_seen set last_seen_at = muster_now() - $2::interval where session_id = $1`, session, ago)
}

// AddApplicants adds a1@example.org and so on.
func AddApplicants(t testing.TB, rows Rows, n int) {
	t.Helper()
	write(t, rows, `insert into applicants (email) select 'a' || n || '@example.org' from generate_series(1, $1::int) n`, n)
}

// DeleteApplicant deletes an applicant with all that hangs on it.
func DeleteApplicant(t testing.TB, rows Rows, id string) {
	t.Helper()
	write(t, rows, `delete from applicants where id = $1`, id)
}

// ApplicantEmail is the address by which an applicant signs in.
func ApplicantEmail(t testing.TB, rows Rows, id string) string {
	t.Helper()
	return read[string](t, rows, `select email from applicants where id = $1`, id)
}

// Applicants says how many there are.
func Applicants(t testing.TB, rows Rows) int {
	t.Helper()
	return read[int](t, rows, `select count(*) from applicants`)
}

// Rename gives a member another username, however recently it chose one.
func Rename(t testing.TB, rows Rows, member, username string) {
	t.Helper()
	write(t, rows, `update members set username = $2, username_at = muster_now() where id = $1`, member, username)
}

// AddMembers adds n members. # in the name and the address is the number of each, and in
// the phone, which every second one has, that of seven digits; "" is none.
func AddMembers(t testing.TB, rows Rows, name, email, phone string, n int) {
	t.Helper()
	for first := 1; first <= n; first += 1000 { // a statement has a time limit
		write(t, rows, `with made as (
			insert into members (name, email, phone) select replace($1, '#', i::text), replace($2, '#', i::text), case when i % 2 = 0 then nullif(replace($3, '#', (1000000 + i)::text), '') end
			from generate_series($4::int, $5::int) i returning id)
			insert into member_standing (member_id) select id from made`, name, email, phone, first, min(first+999, n))
	}
}

// Populate adds n members of twenty names, a third with a phone, half with a username, who
// joined within the last 400 days.
func Populate(t testing.TB, rows Rows, n int) {
	t.Helper()
	write(t, rows, `with made as (
			insert into members (name, email, phone, username, username_at, created_at)
			select (array['Anna', 'Ben', 'Carla', 'Émile'])[1 + i % 4] || ' ' || (array['Meyer', 'Smith', 'Okafor', 'Tanaka', 'Novak'])[1 + i % 5] || ' ' || i,
				'member' || i || '@example.org', case when i % 3 = 0 then '+4915' || (10000000 + i) end,
				case when i % 2 = 0 then 'soldier_' || i end, case when i % 2 = 0 then muster_now() end, muster_now() - random() * interval '400 days'
			from generate_series(1, $1::int) i returning id)
		insert into member_standing (member_id) select id from made`, n)
}

// SignInEverybody opens as many sessions for each member, all of them seen now.
func SignInEverybody(t testing.TB, rows Rows, each int) {
	t.Helper()
	write(t, rows, `with made as (
			insert into sessions (kind, person_id, token_hash, created_at, expires_max)
			select 'member', m.id, sha256((m.id::text || n)::bytea), muster_now(), muster_now() + interval '1 day' from members m, generate_series(1, $1::int) n returning id)
		insert into session_seen (session_id, last_seen_at) select id, muster_now() from made`, each)
}

// SeenOverYear opens a session for each member, seen last within the year, a tenth of them
// within four minutes.
func SeenOverYear(t testing.TB, rows Rows) {
	t.Helper()
	write(t, rows, `with made as (
			insert into sessions (kind, person_id, token_hash, created_at, expires_max)
			select 'member', m.id, sha256(m.id::text::bytea), seen, seen + interval '1 year'
			from (select id, muster_now() - case when random() < 0.1 then random() * interval '4 minutes' else random() * interval '1 year' end as seen from members) m
			returning id, created_at)
		insert into session_seen (session_id, last_seen_at) select id, created_at from made`)
}

// TagEverybody pins a badge to the profile of each member.
func TagEverybody(t testing.TB, rows Rows) {
	t.Helper()
	write(t, rows, `insert into profiles (member_id, badge_tags) select id, '[{"text":"Helper","emoji":"x","color":"Gold","addedAt":"2026-01-02T03:04:05Z"}]' from members`)
}

// TablesWith lists the tables that have rows of a member, by its id in their column member_id.
func TablesWith(t testing.TB, rows Rows, member string) []string {
	t.Helper()
	return read[[]string](t, rows, `select array_agg(c.table_name::text order by c.table_name) from information_schema.columns c
		join information_schema.tables t using (table_schema, table_name)
		where c.table_schema = 'public' and c.column_name = 'member_id' and t.table_type = 'BASE TABLE' and c.data_type = 'uuid'
		  and (xpath('/row/n/text()', query_to_xml(format('select count(*) as n from %I where member_id = %L', c.table_name, $1::text), true, true, '')))[1]::text::int > 0`, member)
}
