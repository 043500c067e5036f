// Sessions: signed-in browsers.

package people

import (
	"context"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
	"muster/store/postgres"
)

// CreateSession opens a session for a person (the member's id, or the
// applicant's) and gives its token, which is stored nowhere.
// It fails with Forbidden for a member whose sign-in is disabled and
// with NotFound for an unknown person.
func (pe *People) CreateSession(ctx context.Context, kind store.SessionKind, personID, device, address string) (token string, s store.Session, err error) {
	err = pe.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		token, s, err = pe.createSession(ctx, tx, kind, personID, device, address)
		return err
	})
	return token, s, err
}

// createSession is CreateSession inside the caller's transaction.
func (pe *People) createSession(ctx context.Context, tx pgx.Tx, kind store.SessionKind, personID, device, address string) (string, store.Session, error) {
	var s store.Session
	unknown := store.NewErrorReason(store.NotFound, "person_unknown", "Account not found")
	person, ok := postgres.ParseID(personID)
	if !ok {
		return "", s, unknown
	}
	// The row is locked so that no session slips in while sign-in is being disabled, the
	// member erased or the applicant removed.
	lookup := `select sign_in_disabled from member_standing where member_id = $1 for share`
	if kind == store.ApplicantSession {
		lookup = `select false from applicants where id = $1 for key share`
	}
	var disabled bool
	if err := tx.QueryRow(ctx, lookup, person).Scan(&disabled); postgres.NoRow(err) {
		return "", s, unknown
	} else if err != nil {
		return "", s, err
	}
	if disabled {
		return "", s, store.NewErrorReason(store.Forbidden, "sign_in_disabled", "This account cannot sign in")
	}
	token := store.NewToken()
	hash, _ := store.TokenHash(token)
	var id pgtype.UUID
	s = store.Session{Kind: kind, PersonID: person.String(), Device: device, Address: address}
	err := tx.QueryRow(ctx, `
		with made as (
			insert into sessions (kind, person_id, token_hash, created_at, expires_max)
			values ($1, $2, $3, muster_now(), muster_now() + $4::interval)
			returning id, created_at, expires_max
		),
		seen as (
			insert into session_seen (session_id, last_seen_at, device, address) select id, created_at, $5, $6 from made
		)
		select id, created_at, least(expires_max, created_at + $7::interval) from made`,
		kind, person, hash, pe.db.SessionLimits().Max, device, address, pe.db.SessionLimits().Idle).Scan(&id, &s.CreatedAt, &s.ExpiresAt)
	s.ID, s.LastSeenAt = id.String(), s.CreatedAt
	return token, s, err
}

// Authenticate finds the caller of a bearer token and notes, not too often (postgres.SeenInterval),
// that it was seen. It fails with Unauthorized when there is no live session,
// and for a member whose sign-in is disabled.
func (pe *People) Authenticate(ctx context.Context, token string) (store.Caller, error) {
	hash, ok := store.TokenHash(token)
	if !ok {
		return store.Caller{}, store.ErrSessionEnded()
	}
	var c store.Caller
	err := pe.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		c = store.Caller{}
		var id, person pgtype.UUID
		var m postgres.MemberRow
		err := conn.QueryRow(ctx, `
			with touched as (
				update session_seen seen set last_seen_at = muster_now()
				from sessions s, (select `+postgres.SeenUnawaited+`) as unawaited
				where s.token_hash = $2 and seen.session_id = s.id and `+postgres.SessionLive+`
				  and seen.last_seen_at <= muster_now() - `+postgres.SeenInterval+`
			)
			select `+postgres.SessionColumns+`, coalesce(m.language, ''), `+postgres.MemberColumns+`
			from `+postgres.SessionRows+`
			left join members m on m.id = s.person_id and s.kind = 'member'
			left join member_standing st on st.member_id = m.id
			where s.token_hash = $2 and `+postgres.SessionLive+` and not coalesce(st.sign_in_disabled, false)
			  and (s.kind <> 'member' or st.member_id is not null)`,
			pe.db.SessionLimits().Idle, hash).Scan(slices.Concat(postgres.SessionScanTargets(&c.Session, &id, &person), []any{&c.Language}, m.ScanTargets())...)
		if postgres.NoRow(err) {
			return store.ErrSessionEnded()
		}
		c.Session.ID, c.Session.PersonID = id.String(), person.String()
		if m.ID.Valid {
			c.Member = m.Value()
			pe.db.AskSecondFactor(&c.Session, c.Member.IsAdmin)
		}
		return err
	})
	if err != nil {
		return store.Caller{}, err
	}
	return c, nil
}

