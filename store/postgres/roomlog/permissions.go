// The rows that permit a command on a room's log: they are share-locked and then
// decide. Appends take the locks in the order member status,
// sessions, rooms, access, each in id order; whoever changes one of these rows
// therefore waits for the appends in flight, and no append that comes later
// overlooks the change.

package roomlog

import (
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"muster/store"
	"muster/store/postgres"
	"muster/store/roomlog"
)

const (
	lockHeads = `select 1 from room_heads where room_id = any($1::text[]) order by room_id for update`
	lockHead  = `select 1 from room_heads where room_id = $1 for update`
)

var permissionLocks = []string{
	`select 1 from member_standing where member_id = any($1::uuid[]) order by member_id for share`,
	`select 1 from sessions where id = any($1::uuid[]) order by id for share`,
	`select 1 from rooms where id = any($1::text[]) order by id for share`,
	`select 1 from room_access where room_id = any($1::text[]) and member_id = any($2::uuid[])
	 order by room_id, member_id for share`,
}

// queueLoneLocks queues the locks of one command alone: those of lockHeads and
// permissionLocks, with nothing to sort.
func queueLoneLocks(b *pgx.Batch, room string, member, session pgtype.UUID) {
	b.Queue(lockHead, room)
	b.Queue(`select 1 from member_standing where member_id = $1 for share`, member)
	b.Queue(`select 1 from sessions where id = $1 for share`, session)
	b.Queue(`select 1 from rooms where id = $1 for share`, room)
	b.Queue(`select 1 from room_access where room_id = $1 and member_id = $2 for share`, room, member)
}

// permissionRows joins the rows that decide to "g", which has room_id, member_id
// and session_id.
//
// Here and in all queries of the live path, a row is looked up by a lateral
// subquery with a limit: it is found through its index, row by row, whatever
// the planner thought of the tables while they were small.
const permissionRows = `
	left join lateral (select * from sessions where id = g.session_id limit 1) s on s.person_id = g.member_id and s.kind = 'member'
	left join lateral (select * from member_standing where member_id = g.member_id limit 1) st on true
	left join lateral (select * from members where id = g.member_id limit 1) m on true
	left join lateral (select * from rooms where id = g.room_id limit 1) r on r.deleted_at is null
	left join lateral (select * from room_access where room_id = g.room_id and member_id = g.member_id limit 1) a on true`

// entryCases are the cases that refuse everything in the room.
const entryCases = `
	when s.id is null or s.revoked_at is not null or s.expires_max <= muster_now() or st.member_id is null
		then 'session_ended'
	when ` + IsBanned + ` then 'banned'
	when r.id is null or not (` + HasRoomAccess + `) then 'no_room_access'`

// permissionCases are the cases that refuse a command whatever its target.
const permissionCases = entryCases + `
	when m.username is null then 'username_required'`

// IsBanned is true when status "st" keeps a member out of chat.
const IsBanned = `(st.sign_in_disabled or not st.chat_enabled or coalesce(st.banned_until > muster_now(), false))`

// HasRoomAccess is true when status "st" or grant "a" lets a member into room "r".
const HasRoomAccess = `r.access_level = 'all' or st.is_admin or a.role is not null`

// IsModerator is true when status "st" or grant "a" lets a member delete and pin in
// the room, and write there when others may not.
const IsModerator = `(st.is_admin or coalesce(a.role, '') in ('moderator', 'admin'))`

// ReadRefusal is why a member may not read a room; nil when it may.
func ReadRefusal(banned, open bool) error {
	switch {
	case banned:
		return roomlog.ErrBanned()
	case !open:
		return roomlog.ErrNoRoomAccess()
	}
	return nil
}

// EntryRefusal is ReadRefusal by the one row that says both; err is its scan's.
func EntryRefusal(err error, banned, open bool) error {
	switch {
	case postgres.NoRow(err):
		return roomlog.ErrNoRoomAccess()
	case err != nil:
		return err
	}
	return ReadRefusal(banned, open)
}

// QueueIsBanned has a batch say whether a member is banned; without such a member the
// batch fails with no row.
func QueueIsBanned(b *pgx.Batch, member pgtype.UUID, banned *bool) {
	b.Queue(`select `+IsBanned+` from member_standing st where st.member_id = $1`, member).QueryRow(func(row pgx.Row) error {
		return row.Scan(banned)
	})
}

// MemberRefusal is why a member may not be in chat, by a batch with QueueIsBanned; err
// is the batch's.
func MemberRefusal(err error, banned bool) error {
	switch {
	case postgres.NoRow(err):
		return store.ErrSessionEnded()
	case err == nil && banned:
		return roomlog.ErrBanned()
	}
	return err
}

// refusalErrors are the errors of the outcomes that store nothing.
var refusalErrors = map[string]*store.Error{
	"session_ended":     store.ErrSessionEnded(),
	"banned":            roomlog.ErrBanned(),
	"no_room_access":    roomlog.ErrNoRoomAccess(),
	"username_required": roomlog.ErrUsernameRequired(),
	"message_unknown":   roomlog.ErrMessageUnknown(),
	"reply_unknown":     roomlog.ErrMessageUnknown(),
	"not_yours":         roomlog.ErrNotYours(),
	"not_your_edit":     roomlog.ErrNotYourEdit(),
	"edit_not_text":     roomlog.ErrEditNotText(),
	"media_unknown":     store.ErrMediaUnknown(),
	"media_gone":        store.ErrMediaGone(),
	"media_admins_only": store.ErrMediaAdminsOnly(),
	"edit_too_late":     roomlog.ErrEditTooLate(),
	"read_only":         roomlog.ErrReadOnly(),
	"moderators_only":   roomlog.ErrModeratorsOnly(),

	"transcript_not_voice": store.ErrTranscriptNotVoice(),
	"captions_not_video":   store.ErrCaptionsNotVideo(),
}
