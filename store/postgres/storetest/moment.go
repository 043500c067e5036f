package storetest

import "testing"

// MoveToOneMoment has all messages, mentions and encrypted messages be of one moment.
func MoveToOneMoment(t testing.TB, rows Rows) {
	t.Helper()
	write(t, rows, `update messages set created_at = date_trunc('hour', muster_now())`)
	write(t, rows, `update message_mentions set at = date_trunc('hour', muster_now())`)
	write(t, rows, `update decrypt_messages set created_at = muster_now()`)
}

// AddRowsOfOneMoment adds so many contributions, emergency messages, invitations, fees and
// campaigns, those of one list of one moment; a member's where they are somebody's.
func AddRowsOfOneMoment(t testing.TB, rows Rows, member string, n int) {
	t.Helper()
	write(t, rows, `insert into contributions (member_id, purpose, amount_cents, status) select $1, 'contribution', 500, 'completed' from generate_series(1, $2)`, member, n)
	write(t, rows, `insert into emergency_messages (id, member_id, message, priority, sent_at) select gen_random_uuid(), $1, 'the gate is open', 'high', muster_now() from generate_series(1, $2)`, member, n)
	write(t, rows, `insert into application_invitations (code, uses) select n::text, 1 from generate_series(1, $1) n`, n)
	write(t, rows, `insert into application_payments (amount_cents, status, paid_at) select 5000, 'completed', muster_now() from generate_series(1, $1)`, n)
	write(t, rows, `insert into campaigns (id, created_by, request_hash, name, notification_type, recipient_group, subject, message, status, created_at, send_at)
		select gen_random_uuid(), $1, '', 'n', 'email', 'all', 's', 'm', 'completed', muster_now(), muster_now() from generate_series(1, $2)`, member, n)
}
