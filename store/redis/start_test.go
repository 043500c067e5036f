package redis

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"
)

// lockedLog is a log that a test reads while it is written.
type lockedLog struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *lockedLog) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *lockedLog) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// A Redis that cannot be reached at the start is told once, in a line that says
// how the node goes on. Nothing was said before, because a bus begins down.
func TestRedisUnreachableAtStartIsTold(t *testing.T) {
	log := &lockedLog{}
	b, err := Open(Config{URL: "redis://:kkkk@127.0.0.1:1", Namespace: "test", Key: testKey, Logger: slog.New(slog.NewTextHandler(log, nil))})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		defer cancel()
		_ = b.Close(ctx) // nobody can be told
	})
	b.Listen(&gapCounter{})
	const line = "redis: cannot be reached, polling the log until it answers"
	eventually(t, "the log says so", func() bool { return strings.Contains(log.String(), line) })
	if said := log.String(); strings.Count(said, line) != 1 || strings.Contains(said, "kkkk") {
		t.Errorf("said %q", said)
	}
}
