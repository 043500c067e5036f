// The language of a member, which mails, text messages and push notifications speak.

package people

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
	"muster/store/language"
	"muster/store/postgres"
)

// SetLanguage keeps the language of a member. It fails with NotFound for nobody's id and for
// one who was erased.
func (pe *People) SetLanguage(ctx context.Context, memberID string, tag language.Tag) error {
	return pe.db.WriteEach(ctx, func(ctx context.Context, on *pgxpool.Conn) error { return setLanguage(ctx, on, memberID, tag) })
}

// SetLanguageIn is SetLanguage in the caller's transaction.
func SetLanguageIn(ctx context.Context, tx pgx.Tx, memberID string, tag language.Tag) error {
	return setLanguage(ctx, tx, memberID, tag)
}

func setLanguage(ctx context.Context, on postgres.Querier, memberID string, tag language.Tag) error {
	id, ok := postgres.ParseID(memberID)
	if !ok {
		return postgres.ErrMemberUnknown()
	}
	changed, err := on.Exec(ctx, `update members set language = $2 where id = $1 and erased_at is null`, id, tag)
	if err == nil && changed.RowsAffected() == 0 {
		return postgres.ErrMemberUnknown()
	}
	return postgres.Fault(err)
}

// LanguageOf is the language of the member with an identifier; "" for nobody and for who
// has chosen none.
func (pe *People) LanguageOf(ctx context.Context, id store.Identifier) (tag language.Tag, err error) {
	err = pe.db.Pool().QueryRow(ctx, `
		select language from members where case $1 when 'email' then email else phone end = $2`,
		string(id.Channel), id.Address).Scan(&tag)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", nil
	}
	return tag, postgres.Fault(err)
}
