package redis

import (
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"muster/store/logtest"
)

// A Redis that cannot be reached at the start is logged once, in a line that says
// how the node goes on. Nothing was logged before, because a bus begins down.
func TestRedisUnreachableAtStartIsLogged(t *testing.T) {
	log := &logtest.Buffer{}
	b, err := Open(Config{URL: "redis://:kkkk@127.0.0.1:1", Namespace: "test", Key: testKey, Logger: slog.New(slog.NewTextHandler(log, nil))})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		defer cancel()
		_ = b.Close(ctx) // nobody reads the error
	})
	b.Listen(&gapCounter{})
	const line = "redis: cannot be reached, polling the log until it answers"
	eventually(t, "the log says so", func() bool { return strings.Contains(log.String(), line) })
	if said := log.String(); strings.Count(said, line) != 1 || strings.Contains(said, "kkkk") {
		t.Errorf("said %q", said)
	}
}
