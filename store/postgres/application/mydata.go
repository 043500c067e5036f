package application

import (
	"context"

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
		var applicant string
		if err := tx.QueryRow(ctx, `select coalesce(applicant_id::text, '') from applications where id = $1`, ids(id)[0]).Scan(&applicant); err != nil {
			return err
		}
		if err := s.delete(ctx, tx, id); err != nil {
			return err
		}
		if applicant != "" {
			if err := postgres.RemoveApplicantIn(ctx, tx, applicant); err != nil {
				return err
			}
		}
	}
	return nil
}

// exported is an application in the copy of a member's data.
type exported struct {
	application.Application
	History []application.PastDecision
}

// Export implements postgres.Subject.
func (s *Applications) Export(ctx context.Context, tx pgx.Tx, m store.Member) (file, about string, rows []any, err error) {
	found, err := ofMemberIDs(ctx, tx, m)
	if err != nil {
		return "", "", nil, err
	}
	for _, id := range found {
		r, err := s.byID(ctx, tx, id)
		if err != nil {
			return "", "", nil, err
		}
		for i := range r.history { // who decided is not the member's
			r.history[i].DecidedBy, r.history[i].Name = "", ""
		}
		r.ReviewedBy, r.ReviewedByName = "", ""
		rows = append(rows, exported{r.Application, r.history})
	}
	return "applications.json", "your applications for membership", rows, nil
}

// StoredFiles lists the photos that are shown, for a backup: none in a database from
// before there were applications.
func StoredFiles(ctx context.Context, tx pgx.Tx) ([]postgres.StoredFile, error) {
	var there bool
	if err := tx.QueryRow(ctx, photosThere).Scan(&there); err != nil || !there {
		return nil, err
	}
	rows, err := tx.Query(ctx, `select p.id::text, v, 'image/jpeg' from application_photos p, unnest(array['file', 'thumbnail']) v where p.in_use order by 1, 2`)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (f postgres.StoredFile, err error) {
		err = row.Scan(&f.Upload, &f.Variant, &f.Type)
		return f, err
	})
}

const photosThere = `select to_regclass('application_photos') is not null`

// StillStored says whether a photo is still shown.
func StillStored(ctx context.Context, on *pgx.Conn, photo string) (there bool, err error) {
	if err := on.QueryRow(ctx, photosThere).Scan(&there); err != nil || !there {
		return false, err
	}
	err = on.QueryRow(ctx, `select exists (select from application_photos where id = $1 and in_use)`, photo).Scan(&there)
	return there, err
}
