package postgres_test

import (
	"muster/actors"
	"muster/store/postgres"
	campaigns "muster/store/postgres/campaign"
	"muster/store/postgres/money"
)

// The log and the ledger are what the actors ask for.
var (
	_ actors.Log       = (*postgres.Log)(nil)
	_ actors.Admission = (*postgres.Log)(nil)

	_ actors.Costs        = (*money.Costs)(nil)
	_ actors.Contributors = (*money.Payments)(nil)
	_ actors.Campaigns    = (*campaigns.Campaigns)(nil)
)
