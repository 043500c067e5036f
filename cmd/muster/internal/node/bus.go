package node

import (
	"context"
	"encoding/hex"
	"log/slog"
	"time"

	"muster/store"
	"muster/store/redis"
)

// drainBus is how long the goodbye to the other nodes may take.
const drainBus = time.Second

// wireBus opens the bus between nodes; without a Redis there is one node.
func (n *Node) wireBus(ctx context.Context, c Config) error {
	if c.RedisURL == "" {
		return nil
	}
	bus, err := openBus(ctx, c.RedisURL, n.DB, c.Secret, n.log)
	n.bus = bus
	return err
}

// openBus makes the bus of a node. Nodes with the same secret on the same
// database are one community, so the names of the channels and the key that
// signs messages come from both: others on the same Redis hear nothing and are
// not believed.
func openBus(ctx context.Context, url string, db *Database, secret store.Secret, logger *slog.Logger) (*redis.Bus, error) {
	database, err := db.Identity(ctx)
	if err != nil {
		return nil, err
	}
	return redis.Open(redis.Config{
		URL: url, Namespace: namespace(secret, database), Key: secret.Key("bus-hints/" + database), Logger: logger,
	})
}

// namespace is no part of the key: everybody on the Redis sees it.
func namespace(secret store.Secret, database string) string {
	return "muster:" + hex.EncodeToString(secret.Key("bus-channels/" + database)[:8])
}

// busState is "up" while the bus carries.
func (n *Node) busState() string { return string(n.bus.State()) }

// leaveBus says goodbye. A Redis that does not take it makes no good stop a
// failed one: the others notice the silence.
func (n *Node) leaveBus(ctx context.Context) error {
	if err := n.bus.Close(ctx); err != nil {
		n.log.Warn("bus: the other nodes were not told of the stop", slog.Any("error", err))
	}
	return nil
}
