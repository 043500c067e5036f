// Traces, for an operator who sets OTEL_EXPORTER_OTLP_ENDPOINT: spans of
// requests, of transactions into the logs and of SQL statements. What they
// carry is a fixed list without addresses, paths, texts or parameters.

package telemetry

import (
	"context"
	"errors"
	"net/url"

	"github.com/exaring/otelpgx"
	"github.com/jackc/pgx/v5"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	noopmetric "go.opentelemetry.io/otel/metric/noop"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"

	"muster/actors"
	"muster/store/roomlog"
)

// CheckEndpoint says what is wrong with the address of a collector.
func CheckEndpoint(endpoint string) error {
	at, err := url.Parse(endpoint)
	if err != nil || at.Host == "" {
		return errors.New("OTEL_EXPORTER_OTLP_ENDPOINT must be http://host:port")
	}
	return nil
}

// OpenTraces makes the provider that sends spans to endpoint, by OTLP over
// HTTP. How many are kept follows OTEL_TRACES_SAMPLER, all without it.
func OpenTraces(ctx context.Context, endpoint, version string) (*sdktrace.TracerProvider, error) {
	if err := CheckEndpoint(endpoint); err != nil {
		return nil, err
	}
	at, err := url.Parse(endpoint)
	if err != nil {
		return nil, err
	}
	exporter, err := otlptracehttp.New(ctx, otlptracehttp.WithEndpointURL(at.JoinPath("v1", "traces").String()))
	if err != nil {
		return nil, err
	}
	return newTraces(sdktrace.NewBatchSpanProcessor(redactingExporter{exporter}), version), nil
}

func newTraces(processor sdktrace.SpanProcessor, version string) *sdktrace.TracerProvider {
	return sdktrace.NewTracerProvider(
		sdktrace.WithSpanProcessor(processor),
		sdktrace.WithResource(resource.NewSchemaless(
			attribute.String("service.name", "muster"), attribute.String("service.version", version))),
	)
}

// QueryTracer makes spans of SQL statements, without their parameters.
func QueryTracer(provider trace.TracerProvider) pgx.QueryTracer {
	return otelpgx.NewTracer(
		otelpgx.WithTracerProvider(provider),
		otelpgx.WithMeterProvider(noopmetric.NewMeterProvider()),
		otelpgx.WithDisableConnectionDetailsInAttributes(),
	)
}

// TraceLog makes a span of every transaction into a log.
func TraceLog(log actors.Log, provider trace.TracerProvider) actors.Log {
	return tracedLog{log, provider.Tracer("muster")}
}

// tracedLog makes a span of every transaction into the logs.
type tracedLog struct {
	actors.Log
	tracer trace.Tracer
}

// Append implements actors.Log.
func (l tracedLog) Append(ctx context.Context, acts []roomlog.Command) ([]roomlog.Result, error) {
	ctx, span := l.tracer.Start(ctx, "append", trace.WithAttributes(attribute.Int("muster.acts", len(acts))))
	defer span.End()
	verdicts, err := l.Log.Append(ctx, acts)
	if err != nil {
		span.SetStatus(codes.Error, "")
	}
	return verdicts, err
}

// allowedAttributes are exported. Other attributes of a library may hold
// addresses and paths and are dropped.
var allowedAttributes = map[attribute.Key]bool{
	"http.request.method": true, "http.route": true, "http.response.status_code": true, "http.response.body.size": true,
	"db.system.name": true, "db.query.text": true, "db.operation.name": true, "db.operation.batch.size": true,
	"pgx.rows_affected": true, "pgx.sql_state": true, "muster.acts": true,
}

// redactingExporter exports spans without anything that a member or a stranger wrote.
type redactingExporter struct{ sdktrace.SpanExporter }

// ExportSpans implements sdktrace.SpanExporter.
func (d redactingExporter) ExportSpans(ctx context.Context, spans []sdktrace.ReadOnlySpan) error {
	quiet := make([]sdktrace.ReadOnlySpan, len(spans))
	for i, span := range spans {
		quiet[i] = redactedSpan{span}
	}
	return d.SpanExporter.ExportSpans(ctx, quiet)
}

type redactedSpan struct{ sdktrace.ReadOnlySpan }

// Attributes are those that may be exported.
func (s redactedSpan) Attributes() []attribute.KeyValue {
	var kept []attribute.KeyValue
	for _, one := range s.ReadOnlySpan.Attributes() {
		if allowedAttributes[one.Key] {
			kept = append(kept, one)
		}
	}
	return kept
}

// Events would quote errors, and errors quote values.
func (redactedSpan) Events() []sdktrace.Event { return nil }

// Status is the code alone.
func (s redactedSpan) Status() sdktrace.Status {
	return sdktrace.Status{Code: s.ReadOnlySpan.Status().Code}
}
