package roomlog

import (
	"context"

	"github.com/jackc/pgx/v5"

	"muster/store"
	"muster/store/postgres"
)

// Tables are the logs, the messages in them, and what carries or marks those.
func (*Log) Tables() map[string]string {
	return map[string]string{
		"erased_messages":  "",
		"message_edits":    "",
		"message_mentions": "",
		"messages":         "",
		"reactions":        "",
		"room_events":      "the order of what happened in rooms: your part is in the other files",
		"room_heads":       "",
		"room_pace":        "when you wrote last in a room: in messages.json",
		"room_pins":        "",
		"room_reads":       "",
		"sends":            "numbers of messages that guard against sending twice",
		"uploads":          "",
	}
}

// Export gives what a member said and sent, and how far it has read.
func (*Log) Export(context.Context, pgx.Tx, store.Member) ([]postgres.ExportFile, error) {
	return []postgres.ExportFile{
		{Name: "messages.json", About: "what you wrote", Query: `select id, room_id, kind, body, media_url, reply_to, created_at, edited_at, deleted_at from messages where sender_id = $1 order by created_at, id`},
		{Name: "message-edits.json", About: "earlier texts of messages you edited, and earlier words beside media", Query: `select e.message_id, e.body, e.at from message_edits e join messages m on m.id = e.message_id where m.sender_id = $1 order by e.at`},
		{Name: "reactions.json", About: "your reactions", Query: `select message_id, emoji from reactions where member_id = $1`},
		{Name: "pins.json", About: "messages you pinned", Query: `select room_id, message_id, at from room_pins where pinned_by = $1`},
		{Name: "uploads.json", About: "files you sent; the files themselves are in the folder files", Query: `select id, room_id, kind, content_type, size, metadata, captions, created_at, message_id from uploads where owner_id = $1 and decrypt_id is null and deleted_at is null`},
		{Name: "reading.json", About: "how far you have read", Query: `select room_id, seq from room_reads where member_id = $1`},
		{Name: "mentions.json", About: "messages in which others named you", Query: `select message_id, room_id, at from message_mentions where member_id = $1 order by at`},
	}, nil
}

// ActivityQuery is none: the logs of rooms are read as events.
func (*Log) ActivityQuery() string { return "" }

// BackupPart asks whether logs have holes and end where their heads say: what retention has left of
// a log has none, and its head is its last number. Its files are the uploads.
func (*Log) BackupPart() postgres.BackupPart {
	return postgres.BackupPart{
		Sound: []string{
			`select format('the log of room %s ends at %s, its head is %s', h.room_id, e.last, h.seq) from room_heads h
		join (select room_id, max(seq) as last from room_events group by room_id) e using (room_id) where e.last <> h.seq`,
			`select format('the log of room %s has %s events between %s and %s', room_id, count(*), min(seq), max(seq))
		from room_events group by room_id having count(*) <> max(seq) - min(seq) + 1`,
			`select format('room %s has events and no head', room_id) from room_events where room_id not in (select room_id from room_heads) group by room_id`,
			`select format('room %s has a message with the number %s, its head is %s', m.room_id, max(m.seq), h.seq) from messages m
		join room_heads h on h.room_id = m.room_id group by m.room_id, h.seq having max(m.seq) > h.seq`,
		},
		Totals: map[string]string{
			"messages":                    `select count(*) from messages`,
			"events in the logs of rooms": `select count(*) from room_events`,
		},
		Files: `select id, 'file', content_type from uploads where ready_at is not null and deleted_at is null
			union all select id, 'thumbnail', 'image/jpeg' from uploads where ready_at is not null and deleted_at is null and thumbnail`,
	}
}
