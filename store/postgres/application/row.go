package application

import (
	"context"
	"encoding/json"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store/application"
	"muster/store/postgres"
)

// row is an application as it is stored.
type row struct {
	application.Application
	key       application.DataKey
	applicant string // id, "" for a draft
	made      bool   // an acceptance made the member
	sealed    error  // why what is sealed does not open, nil: it is open
	history   []application.PastDecision
}

// columns read an application "a".
const columns = `
	select a.id::text, a.number, a.status, a.stage, a.expedited, a.expedited_at, a.due_at, a.version, a.data_key, a.key_version, coalesce(a.applicant_id::text, ''), coalesce(a.member_id::text, ''), a.member_made,
	       a.email, a.phone, a.full_name, a.sealed_birth, a.street, a.city, a.state, a.country, a.fan, a.answers, a.answers_at,
	       a.sealed_signature, a.signed_at, a.signed_version, a.address, a.created_at, a.submitted_at, a.reviewed_at,
	       coalesce(a.reviewed_by::text, ''), coalesce(reviewer.username, nullif(reviewer.name, ''), reviewer.email, ''), a.reason,
	       coalesce((select address from application_proofs where application_id = a.id and channel = 'email'), ''),
	       coalesce((select address from application_proofs where application_id = a.id and channel = 'sms'), ''),
	       coalesce(shown.id::text, ''), shown.created_at, coalesce(invitation.code, ''), a.language,
	       (select coalesce(jsonb_agg(jsonb_build_object('status', d.status, 'before', d.before, 'reason', d.reason, 'decidedBy', coalesce(d.decided_by::text, ''),
	           'name', coalesce(m.username, nullif(m.name, ''), ''), 'decidedAt', d.decided_at) order by d.id), '[]')
	        from application_decisions d left join members m on m.id = d.decided_by where d.application_id = a.id)
	from applications a
	left join members reviewer on reviewer.id = a.reviewed_by
	left join application_invitations invitation on invitation.id = a.invitation_id
	left join application_photos shown on shown.application_id = a.id and shown.in_use `

// scan reads a row of columns and opens what is sealed in it. One that does not open is
// Unreadable and must not be saved.
func (s *Applications) scan(from pgx.Row) (*row, error) {
	var r row
	var wrapped, birth, signature, history []byte
	var keyVersion int
	var answersAt, signedAt, submittedAt, reviewedAt, photoAt, expeditedAt, dueAt *time.Time
	err := from.Scan(&r.ID, &r.Number, &r.Status, &r.Stage, &r.Expedited, &expeditedAt, &dueAt, &r.Version, &wrapped, &keyVersion, &r.applicant, &r.MemberID, &r.made,
		&r.Email, &r.Phone, &r.Person.FullName, &birth, &r.Person.Street, &r.Person.City, &r.Person.State, &r.Person.Country, &r.Fan, &r.Answers, &answersAt,
		&signature, &signedAt, &r.Signature.Version, &r.Address, &r.CreatedAt, &submittedAt, &reviewedAt,
		&r.ReviewedBy, &r.ReviewedByName, &r.Reason, &r.ProvenMail, &r.ProvenSMS, &r.PhotoID, &photoAt, &r.Invitation, &r.Language, &history)
	if err != nil {
		return nil, err
	}
	for from, to := range map[*time.Time]*time.Time{
		answersAt: &r.AnswersAt, signedAt: &r.Signature.At, submittedAt: &r.SubmittedAt, reviewedAt: &r.ReviewedAt, photoAt: &r.PhotoAt,
		expeditedAt: &r.ExpeditedAt, dueAt: &r.DueAt,
	} {
		if from != nil {
			*to = *from
		}
	}
	r.Signature.Address = r.Address
	r.sealed = s.open(&r, keyVersion, wrapped, birth, signature)
	r.Unreadable = r.sealed != nil
	return &r, json.Unmarshal(history, &r.history)
}

// open opens what is sealed of an application.
func (s *Applications) open(r *row, keyVersion int, wrapped, birth, signature []byte) (err error) {
	if r.key, err = s.keys.Unwrap(r.ID, keyVersion, wrapped); err != nil {
		return err
	}
	if r.Person.BirthDate, err = r.key.Open("birth", birth); err != nil {
		return err
	}
	r.Signature.Name, err = r.key.Open("signature", signature)
	return err
}

// one reads the one application of a condition; application.ErrNotFound, and
// store.ErrUnreadable for one that does not open.
func (s *Applications) one(ctx context.Context, q postgres.Querier, condition string, args ...any) (*row, error) {
	r, err := s.oneOrUnreadable(ctx, q, condition, args...)
	if err == nil {
		err = r.sealed
	}
	return r, err
}

// oneOrUnreadable is one, without what does not open.
func (s *Applications) oneOrUnreadable(ctx context.Context, q postgres.Querier, condition string, args ...any) (*row, error) {
	r, err := s.scan(q.QueryRow(ctx, columns+condition, args...))
	if postgres.NoRow(err) {
		return nil, application.ErrNotFound()
	}
	return r, err
}

// byID reads an application; application.ErrNotFound.
func (s *Applications) byID(ctx context.Context, q postgres.Querier, id string) (*row, error) {
	return s.one(ctx, q, `where a.id = $1`, ids(id)[0])
}

// save stores what a rule changed.
func (s *Applications) save(ctx context.Context, tx pgx.Tx, r *row) error {
	id, _ := postgres.ParseID(r.ID)
	member, _ := postgres.ParseID(r.MemberID)
	reviewer, _ := postgres.ParseID(r.ReviewedBy)
	_, err := tx.Exec(ctx, `
		update applications set status = $2, stage = $3, version = $4, email = $5, phone = $6, full_name = $7, sealed_birth = $8,
			street = $9, city = $10, state = $11, country = $12, fan = $13, answers = $14, answers_at = $15,
			sealed_signature = $16, signed_at = $17, signed_version = $18, address = $19, submitted_at = $20,
			reviewed_at = $21, reviewed_by = $22, reason = $23, member_id = $24, member_made = $25,
			expedited = $26, expedited_at = $27, due_at = $28, language = $29, updated_at = muster_now()
		where id = $1`, id, r.Status, r.Stage, r.Version, r.Email, r.Phone, r.Person.FullName, r.key.Seal("birth", r.Person.BirthDate),
		r.Person.Street, r.Person.City, r.Person.State, r.Person.Country, r.Fan, r.Answers, moment(r.AnswersAt),
		r.key.Seal("signature", r.Signature.Name), moment(r.Signature.At), r.Signature.Version, r.Address, moment(r.SubmittedAt),
		moment(r.ReviewedAt), reviewer, r.Reason, member, r.made, r.Expedited, moment(r.ExpeditedAt), moment(r.DueAt), r.Language)
	return err
}

// moment is null for the zero time.
func moment(at time.Time) *time.Time {
	if at.IsZero() {
		return nil
	}
	return &at
}

// read runs a query that changes nothing.
func (s *Applications) read(ctx context.Context, fn func(ctx context.Context, q postgres.Querier) error) error {
	return s.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error { return fn(ctx, conn) })
}

// ids are ids as an argument.
func ids(texts ...string) []pgtype.UUID {
	out := make([]pgtype.UUID, 0, len(texts))
	for _, text := range texts {
		if id, ok := postgres.ParseID(text); ok {
			out = append(out, id)
		}
	}
	return out
}
