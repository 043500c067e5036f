package desk

import (
	"context"

	"github.com/jackc/pgx/v5"

	"muster/store"
	"muster/store/postgres"
)

// Tables are the sums, the notes of administrators and the subscriptions to chat.
func (*Desk) Tables() map[string]string {
	const counts, index = "counts of what messages.json holds", "an index of what sessions.json says"
	return map[string]string{
		"chat_subscriptions":    "",
		"member_notes":          "notes of administrators",
		"rollup_days":           counts,
		"rollup_deletions":      "counts of deleted messages, for a moment",
		"rollup_hour":           counts,
		"rollup_joined":         "",
		"rollup_joined_changes": "",
		"rollup_members":        counts,
		"rollup_quarters":       "",
		"rollup_rooms":          "",
		"rollup_seen":           index,
		"rollup_seen_changes":   index + ", for a moment",
		"rollup_seen_members":   index,
		"rollup_senders":        "",
		"rollup_state":          "",
	}
}

// Erase deletes a member's subscription. The sums follow the tables that they count.
func (*Desk) Erase(ctx context.Context, tx pgx.Tx, m store.Member) error {
	return postgres.EraseRows(ctx, tx, m, `delete from chat_subscriptions where member_id = $1`)
}

// Export gives a member's subscription.
func (*Desk) Export(context.Context, pgx.Tx, store.Member) ([]postgres.ExportFile, error) {
	return []postgres.ExportFile{{
		Name: "subscription.json", About: "your chat subscription", Query: `select s.* from chat_subscriptions s where s.member_id = $1`,
	}}, nil
}

// ActivityQuery is none: what administrators did is in the audit log.
func (*Desk) ActivityQuery() string { return "" }

// BackupPart is empty: the sums are made again.
func (*Desk) BackupPart() (none postgres.BackupPart) { return none }
