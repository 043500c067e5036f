// What an administrator changes about members: each change commits with its
// site event, after every append that it forbids has either finished or will
// see it (permit.go).

package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"muster/store"
)

// SetChatAccess switches chat on or off for a member and sets until when it is
// banned (nil: not banned). Once it returns, no act of a barred member is
// stored any more (promise P7). NotFound for an unknown member.
func (db *DB) SetChatAccess(ctx context.Context, memberID string, enabled bool, bannedUntil *time.Time) error {
	return db.setStanding(ctx, memberID, func(ctx context.Context, tx pgx.Tx, id pgtype.UUID) ([]store.SiteEvent, error) {
		_, err := tx.Exec(ctx, `update member_standing set chat_enabled = $2, banned_until = $3 where member_id = $1`,
			id, enabled, bannedUntil)
		return nil, err
	})
}

// SetAdmin gives or takes the administrator's right (ROLE-8). It fails with
// Conflict for the last administrator, and NotFound for an unknown member.
func (db *DB) SetAdmin(ctx context.Context, memberID string, admin bool) error {
	return db.setStanding(ctx, memberID, func(ctx context.Context, tx pgx.Tx, id pgtype.UUID) ([]store.SiteEvent, error) {
		if !admin {
			// Locked, so that two administrators cannot remove each other at once.
			res, err := tx.Query(ctx, `select member_id from member_standing where is_admin order by member_id for update`)
			if err != nil {
				return nil, err
			}
			admins, err := pgx.CollectRows(res, pgx.RowTo[pgtype.UUID])
			if err != nil {
				return nil, err
			}
			if len(admins) == 1 && admins[0] == id {
				return nil, store.Because(store.Conflict, "last_admin", "The last administrator cannot be removed")
			}
		}
		_, err := tx.Exec(ctx, `update member_standing set is_admin = $2 where member_id = $1`, id, admin)
		return nil, err
	})
}

// DisableSignIn closes a member's sign-in and ends all its sessions, or opens
// it again (AUTH-39). NotFound for an unknown member.
func (db *DB) DisableSignIn(ctx context.Context, memberID string, disabled bool) error {
	return db.setStanding(ctx, memberID, func(ctx context.Context, tx pgx.Tx, id pgtype.UUID) ([]store.SiteEvent, error) {
		if _, err := tx.Exec(ctx, `update member_standing set sign_in_disabled = $2 where member_id = $1`, id, disabled); err != nil {
			return nil, err
		}
		if !disabled {
			return nil, nil
		}
		return endSessions(ctx, tx, id, pgtype.UUID{})
	})
}

// setStanding runs change on the member's standing and notes it.
func (db *DB) setStanding(ctx context.Context, memberID string,
	change func(ctx context.Context, tx pgx.Tx, id pgtype.UUID) ([]store.SiteEvent, error),
) error {
	id, ok := parseID(memberID)
	if !ok {
		return errMemberUnknown()
	}
	return db.write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		var known bool
		if err := tx.QueryRow(ctx, `select true from members where id = $1`, id).Scan(&known); noRow(err) {
			return errMemberUnknown()
		} else if err != nil {
			return err
		}
		events, err := change(ctx, tx, id)
		if err != nil {
			return err
		}
		return note(ctx, tx, append(events, store.SiteEvent{Kind: store.StandingChanged, MemberID: id.String()})...)
	})
}
