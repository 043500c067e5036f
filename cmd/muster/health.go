package main

import (
	"context"
	"flag"
	"fmt"
	"net"
	"slices"
	"strconv"
	"strings"
	"time"

	"muster/cmd/muster/internal/telemetry"
)

// healthPatience is how long a node may take to say that it is ready.
const healthPatience = 2 * time.Second

// health asks the node on this machine, or in this container, whether it takes members:
// an image without a shell has no other program that could.
func (p program) health(ctx context.Context, args []string) error {
	if err := p.flags("health", args, func(*flag.FlagSet) {}); err != nil {
		return err
	}
	// The node has read its secrets: a vault that is away now makes it no worse.
	s, err := readSettings(slices.DeleteFunc(slices.Clone(p.environ), func(pair string) bool {
		variable, _, _ := strings.Cut(pair, "=")
		name := settingName(variable)
		return name != "PORT" && name != "MUSTER_HOST"
	}))
	if err != nil {
		return err
	}
	ctx, stop := context.WithTimeout(ctx, healthPatience)
	defer stop()
	if err := telemetry.AskReady(ctx, net.JoinHostPort(s.ownHost(), strconv.Itoa(s.Port))); err != nil {
		return fmt.Errorf("health: %w", err)
	}
	return nil
}

// ownHost is where this machine reaches its own node: one that listens on every address
// is on the local one too.
func (s settings) ownHost() string {
	if ip := net.ParseIP(s.Host); s.Host == "" || ip != nil && ip.IsUnspecified() {
		return "127.0.0.1"
	}
	return s.Host
}
