package main

import (
	"flag"
	"fmt"

	"muster/cmd/muster/internal/capacity"
)

// What members do unless a plan says otherwise: fifty of them share a room, and each says
// something every fifty seconds, as in a lively hour.
const (
	plannedRoom  = 50
	plannedPause = 50.0 // seconds
)

// loadPlan prints what a community needs.
func (p program) loadPlan(args []string) error {
	var l capacity.Load
	err := p.flags("load plan", args, func(f *flag.FlagSet) {
		f.IntVar(&l.Online, "online", 1000, "")
		f.IntVar(&l.Rooms, "rooms", 0, "")
		f.Float64Var(&l.Rate, "rate", 0, "")
	})
	if err != nil {
		return err
	}
	if l.Rooms == 0 {
		l.Rooms = max(1, l.Online/plannedRoom)
	}
	if l.Rate == 0 {
		l.Rate = float64(l.Online) / plannedPause
	}
	if err := l.Check(); err != nil {
		return fmt.Errorf("load plan: %w; %w", err, errUsage)
	}
	return capacity.Make(l).Print(p.out)
}
