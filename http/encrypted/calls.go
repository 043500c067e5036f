package encrypted

import (
	"context"
	"log/slog"

	"muster/store"
	"muster/store/blob"
	"muster/store/postgres"
	messages "muster/store/postgres/encrypted"
	logs "muster/store/postgres/roomlog"
)

// Config is what the calls stand on.
type Config struct {
	Messages *messages.Messages
	DB       *postgres.DB // of the audit log
	Log      *logs.Log    // of the uploads
	Media    *blob.Storage
	Links    store.MediaLinks
	// PublicHost says whether all addresses of a host are public.
	PublicHost func(ctx context.Context, host string) bool
	Logger     *slog.Logger
}

// calls are the handlers.
type calls struct{ Config }
