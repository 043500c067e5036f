package application

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"muster/store"
	"muster/store/application"
	"muster/store/postgres"
)

// ofMember finds the applications of a member: those that made or found it, and those of
// its addresses. $1 is the member, $2 and $3 are the addresses.
const ofMember = `(a.member_id = $1 or a.id in (select application_id from application_proofs
	where channel = 'email' and address = $2 or channel = 'sms' and address = $3))`

// ofMemberIDs lists them.
func ofMemberIDs(ctx context.Context, tx pgx.Tx, m store.Member) ([]string, error) {
	rows, err := tx.Query(ctx, `select a.id::text from applications a where `+ofMember+` order by a.id`, ids(m.ID)[0], m.Email, m.Phone)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}

// Erase implements postgres.Subject: the member's applications go with their keys, photos
// and decisions, and the applicant can sign in no more.
func (s *Applications) Erase(ctx context.Context, tx pgx.Tx, m store.Member) error {
	found, err := ofMemberIDs(ctx, tx, m)
	if err != nil {
		return err
	}
	for _, id := range found {
		if err := s.erase(ctx, tx, id); err != nil {
			return err
		}
	}
	return nil
}

// Copy is an application in the copy of a person's data.
type Copy struct {
	application.Application
	History  []application.PastDecision
	Payments []application.Fee
}

// copyOf is everything of an application but who decided, which is not the applicant's.
// One that does not open is given without what is sealed, and says so.
func (s *Applications) copyOf(ctx context.Context, q postgres.Querier, id string) (Copy, error) {
	r, err := s.oneOrUnreadable(ctx, q, `where a.id = $1`, ids(id)[0])
	if err != nil {
		return Copy{}, err
	}
	for i := range r.history {
		r.history[i].DecidedBy, r.history[i].Name = "", ""
	}
	r.ReviewedBy, r.ReviewedByName = "", ""
	paid, err := fees(ctx, q, id)
	return Copy{r.Application, r.history, paid}, err
}

// Tables are the tables of applications.
func (*Applications) Tables() map[string]string {
	return map[string]string{
		"applications":            "",
		"application_browsers":    "",
		"application_claims":      "",
		"application_counts":      "",
		"application_decisions":   "",
		"application_invitations": "",
		"application_payments":    "",
		"application_photos":      "",
		"application_proofs":      "",
	}
}

// Export implements postgres.Subject.
func (s *Applications) Export(ctx context.Context, tx pgx.Tx, m store.Member) (files []postgres.ExportFile, err error) {
	found, err := ofMemberIDs(ctx, tx, m)
	if err != nil {
		return nil, err
	}
	var rows []any
	for _, id := range found {
		one, err := s.copyOf(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		rows = append(rows, one)
	}
	return []postgres.ExportFile{{Name: "applications.json", About: "your applications for membership", Rows: rows}}, nil
}

// Limits of what an applicant may ask for, an hour and network.
const copiesPerHour = 60

// MyData gives everything about the applications that the caller has proven to be its
// own. It fails with application.ErrNotFound without any, and with Limited.
func (s *Applications) MyData(ctx context.Context, proof Proof) (all []Copy, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		all = nil
		if err := (postgres.Quota{Scope: "application_copies", Key: s.login.AddressKey(proof.Address), Most: copiesPerHour, Window: time.Hour}).Use(ctx, tx, tooMany); err != nil {
			return err
		}
		rows, err := tx.Query(ctx, `select a.id::text from applications a where `+own+` order by a.created_at, a.id`, proof.arguments()...)
		if err != nil {
			return err
		}
		found, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			return err
		}
		if len(found) == 0 {
			return application.ErrNotFound()
		}
		for _, id := range found {
			one, err := s.copyOf(ctx, tx, id)
			if err != nil {
				return err
			}
			all = append(all, one)
		}
		return nil
	})
	return all, err
}

// EraseOwn deletes the caller's application with its key, photos and decisions, and ends
// its sign-in. It fails with application.ErrNotFound, and with Conflict for one that made
// or found the member who is erased instead.
func (s *Applications) EraseOwn(ctx context.Context, proof Proof, id string) error {
	return s.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		mine, err := s.lockOwn(ctx, tx, proof, id)
		if err != nil {
			return err
		}
		if err := mine.CheckErase(); err != nil {
			return err
		}
		if err := s.erase(ctx, tx, mine.ID); err != nil || mine.applicant == "" {
			return err
		}
		return postgres.AdminChangeIn(ctx, tx, store.AdminPart("application_erased"), "")
	})
}

// BackupPart is the photos that are shown.
func (*Applications) BackupPart() postgres.BackupPart {
	return postgres.BackupPart{
		Files:      `select p.id, v, 'image/jpeg' from application_photos p, unnest(array['file', 'thumbnail']) v where p.in_use`,
		FilesSince: 85,
	}
}
