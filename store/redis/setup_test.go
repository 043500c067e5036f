package redis

import (
	"context"
	"io"
	"log/slog"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var testKey = []byte(strings.Repeat("k", 32))

// open makes a bus that ends with the test.
func open(t testing.TB, url string) *Bus { return openLogged(t, url, testKey, io.Discard) }

func openLogged(t testing.TB, url string, key []byte, log io.Writer) *Bus {
	t.Helper()
	b, err := Open(Config{URL: url, Namespace: "test", Key: key, Logger: slog.New(slog.NewTextHandler(log, nil))})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		defer cancel()
		if err := b.Close(ctx); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return b
}

// eventually waits for something that must happen.
func eventually(t testing.TB, what string, done func() bool) {
	t.Helper()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for deadline := time.Now().Add(40 * time.Second); !done(); <-tick.C {
		if time.Now().After(deadline) {
			t.Fatalf("never: %s", what)
		}
	}
}
