// What permits an act on a room's log: the rows that are share-locked for it
// and the verdict they give. Appends take the locks in the order standing,
// sessions, rooms, access, each in id order; whoever changes one of these rows
// therefore waits for the appends in flight, and no append that comes later
// overlooks the change (promise P7).

package postgres

import "muster/store"

var lockPermits = []string{
	`select 1 from member_standing where member_id = any($1::uuid[]) order by member_id for share`,
	`select 1 from sessions where id = any($1::uuid[]) order by id for share`,
	`select 1 from rooms where id = any($1::text[]) order by id for share`,
	`select 1 from room_access where room_id = any($1::text[]) and member_id = any($2::uuid[])
	 order by room_id, member_id for share`,
}

// permitRows joins the rows that decide to "g", which has room_id, member_id
// and session_id.
const permitRows = `
	left join sessions s on s.id = g.session_id and s.person_id = g.member_id and s.kind = 'member'
	left join member_standing st on st.member_id = g.member_id
	left join members m on m.id = g.member_id
	left join rooms r on r.id = g.room_id and r.deleted_at is null
	left join room_access a on a.room_id = g.room_id and a.member_id = g.member_id`

// permitCases are the branches of a verdict that refuse the act itself.
const permitCases = `
	when s.id is null or s.revoked_at is not null or s.expires_max <= muster_now() or st.member_id is null
		then 'session_ended'
	when ` + barred + ` then 'banned'
	when r.id is null or not (` + entitled + `) then 'no_room_access'
	when m.username is null then 'username_required'`

// barred says that standing "st" keeps a member out of chat (CHAT-34).
const barred = `(st.sign_in_disabled or not st.chat_enabled or coalesce(st.banned_until > muster_now(), false))`

// entitled says that standing "st" or access "a" opens room "r".
const entitled = `r.access_level = 'all' or st.is_admin or a.role is not null`

// refusals are the verdicts that store nothing.
var refusals = map[string]*store.Error{
	"session_ended":     store.ErrSessionEnded(),
	"banned":            store.ErrBanned(),
	"no_room_access":    store.ErrNoRoomAccess(),
	"username_required": store.ErrUsernameRequired(),
	"message_unknown":   store.ErrMessageUnknown(),
	"reply_unknown":     store.ErrMessageUnknown(),
	"not_yours":         store.ErrNotYours(),
}
