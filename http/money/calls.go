package money

import (
	"context"

	"muster/store"
	"muster/store/money"
	"muster/store/postgres"
	payments "muster/store/postgres/money"
)

// Config is what the calls stand on.
type Config struct {
	Payments *payments.Payments
	Costs    *payments.Costs
	DB       *postgres.DB    // of the clock
	Channels []store.Channel // by which receipts can be sent
	Hub      Hub
}

// Hub is what the calls use of the hub.
type Hub interface {
	// ServerCost is the server's cost now.
	ServerCost(ctx context.Context) (money.ServerCost, error)
	// Broadcast is called with what this node has just committed for everybody to see.
	Broadcast(values ...store.Broadcast)
}

// calls are the handlers.
type calls struct{ Config }

// maxEvent is the most bytes of an event of the payment provider.
const maxEvent = 1 << 20
