package telemetry

import (
	"io"
	"log/slog"
	"strings"
)

// private are attribute names whose values never reach a log.
var private = []string{"token", "code", "identifier", "email", "phone", "secret", "password", "authorization", "cookie", "address", "url"}

// NewLogger writes JSON in production and text in dev, without what is private.
func NewLogger(to io.Writer, format string, level slog.Level) *slog.Logger {
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
