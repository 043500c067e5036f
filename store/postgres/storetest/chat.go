package storetest

import (
	"testing"
	"time"

	"muster/store/chat"
)

// Ignore has a member ignore another, without the broadcast.
func Ignore(t testing.TB, rows Rows, member, ignored string) {
	t.Helper()
	write(t, rows, `insert into ignored_members (member_id, ignored_id) values ($1, $2)`, member, ignored)
}

// AddReport reports a member.
func AddReport(t testing.TB, rows Rows, reporter, subject string, reason chat.ReportReason, note string) {
	t.Helper()
	write(t, rows, `insert into reports (reporter_id, subject_id, reason, note, created_at) values ($1, $2, $3, $4, muster_now())`, reporter, subject, reason, note)
}

// LengthenPushPauses lets the pauses between pushes that have begun last longer.
func LengthenPushPauses(t testing.TB, rows Rows, by time.Duration) {
	t.Helper()
	write(t, rows, `update push_pauses set at = at + $1::interval`, by)
}

// AddRooms adds n open rooms, room-1, room-2 and so on.
func AddRooms(t testing.TB, rows Rows, n int) {
	t.Helper()
	write(t, rows, `with fresh as (insert into rooms (id, display_name) select 'room-' || i, 'Room ' || i from generate_series(1, $1::int) i returning id)
		insert into room_heads (room_id) select id from fresh`, n)
}
