package face

import (
	"context"

	"github.com/jackc/pgx/v5"

	"muster/store"
	"muster/store/postgres"
	members "muster/store/postgres/people"
)

// change runs an administrator's change of a member's face checks; NotFound for an
// unknown member, and for one who was erased.
func (f *Faces) change(ctx context.Context, by store.Caller, member, action string, do func(ctx context.Context, tx pgx.Tx, member string) (before, after any, err error)) error {
	return f.db.AdminService(by).Change(ctx, nil, func(ctx context.Context, tx pgx.Tx) (postgres.AdminChange, error) {
		if err := postgres.KeepMemberIn(ctx, tx, id(member)); err != nil {
			return postgres.AdminChange{}, err
		}
		m, err := postgres.MemberIn(ctx, tx, member)
		if err != nil {
			return postgres.AdminChange{}, err
		}
		c := postgres.AdminChange{Action: action, Subject: m.ID, MemberID: m.ID}
		if c.Before, c.After, err = do(ctx, tx, m.ID); c.Before == nil {
			c.Action = "" // nothing was changed
		}
		return c, err
	})
}

// requiredRecord is the setting as the audit keeps it.
type requiredRecord struct {
	Required bool `json:"required"`
}

// SetRequired says whether sign-in asks for a member's face. NotFound for an unknown
// member. The same setting again changes nothing.
func (f *Faces) SetRequired(ctx context.Context, by store.Caller, member string, required bool) error {
	return f.change(ctx, by, member, "face_required_changed", func(ctx context.Context, tx pgx.Tx, member string) (before, after any, err error) {
		var now bool
		err = tx.QueryRow(ctx, `select coalesce((select required from face_settings where member_id = $1), false)`, id(member)).Scan(&now)
		if err != nil || now == required {
			return nil, nil, err
		}
		_, err = tx.Exec(ctx, `insert into face_settings (member_id, required) values ($1, $2)
			on conflict (member_id) do update set required = excluded.required, at = muster_now()`, id(member), required)
		return requiredRecord{now}, requiredRecord{required}, err
	})
}

// attemptsRecord are failed attempts as the audit keeps them.
type attemptsRecord struct {
	Failed int `json:"failed"`
}

// ResetAttempts forgets a member's failed attempts and returns how many there were.
// NotFound for an unknown member.
func (f *Faces) ResetAttempts(ctx context.Context, by store.Caller, member string) (failed int, err error) {
	err = f.change(ctx, by, member, "face_attempts_reset", func(ctx context.Context, tx pgx.Tx, member string) (before, after any, err error) {
		err = tx.QueryRow(ctx, `with gone as (delete from face_attempts where member_id = $1 returning failed)
			select coalesce(sum(failed), 0)::int from gone`, id(member)).Scan(&failed)
		if failed == 0 {
			return nil, nil, err
		}
		return attemptsRecord{failed}, attemptsRecord{}, err
	})
	return failed, err
}

// RemoveOf deletes a member's face with its key and says whether there was one. NotFound
// for an unknown member.
func (f *Faces) RemoveOf(ctx context.Context, by store.Caller, member string) (removed bool, err error) {
	err = f.change(ctx, by, member, "face_enrolment_removed", func(ctx context.Context, tx pgx.Tx, member string) (before, after any, err error) {
		if removed, err = removeIn(ctx, tx, member); err == nil && removed {
			err = members.ForgetFaceIn(ctx, tx, member)
		}
		if !removed {
			return nil, nil, err
		}
		return enrolledRecord{removed}, enrolledRecord{}, err
	})
	return removed, err
}
