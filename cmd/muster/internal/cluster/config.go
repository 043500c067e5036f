package cluster

import (
	"context"
	"io"
	"log/slog"

	"muster/cmd/muster/internal/node"
)

// Config is what a cluster is made from.
type Config struct {
	Nodes       int
	Environ     []string // of this process; the nodes' own settings are added
	Database    node.DatabaseConfig
	DefaultRoom string
	Seed        func(ctx context.Context, db *node.Database, defaultRoom string) error
	PublicURL   string
	SecretFile  string    // "" when MUSTER_SECRET is given
	OpsAddr     string    // of the first node, the others take the next ports; "" is off
	Output      io.Writer // of the nodes, line by line
	Logger      func(io.Writer) *slog.Logger
	Started     func() // called when the balancer is about to answer
}

// MaxNodes is the largest cluster.
const MaxNodes = 16
