package postgres_test

import (
	"context"
	"testing"
	"time"

	"muster/store"
	"muster/store/encrypted"
	encrypteds "muster/store/postgres/encrypted"
	"muster/store/postgres/people"
)

// Jobs and counts of calls write within the bound that keeps connections for those who read.
// They took any connection, and while no standby confirmed, all of them. That they wait is
// counted.
func TestJobsWriteWithinTheBound(t *testing.T) {
	w := newWorld(t)
	ann := w.Join("ann")
	pe := people.New(w.DB)
	writers := map[string]func(context.Context) error{
		"SweepQuotas":      w.DB.SweepQuotas,
		"RetireSecrets":    func(ctx context.Context) error { return w.DB.RetireSecrets(ctx, 1) },
		"SweepLogins":      pe.SweepLogins,
		"SweepGuesses":     encrypteds.New(w.DB, encrypted.Keys{}).SweepGuesses,
		"SpendProfileView": func(ctx context.Context) error { return pe.SpendProfileView(ctx, ann.ID) },
		"SetLanguage":      func(ctx context.Context) error { return pe.SetLanguage(ctx, ann.ID, "de") },
		"AddApplicant": func(ctx context.Context) error {
			_, err := pe.AddApplicant(ctx, "x@example.org", "")
			return err
		},
	}
	release := w.DB.TakeWrites()
	for name, write := range writers {
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		if err := write(ctx); store.CodeOf(err) != store.Unavailable {
			t.Errorf("%s does not wait: %v", name, err)
		}
		cancel()
	}
	if waited := w.DB.WriteWaits()["calls"]; waited < time.Duration(len(writers))*50*time.Millisecond {
		t.Errorf("%v were waited", waited)
	}
	if err := w.DB.Ping(t.Context()); err != nil {
		t.Errorf("who reads waits too: %v", err)
	}
	release()
	for name, write := range writers {
		if err := write(t.Context()); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
