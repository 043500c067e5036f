package node

import (
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"muster/store/logtest"
)

// A queue whose database is away says so once a minute. It filled the log with several lines a
// second, among which nobody found the others.
func TestQueueRepeatsItsFailuresOnceAMinute(t *testing.T) {
	var out logtest.Buffer
	to := newJobLog(slog.NewTextHandler(&out, nil))
	began := time.Date(2026, 11, 30, 3, 0, 0, 0, time.UTC)
	say := func(at time.Duration, handler slog.Handler, message string) {
		t.Helper()
		r := slog.NewRecord(began.Add(at), slog.LevelError, message, 0)
		r.AddAttrs(slog.Any("err", errors.New("connection refused")))
		if err := handler.Handle(t.Context(), r); err != nil {
			t.Fatal(err)
		}
	}
	ofQueue := to.WithAttrs([]slog.Attr{slog.String("queue", "push")})
	for second := range 90 {
		say(time.Duration(second)*time.Second, to, "producer: Error fetching jobs")
		say(time.Duration(second)*time.Second, ofQueue, "producer: Error fetching jobs")
		say(time.Duration(second)*time.Second, to, "jobcompleter.BatchCompleter: Completer error (will retry after sleep)")
		say(time.Duration(second)*time.Second, to, "job failed")
	}
	say(time.Second, to, "notifier.Notifier: Error connecting listener")
	for message, want := range map[string]int{"producer: Error": 2, "job failed": 90, "Completer error": 2, "notifier.Notifier": 1} {
		if got := strings.Count(out.String(), message); got != want {
			t.Errorf("%q is logged %d times, want %d", message, got, want)
		}
	}
}
