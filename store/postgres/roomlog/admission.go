// Admission to chat: many requests in one query, because after a restart
// everybody connects at once.

package roomlog

import (
	"context"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
	"muster/store/postgres"
	"muster/store/roomlog"
)

// noteSeen notes the sessions of "unnoted" as seen. A row that another node has
// locked is skipped, so two nodes never wait for each other here.
const noteSeen = `
	update session_seen set last_seen_at = greatest(last_seen_at, u.seen_at)
	from (
		select q.session_id from session_seen q
		where q.session_id = any(array(select id from unnoted))
		order by q.session_id for update skip locked
	) free join unnoted u on u.id = free.session_id
	where session_seen.session_id = u.id`

// admitBatch answers requests. A request of an open session marks it as seen when
// its member last acted, so acting on a socket keeps a session alive, also when the
// report arrives after the session would have run out. That a session was seen by
// a request by token is only noted here when it is about to run out: to note it
// costs twice what to admit does, and after a restart everybody comes at once.
var admitBatch = strings.ReplaceAll(`
with given as (
	select * from unnest($2::int[], $3::bytea[], $4::uuid[], $5::text[], $6::interval[]) as g(index, hash, session_id, room_id, acted)
),
live as (
	select g.index, g.room_id, s.id, s.kind, s.person_id, s.expires_max, s.face_verified, s.second_factor_at, seen.noted_at, seen.last_seen_at,
	       case when g.hash is null then seen.last_seen_at else muster_now() end as seen_at,
	       g.hash is not null and seen.noted_at + $1::interval > muster_now() + interval '1 minute' as can_wait
	from given g
	join lateral (
		select * from sessions where token_hash = g.hash
		union all
		select * from sessions where id = g.session_id
		limit 1
	) s on true
	join lateral (
		select last_seen_at as noted_at, greatest(last_seen_at, muster_now() - g.acted) as last_seen_at
		from session_seen where session_id = s.id limit 1
	) seen on true
	where `+postgres.SessionLive+`
),
unnoted as (
	select id, max(seen_at) as seen_at, `+postgres.SeenUnawaited+` from live
	where noted_at <= seen_at - `+postgres.SeenInterval+` and not can_wait group by id
),
noted as (`+noteSeen+`)
select s.index, s.id, s.kind, s.person_id, least(s.expires_max, s.last_seen_at + $1::interval),
       case when s.can_wait and s.noted_at <= s.seen_at - `+postgres.SeenInterval+` then s.seen_at end, st.member_id is not null,
       coalesce(m.username, ''), coalesce(st.is_admin, false), coalesce(st.chat_enabled, false), st.banned_until,
       coalesce(`+IsBanned+`, false), coalesce(r.id is not null and (`+HasRoomAccess+`), false), s.face_verified, `+postgres.SecondFactorState+`,
       coalesce(m.language, '')
from live s
left join lateral (select * from members where id = s.person_id and s.kind = 'member' limit 1) m on true
left join lateral (select * from member_standing where member_id = m.id limit 1) st on true
left join lateral (select * from rooms where id = s.room_id and deleted_at is null limit 1) r on true
left join lateral (select * from room_access where room_id = r.id and member_id = m.id limit 1) a on true
where not coalesce(st.sign_in_disabled, false) and (s.kind <> 'member' or st.member_id is not null)`,
	// As a subquery the function runs once for all rows instead of once a row.
	"muster_now()", "(select muster_now())")

// AdmitBatch answers many requests in one query, each in its place. It fails only
// when nothing could be answered: Unavailable.
func (l *Log) AdmitBatch(ctx context.Context, requests []roomlog.AdmissionRequest) ([]roomlog.AdmissionDecision, error) {
	n := len(requests)
	decisions := make([]roomlog.AdmissionDecision, n)
	indexes, rooms := make([]int32, n), make([]string, n)
	hashes, ids, acted := make([][]byte, n), make([]pgtype.UUID, n), make([]pgtype.Interval, n)
	for i, e := range requests {
		indexes[i] = int32(i)
		if e.Token != "" {
			hashes[i], _ = store.TokenHash(e.Token)
		} else {
			ids[i], _ = postgres.ParseID(e.SessionID)
			acted[i] = pgtype.Interval{Microseconds: e.ActedAgo.Microseconds(), Valid: e.ActedAgo > 0}
		}
		if store.ValidRoomID(e.Room) {
			rooms[i] = e.Room
		}
	}
	err := l.live.ReadBulk(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		for i := range decisions {
			decisions[i] = roomlog.AdmissionDecision{Err: store.ErrSessionEnded()}
		}
		rows, err := conn.Query(ctx, admitBatch, l.db.SessionLimits().Idle, indexes, hashes, ids, rooms, acted)
		if err != nil {
			return err
		}
		var index int32
		var id, person pgtype.UUID
		var kind store.SessionKind
		var expires time.Time
		var seen *time.Time
		var member, admin, enabled, banned, open, faceVerified bool
		var username, language string
		var factor store.SecondFactor
		var bannedUntil *time.Time
		targets := []any{&index, &id, &kind, &person, &expires, &seen, &member, &username, &admin, &enabled, &bannedUntil, &banned, &open, &faceVerified, &factor, &language}
		_, err = pgx.ForEachRow(rows, targets, func() error {
			x := roomlog.AdmissionDecision{Caller: store.Caller{
				Session:  store.Session{ID: id.String(), Kind: kind, PersonID: person.String(), ExpiresAt: expires, SecondFactor: factor},
				Language: language,
			}}
			if seen != nil {
				x.SeenAt = *seen
			}
			if member {
				x.Caller.Member = store.Member{
					ID: x.Caller.Session.PersonID, Username: username, IsAdmin: admin, Status: store.MemberStatus{ChatEnabled: enabled},
				}
				if bannedUntil != nil {
					x.Caller.Member.Status.BannedUntil = *bannedUntil
				}
				l.db.AskSecondFactor(&x.Caller.Session, admin)
			}
			switch {
			case banned:
				x.DenyReason = roomlog.ErrBanned()
			case member && l.faceGate && !faceVerified:
				x.DenyReason = roomlog.ErrFaceRequired()
			case requests[index].Room != "" && !open:
				x.DenyReason = roomlog.ErrNoRoomAccess()
			}
			decisions[index] = x
			return nil
		})
		return err
	})
	if err != nil {
		return nil, err
	}
	return decisions, nil
}

// NoteSeen notes when sessions were seen. One that another node notes just now is left
// out. To note the same twice changes nothing, so it may be tried again as a read is. It
// fails with Unavailable.
func (l *Log) NoteSeen(ctx context.Context, seen []roomlog.SeenSession) error {
	ids, at := make([]pgtype.UUID, len(seen)), make([]time.Time, len(seen))
	for i, s := range seen {
		ids[i], _ = postgres.ParseID(s.SessionID)
		at[i] = s.At
	}
	return l.live.ReadBulk(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		_, err := conn.Exec(ctx, `
			with unnoted as (
				select id, max(seen_at) as seen_at, `+postgres.SeenUnawaited+` from unnest($1::uuid[], $2::timestamptz[]) as g(id, seen_at) group by id
			)`+noteSeen+` and last_seen_at < u.seen_at`, ids, at)
		return err
	})
}
