package main

import (
	"context"
	"encoding/hex"
	"log/slog"
	"time"

	"muster/actors"
	"muster/store"
	"muster/store/redis"
)

// drainBus is how long the goodbye to the other nodes may take.
const drainBus = time.Second

// joinNodes puts the bus between nodes into a hub's configuration; without
// REDIS_URL there is one node. Nodes with the same secret on the same database
// are one community, so the channels' names and the key that proves hints come
// from both: others on the same Redis hear nothing and are not believed.
func (h *house) joinNodes(ctx context.Context, url string, secret store.Secret, hub *actors.Config) error {
	if url == "" {
		return nil
	}
	database, err := h.db.Identity(ctx)
	if err != nil {
		return err
	}
	bus, err := redis.Open(redis.Config{
		URL: url, Namespace: namespace(secret, database), Key: secret.Key("bus-hints/" + database), Logger: h.log,
	})
	if err != nil {
		return err
	}
	h.bus = bus
	h.busState = func() string { return string(bus.State()) }
	hub.Bus, hub.SharedLimiter = bus, bus
	return nil
}

// namespace is no part of the key: everybody on the Redis sees it.
func namespace(secret store.Secret, database string) string {
	return "muster:" + hex.EncodeToString(secret.Key("bus-channels/" + database)[:8])
}

// leaveNodes says goodbye. A Redis that does not take it makes no good stop a
// failed one: the others notice the silence.
func (h *house) leaveNodes(ctx context.Context) error {
	if err := h.bus.Close(ctx); err != nil {
		h.log.Warn("the other nodes were not told of the stop", slog.Any("error", err))
	}
	return nil
}
