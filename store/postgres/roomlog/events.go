// Reading the rooms' logs and the site log.

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

// Events reads at most limit events of room after number after, in order. The
// texts are joined now: of a message deleted since, only what still stands is
// given. It does not ask who reads: the caller has.
func (l *Log) Events(ctx context.Context, room string, after int64, limit int) ([]roomlog.Event, error) {
	var events []roomlog.Event
	err := l.live.ReadBulk(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		res, err := conn.Query(ctx, eventsOfRoom+` and v.seq > $2 order by v.seq limit $3`, room, after, limit)
		if err != nil {
			return err
		}
		events, err = collectEvents(res, room)
		return err
	})
	return events, err
}

// eventsOfRoom selects the events of room $1, with the texts as they are now.
const eventsOfRoom = `
	select v.seq, v.kind, v.message_id, v.actor_id, coalesce(am.username, ''), coalesce(v.reaction, ''), v.at,
	       ` + eventDetail + `,` + MessageColumns + `
	from room_events v
	left join lateral (select username from members where id = v.actor_id limit 1) am on true
	left join lateral (select * from messages where id = v.message_id and v.kind = 'message' limit 1) e on true` + MessageRows + `
	where v.room_id = $1`

// eventDetail is what is joined to an event of a kind other than message, as an
// eventRow reads it: what stands now of a message that was edited, got a preview or has
// its media described anew, and the room's settings.
const eventDetail = `
	case v.kind
	when 'message_edited' then
		(select jsonb_build_object('text', body, 'mentions', mentions, 'all', mentions_all) from messages where id = v.message_id and deleted_at is null)
	when 'message_preview' then
		(select jsonb_build_object('preview', preview) from messages where id = v.message_id and deleted_at is null)
	when 'message_media' then
		(select jsonb_build_object('upload', ` + uploadObject + `) from uploads u where u.message_id = v.message_id and u.deleted_at is null limit 1)
	when 'room_changed' then
		(select jsonb_build_object('name', r.display_name, 'description', r.description, 'default', r.is_default,
		        'access', r.access_level, 'slow', r.slow_mode_seconds, 'readOnly', r.read_only) from rooms r where r.id = v.room_id)
	end`

// eventRow is eventDetail.
type eventRow struct {
	Text     string               `json:"text"`
	Mentions []string             `json:"mentions"`
	All      bool                 `json:"all"`
	Preview  *roomlog.LinkPreview `json:"preview"`
	Upload   *store.Upload        `json:"upload"`

	Name        string              `json:"name"`
	Description string              `json:"description"`
	Default     bool                `json:"default"`
	Access      roomlog.AccessLevel `json:"access"`
	Slow        int                 `json:"slow"`
	ReadOnly    bool                `json:"readOnly"`
}

// addTo puts the detail into an event of its kind; d may be nil.
func (d *eventRow) addTo(e *roomlog.Event) {
	if d == nil {
		d = &eventRow{}
	}
	switch e.Kind {
	case roomlog.MessageEdited:
		e.Edit = &roomlog.Edit{Text: d.Text, Mentions: d.Mentions, MentionsAll: d.All}
	case roomlog.MessagePreview:
		e.Preview = d.Preview
		if e.Preview == nil {
			e.Preview = &roomlog.LinkPreview{}
		}
	case roomlog.MessageMedia:
		e.Upload = d.Upload
	case roomlog.SettingsChanged:
		e.Settings = &roomlog.Room{ID: e.Room, DisplayName: d.Name, Description: d.Description, IsDefault: d.Default,
			AccessLevel: d.Access, SlowMode: time.Duration(d.Slow) * time.Second, ReadOnly: d.ReadOnly}
	}
}

// collectEvents reads rows of eventsOfRoom.
func collectEvents(rows pgx.Rows, room string) ([]roomlog.Event, error) {
	var events []roomlog.Event
	var v roomlog.Event
	var kind string
	var messageID, actorID pgtype.UUID
	var m MessageRow
	var detail *eventRow
	into := append([]any{&v.Seq, &kind, &messageID, &actorID, &v.ActorName, &v.Reaction, &v.At, &detail}, m.ScanTargets()...)
	_, err := pgx.ForEachRow(rows, into, func() error {
		e := v
		e.Room, e.Kind, e.ActorID = room, roomlog.EventKind(kind), actorID.String()
		detail.addTo(&e)
		detail = nil
		if e.Kind == roomlog.MessageSent {
			msg := m.Value()
			e.Message = &msg
		} else {
			e.MessageID = messageID.String()
		}
		events = append(events, e)
		return nil
	})
	return events, err
}

// Heads gives the last number of each of rooms that exists, and of the site
// log, in one query.
func (l *Log) Heads(ctx context.Context, rooms []string) (map[string]int64, int64, error) {
	var heads map[string]int64
	var site int64
	err := l.live.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		heads = make(map[string]int64, len(rooms))
		res, err := conn.Query(ctx, `
			select room_id, seq from room_heads where room_id = any($1::text[])
			union all select '', seq from site_head`, rooms)
		if err != nil {
			return err
		}
		var room string
		var seq int64
		_, err = pgx.ForEachRow(res, []any{&room, &seq}, func() error {
			if room == "" {
				site = seq
			} else {
				heads[room] = seq
			}
			return nil
		})
		return err
	})
	return heads, site, err
}

// Resumable says whether a member who saw number seq last can be sent what it
// missed (roomlog.CanResume). Of a room that does not exist nothing can be sent.
func (l *Log) Resumable(ctx context.Context, room string, seq int64) (bool, error) {
	can := false
	err := l.live.ReadBulk(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		var head int64
		var missed *time.Time
		var now time.Time
		err := conn.QueryRow(ctx, `
			select h.seq, v.at, muster_now() from room_heads h
			left join room_events v on v.room_id = h.room_id and v.seq = least($2, h.seq) + 1
			where h.room_id = $1`, room, seq).Scan(&head, &missed, &now)
		if postgres.NoRow(err) {
			can = false
			return nil
		}
		var first time.Time
		if missed != nil {
			first = *missed
		}
		can = roomlog.CanResume(seq, head, first, now)
		return err
	})
	return can, err
}
