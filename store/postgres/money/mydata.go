package money

import (
	"context"

	"github.com/jackc/pgx/v5"

	"muster/store"
	"muster/store/postgres"
)

// Tables are the tables of payments and of the server's cost.
func (*Payments) Tables() map[string]string {
	return map[string]string{
		"contributions":      "",
		"payment_events":     "",
		"payment_ledger":     "",
		"refunds":            "",
		"server_cost":        "",
		"server_cost_ledger": "",
		"test_checkouts":     "",
	}
}

// Erase leaves what a member paid in the books, without a name.
func (*Payments) Erase(ctx context.Context, tx pgx.Tx, m store.Member) error {
	return postgres.EraseRows(ctx, tx, m,
		`update contributions set anonymous = true where member_id = $1`,
		`update server_cost_ledger set anonymous = true where member_id = $1`)
}

// Export gives what a member paid.
func (*Payments) Export(context.Context, pgx.Tx, store.Member) ([]postgres.ExportFile, error) {
	return []postgres.ExportFile{
		{
			Name: "contributions.json", About: "your contributions",
			Query: `select id, purpose, amount_cents, refunded_cents, anonymous, status, at from contributions where member_id = $1 order by at`,
		},
		{
			Name: "server-cost.json", About: "what you paid towards the server cost, line by line",
			Query: `select id, kind, amount_cents, anonymous, at from server_cost_ledger where member_id = $1 order by id`,
		},
	}, nil
}

// ActivityQuery selects the newest lines of the ledger.
func (*Payments) ActivityQuery() string {
	return `select 'payment:' || l.id, l.id, l.at, l.kind, c.member_id, null::uuid, '',
		jsonb_build_object('amount', l.amount_cents / 100.0, 'purpose', c.purpose)
		from payment_ledger l join contributions c on c.id = l.contribution_id where l.id > $3 order by l.id desc limit $6`
}

// BackupPart asks whether the meter of the server cost is what its lines add up to.
func (*Payments) BackupPart() postgres.BackupPart {
	return postgres.BackupPart{
		Sound: []string{
			`select format('the meter of the server cost shows %s after line %s, the lines up to it add up to %s', meter_cents, id, sum) from (
		select id, meter_cents, sum(amount_cents) over (order by id) as sum from server_cost_ledger) l where meter_cents <> sum order by id limit 10`,
		},
	}
}
