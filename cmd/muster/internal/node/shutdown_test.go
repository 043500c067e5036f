package node

import (
	"context"
	"errors"
	"log/slog"
	"net/netip"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"muster/store/postgres/storetest"
)

// A database that keeps a connection is not waited for when the time is up.
// It was, for as long as it liked.
func TestP20DatabaseThatDoesNotLetGoIsLeft(t *testing.T) {
	d := &Database{DB: storetest.Open(t), log: slog.New(slog.DiscardHandler)}
	conn, err := d.Pool().Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Release()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	closed := make(chan error, 1)
	go func() { closed <- d.Close(ctx) }()
	select {
	case err := <-closed:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(stopEnd):
		t.Error("it is still waited for")
	}
}

// The steps of a stop share one time, whatever each of them does with it.
func TestP20StepsShareOneTime(t *testing.T) {
	heeding := func(ctx context.Context) error {
		<-ctx.Done()
		return ctx.Err()
	}
	steps := func(s *shutdown, do func(context.Context) error) {
		for range 10 {
			s.step("calls", drainHub, callsEnd, do)
		}
		s.step("database", drainDatabase, databaseEnd, do)
	}
	synctest.Test(t, func(t *testing.T) {
		s := &shutdown{began: time.Now()}
		err := s.run(func() { steps(s, heeding) })
		if took := time.Since(s.began); !errors.Is(err, context.DeadlineExceeded) || took != databaseEnd {
			t.Errorf("%v after %v", err, took)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		s, ever := &shutdown{began: time.Now()}, make(chan struct{})
		defer close(ever)
		err := s.run(func() {
			steps(s, func(context.Context) error {
				<-ever
				return nil
			})
		})
		if took := time.Since(s.began); err == nil || !strings.Contains(err.Error(), "calls") || took != stopEnd {
			t.Errorf("%v after %v", err, took)
		}
	})
}

// A node that somebody tries on their own machine does not wait for balancers
// that are not there.
func TestOnlyNodesBehindBalancersWaitForThem(t *testing.T) {
	behind := []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}
	for _, c := range []struct {
		name   string
		config Config
		delay  time.Duration
	}{
		{"muster dev", Config{Dev: true}, 0},
		{"a cluster's node", Config{Dev: true, Proxies: behind}, lameDuckDelay},
		{"muster serve", Config{}, lameDuckDelay},
	} {
		if got := c.config.lameDuck(); got != c.delay {
			t.Errorf("%s serves on for %v", c.name, got)
		}
	}
}
