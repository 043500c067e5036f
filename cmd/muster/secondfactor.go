package main

import (
	"context"
	"fmt"

	"muster/cmd/muster/internal/node"
	"muster/store"
	factors "muster/store/postgres/secondfactor"
	"muster/store/secondfactor"
)

// secondFactor removes the second factors of a member who has lost them. A backup that is
// restored elsewhere may lack the secret: removing needs none.
func (p program) secondFactor(ctx context.Context, args []string) error {
	if len(args) != 2 || args[0] != "remove" || args[1] == "" {
		return fmt.Errorf("second-factor: only remove MEMBER is known; %w", errUsage)
	}
	return p.onDatabase(ctx, func(db *node.Database) error {
		m, removed, err := factors.New(db.DB, secondfactor.Keys{}).RemoveAll(ctx, store.Caller{Address: operatorAddress()}, args[1])
		if err != nil {
			return sentence(err)
		}
		for _, kind := range removed {
			fmt.Fprintf(p.out, "removed %s of %s (%s)\n", kind, m.Name, m.ID)
		}
		return nil
	})
}
