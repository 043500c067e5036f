// The browsers in which members want notifications, and their settings.

package chat

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
	"muster/store/chat"
	"muster/store/language"
	"muster/store/postgres"
	logs "muster/store/postgres/roomlog"
)

// AddPushSubscription adds a browser of the caller's. An endpoint that is known
// belongs to the caller from now on: somebody else signed in there. Of more than
// chat.MaxPushSubscriptions the oldest are removed. It fails with Unauthorized
// when the session has ended.
func (ch *Chat) AddPushSubscription(ctx context.Context, by store.Caller, s chat.PushSubscription) error {
	member, known := postgres.ParseID(by.Member.ID)
	session, alive := postgres.ParseID(by.Session.ID)
	if !known || !alive {
		return store.ErrSessionEnded()
	}
	id := pgtype.UUID{Bytes: uuid.Must(uuid.NewV7()), Valid: true}
	return ch.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		// Two browsers that are added at once come one after the other, and none after its member
		// was erased.
		tag, err := tx.Exec(ctx, `select 1 from members where id = $1 and erased_at is null for no key update`, member)
		if err != nil {
			return err
		}
		if tag.RowsAffected() == 0 {
			return store.ErrSessionEnded()
		}
		if _, err := tx.Exec(ctx, `
			insert into push_subscriptions (id, member_id, session_id, endpoint, p256dh, auth) values ($1, $2, $3, $4, $5, $6)
			on conflict (endpoint) do update
			set member_id = excluded.member_id, session_id = excluded.session_id, p256dh = excluded.p256dh, auth = excluded.auth,
			    created_at = case when push_subscriptions.member_id = excluded.member_id
			                      then push_subscriptions.created_at else excluded.created_at end`,
			id, member, session, s.Endpoint, s.P256DH, s.Auth); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `
			delete from push_subscriptions where member_id = $1 and id not in (
				select id from push_subscriptions where member_id = $1
				order by endpoint = $2 desc, created_at desc, id desc limit $3)`, member, s.Endpoint, chat.MaxPushSubscriptions)
		return err
	})
}

// RemovePushSubscription removes a browser of a member; one that is not there is
// no failure.
func (ch *Chat) RemovePushSubscription(ctx context.Context, memberID, endpoint string) error {
	member, ok := postgres.ParseID(memberID)
	if !ok {
		return store.ErrSessionEnded()
	}
	return ch.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `delete from push_subscriptions where member_id = $1 and endpoint = $2`, member, endpoint)
		return err
	})
}

// pushSettingsColumns read the settings "p", which may be missing.
const pushSettingsColumns = `
	coalesce(to_char(p.quiet_from, 'HH24:MI'), ''), coalesce(to_char(p.quiet_to, 'HH24:MI'), ''),
	coalesce(p.time_zone, 'UTC'), coalesce(p.preview, false)`

func pushSettingsTargets(s *chat.PushSettings) []any {
	return []any{&s.QuietFrom, &s.QuietTo, &s.TimeZone, &s.Preview}
}

// PushSettings gives what a member chose, or chat.DefaultPushSettings.
func (ch *Chat) PushSettings(ctx context.Context, memberID string) (chat.PushSettings, error) {
	var s chat.PushSettings
	member, ok := postgres.ParseID(memberID)
	if !ok {
		return s, store.ErrSessionEnded()
	}
	err := ch.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		return conn.QueryRow(ctx, `select `+pushSettingsColumns+` from (select) one left join push_settings p on p.member_id = $1`, member).
			Scan(pushSettingsTargets(&s)...)
	})
	return s, err
}

// ChangePushSettings stores what change makes of a member's settings, and gives it. Two changes
// of one member come one after the other.
func (ch *Chat) ChangePushSettings(ctx context.Context, memberID string, change func(chat.PushSettings) (chat.PushSettings, error)) (s chat.PushSettings, err error) {
	member, ok := postgres.ParseID(memberID)
	if !ok {
		return s, store.ErrSessionEnded()
	}
	err = ch.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if err := postgres.KeepMemberIn(ctx, tx, member); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `insert into push_settings (member_id, time_zone, preview) values ($1, $2, $3) on conflict do nothing`,
			member, chat.DefaultPushSettings.TimeZone, chat.DefaultPushSettings.Preview); err != nil {
			return err
		}
		err := tx.QueryRow(ctx, `select `+pushSettingsColumns+` from push_settings p where member_id = $1 for update`, member).Scan(pushSettingsTargets(&s)...)
		if err != nil {
			return err
		}
		if s, err = change(s); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `
			update push_settings set quiet_from = nullif($2, '')::time, quiet_to = nullif($3, '')::time, time_zone = $4, preview = $5
			where member_id = $1`, member, s.QuietFrom, s.QuietTo, s.TimeZone, s.Preview)
		return err
	})
	return s, err
}

// PushMessage is a message as a notification quotes it.
type PushMessage struct {
	ID, Room, RoomName string
	Seq                int64
	Sender             string
	Text               string // at most roomlog.PreviewLength code points
}

// PushRecipient is a browser that may be notified of a message now.
type PushRecipient struct {
	chat.PushSubscription
	Preview  bool
	Language language.Tag // of the member
}

