package main

import (
	"context"
	"flag"
	"fmt"

	"muster/cmd/muster/internal/node"
	ranks "muster/store/postgres/rank"
)

// badges gives what the ledgers and logs say members have earned and do not have.
func (p program) badges(ctx context.Context, args []string) error {
	if len(args) == 0 || args[0] != "recompute" {
		return fmt.Errorf("badges: only recompute is known; %w", errUsage)
	}
	if err := p.flags("badges recompute", args[1:], func(*flag.FlagSet) {}); err != nil {
		return err
	}
	return p.onDatabase(ctx, func(db *node.Database) error {
		given, err := ranks.NewBadges(db.DB).Recompute(ctx, 0)
		if err != nil {
			return sentence(err)
		}
		fmt.Fprintf(p.out, "%d badges given\n", given)
		return nil
	})
}
