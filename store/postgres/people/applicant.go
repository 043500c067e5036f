// People who apply and are no members yet, as far as signing in needs them.

package people

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
	"muster/store/people"
	"muster/store/postgres"
)

// AddApplicant stores an applicant by its canonical identifiers, "" for none;
// Conflict when one of them is taken.
func (pe *People) AddApplicant(ctx context.Context, email, phone string) (people.Applicant, error) {
	a := people.Applicant{Email: email, Phone: phone}
	err := pe.db.WriteEach(ctx, func(ctx context.Context, on *pgxpool.Conn) error {
		return on.QueryRow(ctx, `insert into applicants (email, phone) values (nullif($1, ''), nullif($2, ''))
			returning id::text`, email, phone).Scan(&a.ID)
	})
	return a, err
}

// Applicant finds an applicant by id; NotFound when there is none.
func (pe *People) Applicant(ctx context.Context, id string) (people.Applicant, error) {
	a, err := applicantByID(ctx, pe.db.Pool(), id)
	return a, postgres.Fault(err)
}

func applicantByID(ctx context.Context, q postgres.Querier, id string) (people.Applicant, error) {
	var a people.Applicant
	err := q.QueryRow(ctx, `select id::text, coalesce(email, ''), coalesce(phone, '') from applicants where id = $1`, id).
		Scan(&a.ID, &a.Email, &a.Phone)
	if errors.Is(err, pgx.ErrNoRows) {
		return a, store.NewErrorReason(store.NotFound, "applicant_absent", "Application not found")
	}
	return a, err
}
