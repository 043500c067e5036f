// An administrator's changes of a member's status: each change commits with its
// site event, after every append that it forbids has either finished or will
// see it (store/postgres/roomlog/permissions.go).

package people

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"muster/store"
	"muster/store/people"
	"muster/store/postgres"
	logs "muster/store/postgres/roomlog"
)

// statusRecord is a member's status as the audit keeps it.
type statusRecord struct {
	IsAdmin        bool       `json:"is_admin"`
	ChatEnabled    bool       `json:"chat_enabled"`
	BannedUntil    *time.Time `json:"banned_until"`
	SignInDisabled bool       `json:"sign_in_disabled"`
	Reason         string     `json:"reason,omitempty"`
}

// StatusRecordOf is a member's status as it is now, without a reason.
func StatusRecordOf(m store.Member) statusRecord {
	r := statusRecord{IsAdmin: m.IsAdmin, ChatEnabled: m.Status.ChatEnabled, SignInDisabled: m.Status.SignInDisabled}
	if !m.Status.BannedUntil.IsZero() {
		r.BannedUntil = &m.Status.BannedUntil
	}
	return r
}

// SetChatAccess decides about a member's chat and gives the member
// as it is then. Once it returns, no command of a banned member is stored any
// more. It fails with Invalid for a ban that ends too early or too late, with Conflict (confirm_admin) for an administrator without
// confirmation, with NotFound for an unknown member.
func (o *Admin) SetChatAccess(ctx context.Context, memberID string, access people.ChatAccess) (store.Member, error) {
	return o.setStatus(ctx, "chat_access_changed", memberID, access.Reason, false, func(ctx context.Context, tx pgx.Tx, id pgtype.UUID, m store.Member) ([]store.SiteEvent, error) {
		var now time.Time
		if err := tx.QueryRow(ctx, `select muster_now()`).Scan(&now); err != nil {
			return nil, err
		}
		if err := access.Check(now); err != nil {
			return nil, err
		}
		if m.IsAdmin && access.Bans() && !access.Confirmed {
			return nil, people.ErrConfirmAdmin()
		}
		return nil, SetChatIn(ctx, tx, id, access.ApplyTo(m.Status))
	})
}

// SetAdmin gives or takes the administrator's right and
// gives the member as it is then. It fails with Conflict for the caller's own
// right (own_admin) and for the last administrator's (last_admin), with
// NotFound for an unknown member.
func (o *Admin) SetAdmin(ctx context.Context, memberID string, admin bool) (store.Member, error) {
	// All administrators are locked, so that two cannot remove each other at once.
	return o.setStatus(ctx, "admin_status_changed", memberID, "", !admin, func(ctx context.Context, tx pgx.Tx, id pgtype.UUID, m store.Member) ([]store.SiteEvent, error) {
		if admin == m.IsAdmin {
			return nil, nil
		}
		if !admin {
			if m.ID == o.Caller.Member.ID {
				return nil, people.ErrOwnAdmin()
			}
			if err := otherAdminIn(ctx, tx, id); err != nil {
				return nil, err
			}
		}
		if _, err := tx.Exec(ctx, `update member_standing set is_admin = $2 where member_id = $1`, id, admin); err != nil {
			return nil, err
		}
		if !admin {
			return nil, logs.ForgetReads(ctx, tx, id)
		}
		return nil, logs.MarkAdmitted(ctx, tx, logs.PrivateRooms, id)
	})
}

// otherAdminIn fails with Conflict (last_admin) when no other administrator may sign in.
func otherAdminIn(ctx context.Context, tx pgx.Tx, id pgtype.UUID) error {
	var others bool
	err := tx.QueryRow(ctx, `select exists (select from member_standing where is_admin and not sign_in_disabled and member_id <> $1)`, id).Scan(&others)
	if err == nil && !others {
		return people.ErrLastAdmin()
	}
	return err
}

// SetChatAccess is Admin.SetChatAccess by the operator, without the confirmation.
func (pe *People) SetChatAccess(ctx context.Context, memberID string, enabled bool, bannedUntil *time.Time) error {
	access := people.ChatAccess{Enabled: enabled, Confirmed: true}
	if bannedUntil != nil {
		access.BannedUntil = *bannedUntil
	}
	_, err := AdminOf(pe.db.Operator()).SetChatAccess(ctx, memberID, access)
	return err
}

// SetAdmin is Admin.SetAdmin by the operator.
func (pe *People) SetAdmin(ctx context.Context, memberID string, admin bool) error {
	_, err := AdminOf(pe.db.Operator()).SetAdmin(ctx, memberID, admin)
	return err
}

// DisableSignIn closes a member's sign-in and ends all its sessions, or opens
// it again, by the operator. NotFound for an unknown member.
func (pe *People) DisableSignIn(ctx context.Context, memberID string, disabled bool) error {
	_, err := AdminOf(pe.db.Operator()).setStatus(ctx, "sign_in_changed", memberID, "", false, func(ctx context.Context, tx pgx.Tx, id pgtype.UUID, _ store.Member) ([]store.SiteEvent, error) {
		if _, err := tx.Exec(ctx, `update member_standing set sign_in_disabled = $2 where member_id = $1`, id, disabled); err != nil {
			return nil, err
		}
		if !disabled {
			return nil, nil
		}
		return EndSessions(ctx, tx, id, pgtype.UUID{})
	})
	return err
}

// sameStatus says whether a member has the same rights before and after.
func sameStatus(before, after store.Member) bool {
	was, is := before.Status, after.Status
	return before.IsAdmin == after.IsAdmin && was.ChatEnabled == is.ChatEnabled && was.BannedUntil.Equal(is.BannedUntil) && was.SignInDisabled == is.SignInDisabled
}

// setStatus runs change on a member, whose status is locked, and gives the
// member as it is then. The reason is kept in the audit log. What leaves the member as it
// was is no change.
func (o *Admin) setStatus(ctx context.Context, action, memberID, reason string, allAdmins bool,
	change func(ctx context.Context, tx pgx.Tx, id pgtype.UUID, m store.Member) ([]store.SiteEvent, error),
) (store.Member, error) {
	id, ok := postgres.ParseID(memberID)
	if !ok {
		return store.Member{}, postgres.ErrMemberUnknown()
	}
	var after store.Member
	err := o.ChangeLocked(ctx, postgres.StatusLocks{Members: []pgtype.UUID{id}, AllAdmins: allAdmins}, func(ctx context.Context, tx pgx.Tx) (postgres.AdminChange, error) {
		before, err := postgres.ReadMemberIn(ctx, tx, `m.id = $1 and m.erased_at is null`, id)
		if err != nil {
			return postgres.AdminChange{}, err
		}
		events, err := change(ctx, tx, id, before)
		if err != nil {
			return postgres.AdminChange{}, err
		}
		if after, err = postgres.ReadMemberIn(ctx, tx, `m.id = $1`, id); err != nil {
			return postgres.AdminChange{}, err
		}
		if len(events) == 0 && sameStatus(before, after) {
			return postgres.AdminChange{}, nil
		}
		record := StatusRecordOf(after)
		record.Reason = reason
		return postgres.AdminChange{
			Action: action, Subject: before.ID, Before: StatusRecordOf(before), After: record,
			Events: append(events, store.SiteEvent{Kind: store.MemberStatusChanged, MemberID: before.ID}),
		}, nil
	})
	if err != nil {
		return store.Member{}, err
	}
	return after, nil
}
