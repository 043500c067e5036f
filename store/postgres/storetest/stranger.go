package storetest

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"
)

// AddStrangers fills the tables from which an erasure deletes a few rows of its member with 20,000
// rows of others each, and with some of a member's.
func AddStrangers(t testing.TB, owner *pgxpool.Pool, member string) {
	t.Helper()
	AddMembers(t, owner, "Stranger #", "stranger#@example.org", "+49151#", 200)
	for _, fill := range []string{
		`insert into usernames (username, member_id, taken_at) select 'name_' || n, (select id from members where id <> $1 limit 1), muster_now() from generate_series(1, 20000) n`,
		`insert into profile_views (day, member_id, viewer_id)
			select muster_now()::date - n % 3, case n when 1 then $1 else gen_random_uuid() end, case n when 2 then $1 else gen_random_uuid() end from generate_series(1, 20002) n`,
		`insert into room_pace (room_id, member_id, last_at) select 'general', case n when 1 then $1 else gen_random_uuid() end, muster_now() from generate_series(1, 20001) n`,
		`insert into push_pauses (room_id, member_id, seq, at) select 'general', case n when 1 then $1 else gen_random_uuid() end, 1, muster_now() from generate_series(1, 20001) n`,
		`insert into ignored_members (member_id, ignored_id) select a.id, b.id from members a, members b where a.id <> b.id and $1::uuid is not null`,
		`insert into uploads (id, owner_id, kind, content_type, size, thumbnail, metadata, created_at, ready_at)
			select gen_random_uuid(), case n when 1 then $1 else gen_random_uuid() end, 'image', 'image/png', 1, false, '{}', muster_now(), muster_now() from generate_series(1, 20001) n`,
	} {
		write(t, owner, fill, member)
	}
	write(t, owner, `analyze`)
}

// RowsOf counts the rows of a member in the tables that AddStrangers has filled.
func RowsOf(t testing.TB, owner *pgxpool.Pool, member string) map[string]int {
	t.Helper()
	found := map[string]int{}
	for table, condition := range map[string]string{
		"usernames": `member_id = $1 and held_until is null and username not in (select username from members where id = $1)`, "profile_views": `member_id = $1 or viewer_id = $1`, "room_pace": `member_id = $1`,
		"push_pauses": `member_id = $1`, "ignored_members": `member_id = $1 or ignored_id = $1`, "uploads": `owner_id = $1 and deleted_at is null`,
	} {
		var n int
		if err := owner.QueryRow(context.Background(), `select count(*) from `+table+` where `+condition, member).Scan(&n); err != nil {
			t.Fatal(err)
		}
		found[table] = n
	}
	return found
}
