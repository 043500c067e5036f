package node

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"log/slog"
	"time"

	"muster/store"
	"muster/store/redis"
)

// drainBus is how long publishing the last messages to the other nodes may take.
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

// openBus makes the bus of a node. All nodes on one database use the same
// channels, and only those that accept the secret accept each other's messages: a
// node that was started with another secret is refused and the log says so,
// instead of keeping a presence of its own unnoticed.
func openBus(ctx context.Context, url string, db *Database, secret store.Secret, logger *slog.Logger) (*redis.Bus, error) {
	database, err := db.Identity(ctx)
	if err != nil {
		return nil, err
	}
	keys := secret.Keys("bus-hints/" + database)
	return redis.Open(redis.Config{
		URL: url, Namespace: namespace(database), Key: keys[0], Accepted: keys[1:], Logger: logger,
	})
}

// namespace names the channels of a database. Everybody on the Redis sees it, so
// it shows nothing of the secret.
func namespace(database string) string {
	sum := sha256.Sum256([]byte("bus-channels/" + database))
	return "muster:" + hex.EncodeToString(sum[:8])
}

// busState is "up" while messages of other nodes arrive.
func (n *Node) busState() string { return string(n.bus.State()) }

// leaveBus publishes what is left, this node's leave among it. A stop does not
// fail because Redis does not take it: the other nodes notice the silence.
func (n *Node) leaveBus(ctx context.Context) error {
	if err := n.bus.Close(ctx); err != nil {
		n.log.Warn("redis: the other nodes did not hear of the stop", slog.Any("error", err))
	}
	return nil
}
