package storetest

import "testing"

// AddEmergency adds an emergency message of a member.
func AddEmergency(t testing.TB, rows Rows, member, message string) {
	t.Helper()
	write(t, rows, `insert into emergency_messages (id, member_id, message, priority, sent_at) values (gen_random_uuid(), $1, $2, 'high', muster_now())`, member, message)
}
