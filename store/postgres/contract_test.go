package postgres_test

import (
	"muster/actors"
	campaigns "muster/store/postgres/campaign"
	payments "muster/store/postgres/money"
	logs "muster/store/postgres/roomlog"
)

// The log and the ledger are what the actors ask for.
var (
	_ actors.Log       = (*logs.Log)(nil)
	_ actors.Admission = (*logs.Log)(nil)

	_ actors.Costs        = (*payments.Costs)(nil)
	_ actors.Contributors = (*payments.Payments)(nil)
	_ actors.Campaigns    = (*campaigns.Campaigns)(nil)
)
