package secondfactor

import (
	"context"

	"muster/store"
	factors "muster/store/postgres/secondfactor"
)

// Config is what the calls stand on.
type Config struct {
	Factors *factors.Factors
	Brand   Brand
}

// Brand is what the community calls itself now.
type Brand interface {
	CurrentBrand(ctx context.Context) store.Brand
}

// calls are the handlers.
type calls struct{ Config }
