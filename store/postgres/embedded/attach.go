//go:build unix

// Using a cluster that another process owns.

package embedded

import (
	"context"
	"errors"
	"fmt"
	"time"
)

const (
	attachLimit = time.Minute // used when ctx has no deadline
	attachPoll  = 100 * time.Millisecond
)

// Attach gives operator commands the cluster of cfg.DataDir: the running one
// when another process owns it, else one started here. Stop ends it only in
// the second case. An owner that is just starting or stopping is waited for,
// for a minute or as long as ctx says.
func Attach(ctx context.Context, cfg Config) (*Server, error) {
	if _, limited := ctx.Deadline(); !limited {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, attachLimit)
		defer cancel()
	}
	for {
		s, err := Start(ctx, cfg)
		if err == nil || !errors.Is(err, ErrInUse) {
			return s, err
		}
		if s, err = use(ctx, cfg.withDefaults()); err == nil {
			return s, nil
		}
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("the running postgres of %s does not answer: %w", cfg.DataDir, err)
		case <-time.After(attachPoll):
		}
	}
}

// use connects to the owner's postmaster, whose socket stands in its pid file.
func use(ctx context.Context, cfg Config) (*Server, error) {
	h, err := openHome(cfg.DataDir)
	if err != nil {
		return nil, err
	}
	file, err := h.readPidFile()
	if err != nil {
		return nil, err
	}
	if file.sockets == "" {
		return nil, errors.New("it has not opened its socket yet")
	}
	s := &Server{config: cfg, log: cfg.Log, home: h, sockets: file.sockets}
	if err := s.ensureDatabase(ctx); err != nil {
		return nil, err
	}
	return s, nil
}
