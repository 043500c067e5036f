// A session as a row, for everything that asks whether one is open.

package postgres

import (
	"fmt"

	"github.com/jackc/pgx/v5/pgtype"

	"muster/store"
)

// SessionLive and SessionRows read a live session "s". $1 is the idle limit.
const (
	SessionLive = `s.revoked_at is null and s.expires_max > muster_now()
		and seen.last_seen_at + $1::interval > muster_now()`
	SessionRows = `sessions s join session_seen seen on seen.session_id = s.id`
)

// SessionColumns are those of SessionScanTargets.
var SessionColumns = `s.id, s.kind, s.person_id, s.created_at, seen.last_seen_at,
		least(s.expires_max, seen.last_seen_at + $1::interval) as expires_at, seen.device, seen.address, s.face_verified, ` + SecondFactorState

// SecondFactorState is what a session "s" has to do with the second factor of its person.
// A factor is looked for with each request, in an index of a small table. A proof of a time
// to come is from before the clock went back, and of unknown age.
var SecondFactorState = fmt.Sprintf(`case
	when not exists (select from second_factors f where f.member_id = s.person_id and f.confirmed_at is not null) then ''
	when s.second_factor_at is null then 'due'
	when s.second_factor_at between muster_now() - interval '%d seconds' and muster_now() then 'fresh'
	else 'proven' end`, int(store.SecondFactorFreshFor.Seconds()))

// AskSecondFactor completes what SecondFactorState says of the session of an
// administrator, who may need one.
func (db *DB) AskSecondFactor(s *store.Session, admin bool) {
	if admin && db.adminSecondFactor && s.SecondFactor == store.NoSecondFactor {
		s.SecondFactor = store.SecondFactorMissing
	}
}

// SeenUnawaited is what a statement selects that notes sessions as seen. So a call that only
// reads waits neither for the disk nor for a standby that does not confirm; what a
// crash loses is noted again by the next call. Such a statement is its own transaction.
const SeenUnawaited = `set_config('synchronous_commit', 'off', true)`

// SeenInterval is how often at most a session is noted as seen: once a minute, and
// where it lives unused for minutes only, often enough.
const SeenInterval = `least(interval '1 minute', $1::interval / 8)`

// SessionScanTargets are the places for SessionColumns, in their order; the ids are read into id
// and person.
func SessionScanTargets(s *store.Session, id, person *pgtype.UUID) []any {
	return []any{id, &s.Kind, person, &s.CreatedAt, &s.LastSeenAt, &s.ExpiresAt, &s.Device, &s.Address, &s.FaceVerified, &s.SecondFactor}
}