// Sessions lists the live sessions of a person, the last seen first.
func (pe *People) Sessions(ctx context.Context, personID string) ([]store.Session, error) {
	var sessions []store.Session
	person, ok := postgres.ParseID(personID)
	if !ok {
		return nil, nil
	}
	err := pe.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		res, err := conn.Query(ctx, `select `+postgres.SessionColumns+` from `+postgres.SessionRows+`
			where s.person_id = $2 and `+postgres.SessionLive+` order by seen.last_seen_at desc, s.id`, pe.db.SessionLimits().Idle, person)
		if err != nil {
			return err
		}
		sessions, err = pgx.CollectRows(res, func(row pgx.CollectableRow) (store.Session, error) {
			var s store.Session
			var id, person pgtype.UUID
			err := row.Scan(postgres.SessionScanTargets(&s, &id, &person)...)
			s.ID, s.PersonID = id.String(), person.String()
			return s, err
		})
		return err
	})
	return sessions, err
}

// EndSession ends one session of a person; ending it twice
// is harmless. It fails with NotFound for a session of somebody else.
func (pe *People) EndSession(ctx context.Context, sessionID, personID string) error {
	id, known := postgres.ParseID(sessionID)
	person, mine := postgres.ParseID(personID)
	if !known || !mine {
		return errSessionUnknown()
	}
	return pe.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		_, err := endSession(ctx, tx, id, person)
		return err
	})
}

// endSession ends one session of a person, and says whether it was open.
func endSession(ctx context.Context, tx pgx.Tx, id, person pgtype.UUID) (open bool, err error) {
	err = tx.QueryRow(ctx, `select revoked_at is null from sessions where id = $1 and person_id = $2 for update`, id, person).Scan(&open)
	if postgres.NoRow(err) {
		return false, errSessionUnknown()
	}
	if err != nil || !open {
		return false, err
	}
	if _, err := tx.Exec(ctx, `update sessions set revoked_at = muster_now() where id = $1`, id); err != nil {
		return false, err
	}
	return true, postgres.AppendSiteEvents(ctx, tx, store.SiteEvent{Kind: store.SessionEnded, SessionID: id.String()})
}

// endFormerSession ends the session that a browser had before it signed in anew, and
// gives its id, "" when none was open.
func endFormerSession(ctx context.Context, tx pgx.Tx, former store.Session) (string, error) {
	id, known := postgres.ParseID(former.ID)
	person, mine := postgres.ParseID(former.PersonID)
	if !known || !mine {
		return "", nil
	}
	open, err := endSession(ctx, tx, id, person)
	if store.CodeOf(err) == store.NotFound {
		err = nil
	}
	if err != nil || !open {
		return "", err
	}
	return id.String(), nil
}

func errSessionUnknown() *store.Error {
	return store.NewErrorReason(store.NotFound, "session_unknown", "Session not found")
}

// EndSessions ends every session of a person but the one to keep ("" keeps
// none) and returns how many it ended.
func (pe *People) EndSessions(ctx context.Context, personID, keep string) (int, error) {
	ended := 0
	person, ok := postgres.ParseID(personID)
	if !ok {
		return 0, nil
	}
	err := pe.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		kept, _ := postgres.ParseID(keep)
		events, err := EndSessions(ctx, tx, person, kept)
		ended = len(events)
		if err != nil {
			return err
		}
		return postgres.AppendSiteEvents(ctx, tx, events...)
	})
	return ended, err
}

// EndSessions revokes the sessions of a person but kept, in id order, and
// returns the events of it.
func EndSessions(ctx context.Context, tx pgx.Tx, person, kept pgtype.UUID) ([]store.SiteEvent, error) {
	if _, err := tx.Exec(ctx, `select 1 from sessions where person_id = $1 and revoked_at is null order by id for update`, person); err != nil {
		return nil, err
	}
	res, err := tx.Query(ctx, `
		update sessions set revoked_at = muster_now()
		where person_id = $1 and revoked_at is null and expires_max > muster_now() and id is distinct from $2
		returning id`, person, kept)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(res, func(row pgx.CollectableRow) (store.SiteEvent, error) {
		var id pgtype.UUID
		err := row.Scan(&id)
		return store.SiteEvent{Kind: store.SessionEnded, SessionID: id.String()}, err
	})
}
