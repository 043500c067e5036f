package chat

import (
	"context"

	"github.com/jackc/pgx/v5"

	"muster/store"
	"muster/store/postgres"
)

// Tables are rooms and who may enter them, reports, and what members chose for
// themselves.
func (*Chat) Tables() map[string]string {
	return map[string]string{
		"push_search":        "",
		"ignored_members":    "",
		"push_cursors":       "",
		"push_pauses":        "when a room's notification was sent to you, kept for half a minute",
		"push_settings":      "",
		"push_subscriptions": "",
		"reports":            "",
		"room_access":        "",
		"room_notifications": "",
		"rooms":              "",
	}
}

// Erase deletes what a member chose, was let into and wrote in reports. That a report was
// made stays.
func (*Chat) Erase(ctx context.Context, tx pgx.Tx, m store.Member) error {
	return postgres.EraseRows(ctx, tx, m,
		`delete from ignored_members where member_id = $1 or ignored_id = $1`,
		`delete from push_subscriptions where member_id = $1`,
		`delete from push_settings where member_id = $1`,
		`delete from push_pauses where room_id = any(array(select id from rooms)) and member_id = $1`, // as its primary key is
		`delete from room_access where member_id = $1`,
		`delete from room_notifications where member_id = $1`,
		`update reports set note = '' where reporter_id = $1`)
}

// Export gives what a member chose, was let into and reported.
func (*Chat) Export(context.Context, pgx.Tx, store.Member) ([]postgres.ExportFile, error) {
	return []postgres.ExportFile{
		{Name: "rooms.json", About: "rooms you were given access to", Query: `select room_id, role, granted_at from room_access where member_id = $1`},
		{Name: "notifications.json", About: "what you are notified of in each room", Query: `select room_id, level, muted_until from room_notifications where member_id = $1`},
		{Name: "push.json", About: "devices that are notified", Query: `select endpoint, created_at from push_subscriptions where member_id = $1`},
		{Name: "push-settings.json", About: "when and how you are notified", Query: `select quiet_from, quiet_to, time_zone, preview from push_settings where member_id = $1`},
		{Name: "ignored.json", About: "whom you ignore", Query: `select i.ignored_id, m.username, i.at from ignored_members i join members m on m.id = i.ignored_id where i.member_id = $1`},
		{Name: "reports.json", About: "what you reported", Query: `select id, subject_id, message_id, reason, note, created_at, closed_at from reports where reporter_id = $1 order by created_at`},
	}, nil
}

// ActivityQuery selects the reports that are open.
func (*Chat) ActivityQuery() string {
	return `select 'report:' || id, 0, created_at, 'report', reporter_id, subject_id, coalesce(room_id, ''), jsonb_build_object('reason', reason)
		from reports where outcome is null and created_at > $5 order by created_at desc, reports.id desc limit $6`
}

// BackupPart counts the rooms.
func (*Chat) BackupPart() postgres.BackupPart {
	return postgres.BackupPart{
		Totals: map[string]string{"rooms": `select count(*) from rooms`},
	}
}
