package node

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"testing"

	"muster/store/postgres/storetest"
)

// A node that is allowed to run on a Postgres that may lose what it acknowledged
// warns of it at every start. It said nothing, and the setting was forgotten.
func TestStartWarnsOfUnsafePostgres(t *testing.T) {
	var log bytes.Buffer
	db, err := OpenDatabase(t.Context(), DatabaseConfig{URL: storetest.URL(t), MaxConns: 4, AllowUnsafe: true},
		slog.New(slog.NewTextHandler(&log, nil)), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close(context.WithoutCancel(t.Context()))
	if want := "Postgres can lose acknowledged messages: "; !strings.Contains(log.String(), want) {
		t.Errorf("the log says %q, not %q", log.String(), want)
	}
}
