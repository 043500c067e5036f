// People who apply and are no members yet, as far as signing in needs them.

package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"muster/store"
)

// AddApplicant stores an applicant by its canonical identifiers, "" for none;
// Conflict when one of them is taken.
func (db *DB) AddApplicant(ctx context.Context, email, phone string) (store.Applicant, error) {
	a := store.Applicant{Email: email, Phone: phone}
	err := db.Pool().QueryRow(ctx, `insert into applicants (email, phone) values (nullif($1, ''), nullif($2, ''))
		returning id::text`, email, phone).Scan(&a.ID)
	return a, Fault(err)
}

// Applicant finds an applicant by id; NotFound when there is none.
func (db *DB) Applicant(ctx context.Context, id string) (store.Applicant, error) {
	a, err := applicantByID(ctx, db.Pool(), id)
	return a, Fault(err)
}

func applicantByID(ctx context.Context, q Querier, id string) (store.Applicant, error) {
	var a store.Applicant
	err := q.QueryRow(ctx, `select id::text, coalesce(email, ''), coalesce(phone, '') from applicants where id = $1`, id).
		Scan(&a.ID, &a.Email, &a.Phone)
	if errors.Is(err, pgx.ErrNoRows) {
		return a, store.NewErrorReason(store.NotFound, "applicant_absent", "Application not found")
	}
	return a, err
}
