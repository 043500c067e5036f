package http

import (
	"github.com/gin-gonic/gin"
	"go.opentelemetry.io/contrib/instrumentation/github.com/gin-gonic/gin/otelgin"
	"go.opentelemetry.io/otel/metric/noop"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"
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
