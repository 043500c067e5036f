package application

import (
	"context"
	"encoding/json"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"muster/store"
	"muster/store/application"
	"muster/store/postgres"
	payments "muster/store/postgres/money"
)

// SetIntake says who may begin an application. It is called while the node is wired.
func (s *Applications) SetIntake(rules application.IntakeRules) {
	s.FollowIntake(func(context.Context) application.IntakeRules { return rules })
}

// FollowIntake asks current who may begin an application, each time anew. It is called
// while the node is wired.
func (s *Applications) FollowIntake(current func(context.Context) application.IntakeRules) {
	s.intake = current
}

// Intake says who may begin an application.
func (s *Applications) Intake(ctx context.Context) application.IntakeRules { return s.intake(ctx) }

// takeInvitation uses an invitation once for a new application; the application keeps it.
// It fails as the intake says. A draft holds its use until it is deleted, so a reload of
// the browser that has it takes no other.
func (s *Applications) takeInvitation(ctx context.Context, tx pgx.Tx, code string) (id pgtype.UUID, err error) {
	rules := s.intake(ctx)
	if rules.Intake == application.IntakeClosed {
		return id, rules.ErrIntakeClosed()
	}
	if code = application.ParseInvitation(code); code != "" {
		err = tx.QueryRow(ctx, `update application_invitations set used = used + 1
			where code = $1 and used < uses and ended_at is null and (expires_at is null or expires_at > muster_now()) returning id`, code).Scan(&id)
		if err == nil || !postgres.NoRow(err) {
			return id, err
		}
	}
	if rules.Intake == application.IntakeInvitation {
		return id, application.ErrInvitationInvalid()
	}
	return id, nil
}

// releaseInvitation gives back the use of an application that goes without ever having
// been submitted.
func releaseInvitation(ctx context.Context, tx pgx.Tx, applicationID string) error {
	_, err := tx.Exec(ctx, `
		with freed as (
			update applications a set invitation_id = null
			from (select id, invitation_id from applications where id = $1 and submitted_at is null and invitation_id is not null for update) held
			where a.id = held.id returning held.invitation_id)
		update application_invitations i set used = used - 1 from freed where i.id = freed.invitation_id`, ids(applicationID)[0])
	return err
}

// invitationColumns read an invitation "i".
const invitationColumns = `
	select i.id::text, i.code, i.uses, i.used, i.expires_at, i.ended_at, i.note, coalesce(i.created_by::text, ''),
	       coalesce(m.username, nullif(m.name, ''), m.email, ''), i.created_at,
	       (select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'number', a.number,
	            'status', case when a.submitted_at is null then 'incomplete' else a.status end) order by a.created_at), '[]')
	        from (select * from applications where invitation_id = i.id and applicant_id is not null order by created_at limit ` + broughtLimit + `) a)
	from application_invitations i left join members m on m.id = i.created_by `

// broughtLimit is how many applications the list shows of an invitation.
const broughtLimit = "500"

// mostInvitations is the most of one page.
const mostInvitations = 100

func scanInvitation(row pgx.CollectableRow) (i application.Invitation, err error) {
	var expires, ended *time.Time
	var brought []byte
	if err := row.Scan(&i.ID, &i.Code, &i.Uses, &i.Used, &expires, &ended, &i.Note, &i.CreatedBy, &i.Creator, &i.CreatedAt, &brought); err != nil {
		return i, err
	}
	if expires != nil {
		i.ExpiresAt = *expires
	}
	if ended != nil {
		i.EndedAt = *ended
	}
	return i, json.Unmarshal(brought, &i.Brought)
}

// readInvitations reads the invitations of a condition.
func readInvitations(ctx context.Context, on postgres.Querier, condition string, args ...any) ([]application.Invitation, error) {
	rows, err := on.Query(ctx, invitationColumns+condition, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, scanInvitation)
}

