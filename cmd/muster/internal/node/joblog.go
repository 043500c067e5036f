package node

import (
	"context"
	"log/slog"
	"strings"
	"sync"
	"time"
)

// queueLogEvery is the least time between two lines of the queue about the same failure.
const queueLogEvery = time.Minute

// jobLog keeps the job queue's everyday lines out of the log, what it says while it is being
// stopped, and the repetitions of its own failures: while Postgres is away it would say so
// several times a second. Jobs that fail are logged each.
type jobLog struct {
	slog.Handler
	logged *queueFailures // shared by the handlers that were made of this one
}

// queueFailures is when each failure of the queue was logged last.
type queueFailures struct {
	mu sync.Mutex
	at map[string]time.Time
}

func newJobLog(to slog.Handler) jobLog { return jobLog{to, &queueFailures{at: map[string]time.Time{}}} }

// Enabled is so from warnings on.
func (j jobLog) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelWarn && j.Handler.Enabled(ctx, level)
}

// Handle leaves out what only says that a stop was asked for, and what was said a moment ago.
func (j jobLog) Handle(ctx context.Context, r slog.Record) error {
	stopped := false
	r.Attrs(func(a slog.Attr) bool {
		stopped = stopped || strings.Contains(a.Value.String(), context.Canceled.Error())
		return !stopped
	})
	if stopped || !j.logged.due(r) {
		return nil
	}
	return j.Handler.Handle(ctx, r)
}

// due says whether a line is to be logged. River's own begin with the part of it that failed,
// as in "producer: Error fetching jobs".
func (f *queueFailures) due(r slog.Record) bool {
	if _, failure, ofPart := strings.Cut(r.Message, ": "); !ofPart || !strings.Contains(strings.ToLower(failure), "error ") {
		return true
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if last, said := f.at[r.Message]; said && r.Time.Sub(last) < queueLogEvery {
		return false
	}
	f.at[r.Message] = r.Time
	return true
}

// WithAttrs and WithGroup keep the filter.
func (j jobLog) WithAttrs(attrs []slog.Attr) slog.Handler {
	return jobLog{j.Handler.WithAttrs(attrs), j.logged}
}

func (j jobLog) WithGroup(name string) slog.Handler {
	return jobLog{j.Handler.WithGroup(name), j.logged}
}
