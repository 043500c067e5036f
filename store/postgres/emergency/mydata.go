package emergency

import (
	"context"

	"github.com/jackc/pgx/v5"

	"muster/store"
	"muster/store/postgres"
)

// Tables are the tables of emergency messages.
func (*Messages) Tables() map[string]string {
	return map[string]string{
		"emergency_messages": "",
	}
}

// Erase deletes the messages of a member.
func (*Messages) Erase(ctx context.Context, tx pgx.Tx, m store.Member) error {
	return postgres.EraseRows(ctx, tx, m, `delete from emergency_messages where member_id = $1`)
}

// Export gives the messages of a member.
func (*Messages) Export(context.Context, pgx.Tx, store.Member) ([]postgres.ExportFile, error) {
	return []postgres.ExportFile{{
		Name: "emergency-messages.json", About: "your emergency messages",
		Query: `select id, message, priority, sent_at, acknowledged_at, resolved_at from emergency_messages where member_id = $1 order by sent_at`,
	}}, nil
}

// ActivityQuery selects the newest messages, of which it shows the priority alone.
func (*Messages) ActivityQuery() string {
	return `select 'emergency:' || id, 0, sent_at, 'emergency', member_id, null, '', jsonb_build_object('priority', priority)
		from emergency_messages where sent_at > $5 order by sent_at desc, emergency_messages.id desc limit $6`
}

// BackupPart is empty: a message stands alone.
func (*Messages) BackupPart() (none postgres.BackupPart) { return none }
