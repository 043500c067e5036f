package postgres_test

import (
	"muster/actors"
	"muster/store/postgres"
)

// The log and the ledger are what the actors ask for.
var (
	_ actors.Log       = (*postgres.Live)(nil)
	_ actors.Admission = (*postgres.Live)(nil)

	_ actors.Costs        = (*postgres.DB)(nil)
	_ actors.Contributors = (*postgres.DB)(nil)
	_ actors.Campaigns    = (*postgres.Campaigns)(nil)
)
