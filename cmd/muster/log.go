package main

import (
	"context"
	"io"
	"log/slog"
	"strings"
)

// private are attribute names whose values never reach a log (AUTH-40).
var private = []string{"token", "code", "identifier", "email", "phone", "secret", "password", "authorization", "cookie", "address", "url"}

// newLogger writes JSON in production and text in dev, without what is private.
func newLogger(to io.Writer, format string, level slog.Level) *slog.Logger {
	options := &slog.HandlerOptions{Level: level, ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		for _, name := range private {
			if strings.EqualFold(a.Key, name) {
				return slog.String(a.Key, "[private]")
			}
		}
		return a
	}}
	if format == "json" {
		return slog.New(slog.NewJSONHandler(to, options))
	}
	return slog.New(slog.NewTextHandler(to, options))
}

// jobLog keeps the job queue's everyday chatter out of the log, and what it
// says while it is being stopped.
type jobLog struct{ slog.Handler }

// Enabled is so from warnings on.
func (j jobLog) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelWarn && j.Handler.Enabled(ctx, level)
}

// Handle leaves out what only says that a stop was asked for.
func (j jobLog) Handle(ctx context.Context, r slog.Record) error {
	stopped := false
	r.Attrs(func(a slog.Attr) bool {
		stopped = stopped || strings.Contains(a.Value.String(), context.Canceled.Error())
		return !stopped
	})
	if stopped {
		return nil
	}
	return j.Handler.Handle(ctx, r)
}

// WithAttrs and WithGroup keep the filter.
func (j jobLog) WithAttrs(attrs []slog.Attr) slog.Handler { return jobLog{j.Handler.WithAttrs(attrs)} }
func (j jobLog) WithGroup(name string) slog.Handler       { return jobLog{j.Handler.WithGroup(name)} }
