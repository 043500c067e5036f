package secondfactor

import (
	"context"

	"github.com/jackc/pgx/v5"

	"muster/store"
	"muster/store/postgres"
)

// Tables are the tables of second factors.
func (*Factors) Tables() map[string]string {
	return map[string]string{
		"second_factors":        "",
		"recovery_codes":        "",
		"second_factor_guesses": "when wrong codes were tried, for a day",
		"passkey_challenges":    "what a browser was asked to sign, for minutes",
	}
}

// Erase deletes the factors of a member.
func (*Factors) Erase(ctx context.Context, tx pgx.Tx, m store.Member) error {
	return postgres.EraseRows(ctx, tx, m,
		`delete from second_factors where member_id = $1`,
		`delete from recovery_codes where member_id = $1`,
		`delete from second_factor_guesses where member_id = $1`,
		`delete from passkey_challenges where member_id = $1`)
}

// Export gives which factors a member has, and no secret.
func (*Factors) Export(context.Context, pgx.Tx, store.Member) ([]postgres.ExportFile, error) {
	return []postgres.ExportFile{
		{Name: "second-factors.json", About: "your second factors, without their secrets", Query: `select kind, name, created_at, confirmed_at, last_used_at from second_factors where member_id = $1 order by created_at`},
		{Name: "recovery-codes.json", About: "when your recovery codes were made and used", Query: `select created_at, used_at from recovery_codes where member_id = $1 order by used_at, created_at`},
	}, nil
}

// ActivityQuery is none.
func (*Factors) ActivityQuery() string { return "" }

// BackupPart is empty.
func (*Factors) BackupPart() (none postgres.BackupPart) { return none }
