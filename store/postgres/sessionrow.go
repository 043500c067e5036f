// A session as a row, for everything that asks whether one is open.

package postgres

import (
	"github.com/jackc/pgx/v5/pgtype"

	"muster/store"
)

// These read a live session "s" with its person. $1 is the idle limit.
const (
	SessionColumns = `s.id, s.kind, s.person_id, s.created_at, seen.last_seen_at,
		least(s.expires_max, seen.last_seen_at + $1::interval) as expires_at, seen.device, seen.address, s.face_verified`
	SessionLive = `s.revoked_at is null and s.expires_max > muster_now()
		and seen.last_seen_at + $1::interval > muster_now()`
	SessionRows = `sessions s join session_seen seen on seen.session_id = s.id`
)

// SeenInterval is how often at most a session is noted as seen: once a minute, and
// where it lives unused for minutes only, often enough.
const SeenInterval = `least(interval '1 minute', $1::interval / 8)`

func SessionScanTargets(s *store.Session, id, person *pgtype.UUID) []any {
	return []any{id, &s.Kind, person, &s.CreatedAt, &s.LastSeenAt, &s.ExpiresAt, &s.Device, &s.Address, &s.FaceVerified}
}
