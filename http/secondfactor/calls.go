package secondfactor

import (
	"context"

	"muster/http/edge"
	"muster/store"
	"muster/store/people"
	members "muster/store/postgres/people"
	factors "muster/store/postgres/secondfactor"
)

// Config is what the calls stand on.
type Config struct {
	Factors *factors.Factors
	Logins  *members.Logins
	Brand   Brand
	Origins []string // of the pages whose passkeys count; they belong to the host of the first
	// SignedIn answers a sign-in.
	SignedIn func(edge.Call, people.SignedIn) any
}

// Brand is what the community calls itself now.
type Brand interface {
	CurrentBrand(ctx context.Context) store.Brand
}

// calls are the handlers.
type calls struct{ Config }