// Invitations reads a page of the invitations, newest first, with whom each brought. next is
// "" at the end. It fails with Invalid for a cursor that is none; that of an invitation which
// was deleted meanwhile goes on.
func (s *Applications) Invitations(ctx context.Context, limit int, cursor string) (page []application.Invitation, next string, err error) {
	at, id, err := payments.ParsePageCursor(cursor)
	if err != nil {
		return nil, "", err
	}
	limit = max(1, min(limit, mostInvitations))
	err = s.read(ctx, func(ctx context.Context, q postgres.Querier) (err error) {
		page, err = readInvitations(ctx, q, `where $1::timestamptz is null or (i.created_at, i.id) < ($1, $2)
			order by i.created_at desc, i.id desc limit $3`, at, id, limit+1)
		return err
	})
	if len(page) > limit {
		page = page[:limit]
		last := page[limit-1]
		next = payments.PageCursor(last.CreatedAt, last.ID)
	}
	return page, next, err
}

// invitationRecord is an invitation as the audit keeps it: without its code.
type invitationRecord struct {
	Uses      int        `json:"uses"`
	Used      int        `json:"used"`
	ExpiresAt *time.Time `json:"expiresAt"`
	Note      string     `json:"note"`
}

func recordOf(i application.Invitation) invitationRecord {
	return invitationRecord{i.Uses, i.Used, moment(i.ExpiresAt), i.Note}
}

// Invite makes an invitation. The same attempt gives the same one again, as it is; Conflict
// when that was another one, or is deleted. It fails with Invalid.
func (s *Applications) Invite(ctx context.Context, by store.Caller, n application.NewInvitation) (out application.Invitation, err error) {
	office := s.db.AdminService(by)
	err = office.Change(ctx, nil, func(ctx context.Context, tx pgx.Tx) (postgres.AdminChange, error) {
		change := postgres.AdminChange{Action: "application_invitation_created", Attempt: n.Attempt}
		earlier, again, err := office.Earlier(ctx, tx, change)
		if err != nil {
			return postgres.AdminChange{}, err
		}
		if again {
			out, err = invitedBefore(ctx, tx, earlier.Subject, n)
			return postgres.AdminChange{}, err
		}
		now, err := s.now(ctx, tx)
		if err != nil {
			return postgres.AdminChange{}, err
		}
		if n, err = n.Check(now); err != nil {
			return postgres.AdminChange{}, err
		}
		var id string
		if err := tx.QueryRow(ctx, `insert into application_invitations (code, uses, expires_at, note, created_by) values ($1, $2, $3, $4, $5) returning id::text`,
			application.NewInvitationCode(), n.Uses, moment(n.ExpiresAt), n.Note, ids(by.Member.ID)[0]).Scan(&id); err != nil {
			return postgres.AdminChange{}, err
		}
		made, err := readInvitations(ctx, tx, `where i.id = $1`, ids(id)[0])
		if err != nil {
			return postgres.AdminChange{}, err
		}
		out = made[0]
		change.Subject, change.After = id, recordOf(out)
		return change, nil
	})
	return out, err
}

// invitedBefore is the invitation that an earlier call made, if n describes it.
func invitedBefore(ctx context.Context, tx pgx.Tx, id string, n application.NewInvitation) (i application.Invitation, err error) {
	found, err := readInvitations(ctx, tx, `where i.id = $1`, ids(id)[0])
	if err != nil {
		return i, err
	}
	if len(found) == 1 && n.Describes(found[0]) {
		return found[0], nil
	}
	return i, postgres.ErrAttemptUsed()
}

// EndInvitation ends an invitation; one that was never used is deleted. It fails with
// application.ErrInvitationUnknown.
func (s *Applications) EndInvitation(ctx context.Context, by store.Caller, id string) error {
	key, ok := postgres.ParseID(id)
	if !ok {
		return application.ErrInvitationUnknown()
	}
	return s.db.AdminService(by).Change(ctx, nil, func(ctx context.Context, tx pgx.Tx) (postgres.AdminChange, error) {
		if _, err := tx.Exec(ctx, `select from application_invitations where id = $1 for update`, key); err != nil {
			return postgres.AdminChange{}, err
		}
		found, err := readInvitations(ctx, tx, `where i.id = $1 and i.ended_at is null`, key)
		if err != nil {
			return postgres.AdminChange{}, err
		}
		if len(found) == 0 {
			return postgres.AdminChange{}, application.ErrInvitationUnknown()
		}
		sql := `update application_invitations set ended_at = muster_now() where id = $1`
		if found[0].Used == 0 {
			sql = `delete from application_invitations where id = $1`
		}
		_, err = tx.Exec(ctx, sql, key)
		return postgres.AdminChange{Action: "application_invitation_ended", Subject: id, Before: recordOf(found[0])}, err
	})
}
