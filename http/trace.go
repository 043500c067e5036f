package http

import (
	"log/slog"
	"time"

	"github.com/gin-gonic/gin"
	"go.opentelemetry.io/contrib/instrumentation/github.com/gin-gonic/gin/otelgin"
	"go.opentelemetry.io/otel/metric/noop"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"

	"muster/store"
)

// traceRequests makes a span for every request but health checks. Trace headers of
// the client are ignored.
func traceRequests(provider trace.TracerProvider) gin.HandlerFunc {
	return otelgin.Middleware("muster",
		otelgin.WithTracerProvider(provider),
		otelgin.WithMeterProvider(noop.NewMeterProvider()),
		otelgin.WithPropagators(propagation.NewCompositeTextMapPropagator()),
		otelgin.WithSpanNameFormatter(func(c *gin.Context) string {
			route := c.FullPath()
			if route == "" {
				route = "client"
			}
			return knownMethod(c.Request.Method) + " " + route
		}),
		otelgin.WithGinFilter(func(c *gin.Context) bool { return c.FullPath() != "/healthz" && c.FullPath() != "/readyz" }),
	)
}

// logRequest logs every request by its route and never by its path, query or body; one
// that was refused with the reason and the caller. It recovers a panic and replies in
// JSON.
func (s *Server) logRequest(c *gin.Context) {
	began := time.Now()
	defer func() {
		if cause := recover(); cause != nil {
			s.replyToPanic(c, cause)
		}
		level := slog.LevelInfo
		route, method, took := c.FullPath(), knownMethod(c.Request.Method), time.Since(began)
		switch route {
		case "":
			route, level = "client", slog.LevelDebug
		case "/healthz", "/readyz":
			level = slog.LevelDebug // balancers call these every second
		}
		about := []slog.Attr{
			slog.String("method", method), slog.String("route", route), slog.Int("status", c.Writer.Status()), slog.Duration("took", took),
		}
		if failure := c.GetString(failureKey); failure != "" {
			about = append(about, slog.String("failure", failure))
			if caller, _ := c.Value(callerKey).(store.Caller); caller.Session.ID != "" {
				about = append(about, slog.String("person", caller.Session.PersonID), slog.String("session", caller.Session.ID))
			}
		}
		s.log.LogAttrs(c.Request.Context(), level, "request", about...)
		if s.config.ObserveRequest != nil {
			s.config.ObserveRequest(method, route, c.Writer.Status(), took)
		}
	}()
	c.Next()
}

// knownMethod keeps arbitrary method names out of logs and metrics.
func knownMethod(method string) string {
	switch method {
	case "GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT":
		return method
	}
	return "other"
}
