// Messages as members see them, read from their rows.

package roomlog

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
	"muster/store/postgres"
	"muster/store/roomlog"
)

// preview is what a reply quotes of its target "t": the text, or a word for
// what has none; null once the target is deleted.
const preview = `case when t.deleted_at is null then coalesce(left(t.body, 200),
	case t.kind when 'gif' then 'GIF' when 'image' then 'Image' when 'video' then 'Video' when 'voice' then 'Voice message' end) end`

// MessageColumns and MessageRows read a message "e": names as they are now,
// and of a reply only what still stands. "e" may be missing.
const (
	MessageColumns = `
	e.id, coalesce(e.room_id, ''), coalesce(e.seq, 0), coalesce(e.kind, ''), coalesce(e.body, ''), coalesce(e.media_url, ''),
	coalesce(e.thumbnail_url, ''), e.sender_id, coalesce(em.username, ''),
	e.client_msg_id, e.reply_to, coalesce(tm.username, ''), coalesce(` + preview + `, ''),
	coalesce(t.deleted_at is not null, false), coalesce(e.created_at, 'epoch'), e.deleted_at, coalesce(e.flagged, false),
	e.edited_at, e.mentions, coalesce(e.mentions_all, false), e.preview, eu.upload`
	MessageRows = `
	left join lateral (select username from members where id = e.sender_id limit 1) em on true
	left join lateral (select * from messages where id = e.reply_to limit 1) t on true
	left join lateral (select username from members where id = t.sender_id limit 1) tm on true` + uploadOf
	// ReactionsOf gives all reactions of "e" in the order they were added.
	ReactionsOf = `
	(select jsonb_agg(jsonb_build_array(x.member_id, coalesce(xm.username, ''), x.emoji) order by x.seq)
	 from reactions x left join lateral (select username from members where id = x.member_id limit 1) xm on true where x.message_id = e.id) as reactions`
)

// MessageRow is one row of MessageColumns, with reactions where they were read.
type MessageRow struct {
	ID           pgtype.UUID
	RoomID       string
	Seq          int64
	Kind         string
	Body         string
	MediaURL     string
	ThumbnailURL string
	SenderID     pgtype.UUID
	SenderName   string
	ClientMsgID  pgtype.UUID
	ReplyTo      pgtype.UUID
	ReplyName    string
	ReplyText    string
	ReplyDeleted bool
	CreatedAt    time.Time
	DeletedAt    *time.Time
	Flagged      bool
	EditedAt     *time.Time
	Mentions     []pgtype.UUID
	MentionsAll  bool
	Preview      *roomlog.LinkPreview
	Upload       *store.Upload
	Reactions    [][3]string
}

// ScanTargets are the places for MessageColumns, in their order.
func (m *MessageRow) ScanTargets() []any {
	return []any{&m.ID, &m.RoomID, &m.Seq, &m.Kind, &m.Body, &m.MediaURL, &m.ThumbnailURL, &m.SenderID, &m.SenderName,
		&m.ClientMsgID, &m.ReplyTo, &m.ReplyName, &m.ReplyText, &m.ReplyDeleted, &m.CreatedAt, &m.DeletedAt, &m.Flagged,
		&m.EditedAt, &m.Mentions, &m.MentionsAll, &m.Preview, &m.Upload}
}

// Value takes the row as a message. The next row is read into a preview and an
// upload of its own.
func (m *MessageRow) Value() roomlog.Message {
	out := roomlog.Message{
		ID: m.ID.String(), Room: m.RoomID, Seq: m.Seq, Kind: roomlog.MessageKind(m.Kind),
		Text: m.Body, MediaURL: m.MediaURL, ThumbnailURL: m.ThumbnailURL,
		SenderID: m.SenderID.String(), SenderName: m.SenderName,
		ClientMsgID: m.ClientMsgID.String(), ReplyTo: m.ReplyTo.String(),
		ReplyName: m.ReplyName, ReplyText: m.ReplyText, ReplyDeleted: m.ReplyDeleted,
		CreatedAt: m.CreatedAt, Flagged: m.Flagged, Mentions: WrittenIDs(m.Mentions), MentionsAll: m.MentionsAll, Preview: m.Preview,
		Upload: m.Upload,
	}
	m.Preview, m.Upload = nil, nil
	if m.EditedAt != nil {
		out.EditedAt = *m.EditedAt
	}
	if m.DeletedAt != nil {
		out.DeletedAt = *m.DeletedAt
	}
	for _, x := range m.Reactions {
		out.Reactions = append(out.Reactions, roomlog.Reaction{MessageID: out.ID, MemberID: x[0], Username: x[1], Emoji: x[2]})
	}
	return out
}

// WrittenIDs gives ids in their written form.
func WrittenIDs(ids []pgtype.UUID) []string {
	if len(ids) == 0 {
		return nil
	}
	written := make([]string, len(ids))
	for i, id := range ids {
		written[i] = id.String()
	}
	return written
}

// readExisting reads the first events of sends that were in the log already. A
// send whose event cannot be read is refused as Unavailable: nothing of it was
// stored by this call.
func (l *Log) readExisting(ctx context.Context, rows []*pendingCommand) {
	var found []*pendingCommand
	var members, clients []pgtype.UUID
	for _, r := range rows {
		if r.outcome == "found" && r.command.Kind == roomlog.MessageSent {
			found = append(found, r)
			members, clients = append(members, r.member), append(clients, r.clientMsg)
		}
	}
	if len(found) == 0 {
		return
	}
	err := l.live.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		res, err := conn.Query(ctx, `
			select g.index, `+MessageColumns+`
			from unnest($1::uuid[], $2::uuid[]) with ordinality as g(sender_id, client_msg_id, index)
			cross join lateral (select * from sends where sender_id = g.sender_id and client_msg_id = g.client_msg_id limit 1) f
			cross join lateral (select * from messages where id = f.message_id limit 1) e`+MessageRows, members, clients)
		if err != nil {
			return err
		}
		var index int64
		var m MessageRow
		_, err = pgx.ForEachRow(res, append([]any{&index}, m.ScanTargets()...), func() error {
			msg := m.Value()
			found[index-1].firstEvent = sentEvent(&msg)
			return nil
		})
		return err
	})
	for _, r := range found {
		if err == nil && r.firstEvent == nil {
			err = postgres.Unavailable(nil)
		}
		if err != nil {
			r.refuse(err)
		}
	}
}

// sentEvent is the event that made message m known.
func sentEvent(m *roomlog.Message) *roomlog.Event {
	return &roomlog.Event{
		Room: m.Room, Seq: m.Seq, Kind: roomlog.MessageSent, At: m.CreatedAt,
		Message: m, ActorID: m.SenderID, ActorName: m.SenderName,
	}
}