// PushRecipients reads a message and those of the browsers that may be notified of it
// now: their member is still signed in there, with a recognised face if RequireFaces was
// called, may enter the room, has not read the message, or the edit that names the member,
// and wants to be notified of it as chat.PushCandidate.Wants says. It gives nobody for a
// message that was deleted.
func (ch *Chat) PushRecipients(ctx context.Context, message string, browsers []string) (m PushMessage, to []PushRecipient, err error) {
	id, _ := postgres.ParseID(message)
	ids := make([]pgtype.UUID, len(browsers))
	for i, one := range browsers {
		ids[i], _ = postgres.ParseID(one)
	}
	err = ch.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		to = nil
		res, err := conn.Query(ctx, `
			select e.id::text, r.id, r.display_name, e.seq, coalesce(em.username, ''), `+logs.LastMessagePreview+`,
			       b.id::text, b.endpoint, b.p256dh, b.auth, `+pushSettingsColumns+`, reader.language, muster_now()
			from messages e
			join rooms r on r.id = e.room_id and r.deleted_at is null
			left join members em on em.id = e.sender_id
			join push_subscriptions b on b.id = any($3::uuid[])
			cross join lateral (
				select coalesce(max(x.seq), e.seq) as seq, count(*) > 0 as named, coalesce(bool_or(x.member_id is null), false) as everybody
				from message_mentions x
				where x.message_id = e.id and not x.withdrawn and (x.member_id = b.member_id or x.member_id is null)
			) announced
			join room_events v on v.room_id = e.room_id and v.seq = announced.seq and b.created_at <= v.at and v.at >= muster_now() - $4::interval
			join sessions s on s.id = b.session_id
			join session_seen seen on seen.session_id = s.id and `+postgres.SessionLive+` and (s.face_verified or not $5)
			join member_standing st on st.member_id = b.member_id
			join members reader on reader.id = b.member_id
			left join room_access a on a.room_id = r.id and a.member_id = b.member_id
			left join room_reads k on k.room_id = r.id and k.member_id = b.member_id
			left join room_notifications n on n.room_id = r.id and n.member_id = b.member_id
			left join push_settings p on p.member_id = b.member_id
			where e.id = $2 and e.deleted_at is null and not `+logs.IsBanned+` and (`+logs.HasRoomAccess+`) and coalesce(k.seq, 0) < announced.seq
			  and coalesce(n.muted_until <= muster_now(), true)
			  and case coalesce(n.level, 'all') when 'none' then false when 'mentions' then announced.named else true end
			  and (announced.everybody or not exists (select from ignored_members i where i.member_id = b.member_id and i.ignored_id = e.sender_id))`,
			ch.db.SessionLimits().Idle, id, ids, chat.PushAge, ch.faceGate)
		if err != nil {
			return err
		}
		var one PushRecipient
		var settings chat.PushSettings
		var now time.Time
		targets := append([]any{&m.ID, &m.Room, &m.RoomName, &m.Seq, &m.Sender, &m.Text, &one.ID, &one.Endpoint, &one.P256DH, &one.Auth},
			append(pushSettingsTargets(&settings), &one.Language, &now)...)
		_, err = pgx.ForEachRow(res, targets, func() error {
			if one.Preview = settings.Preview; !settings.Quiet(now) {
				to = append(to, one)
			}
			return nil
		})
		return err
	})
	return m, to, err
}

// DropPushSubscriptions removes browsers that their push services do not know
// any more.
func (ch *Chat) DropPushSubscriptions(ctx context.Context, ids []string) error {
	return ch.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `delete from push_subscriptions where id = any($1::uuid[])`, ids)
		return err
	})
}

// sweepBatch is how many browsers one statement of the sweep looks at.
const sweepBatch = 1000

// sweepPushSubscriptions removes those of the $3 browsers behind $2 in which nobody is signed in, and
// gives the last one it looked at. One that was added again meanwhile, by another session, stays.
// The ids are an array: joined with the page, all browsers were read for each page.
const sweepPushSubscriptions = `
	with page as materialized (select id, session_id from push_subscriptions where id > $2 order by id limit $3),
	ended as materialized (
		select id, session_id from page p where not exists (
			select from ` + postgres.SessionRows + ` where s.id = p.session_id and ` + postgres.SessionLive + `)
	),
	gone as (
		delete from push_subscriptions b where b.id = any(array(select id from ended)) and (b.id, b.session_id) in (select id, session_id from ended)
	)
	select id from page order by id desc limit 1`

// SweepPushSubscriptions removes browsers in which nobody is signed in any more.
func (ch *Chat) SweepPushSubscriptions(ctx context.Context) error {
	last := pgtype.UUID{Valid: true}
	for more := true; more; {
		err := ch.db.WriteEach(ctx, func(ctx context.Context, on *pgxpool.Conn) error {
			err := on.QueryRow(ctx, sweepPushSubscriptions, ch.db.SessionLimits().Idle, last, sweepBatch).Scan(&last)
			if more = !postgres.NoRow(err); !more {
				return nil
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}
