// Traces, for an operator who sets OTEL_EXPORTER_OTLP_ENDPOINT: spans of
// requests, of transactions into the logs and of SQL statements. What they
// carry is a fixed list without addresses, paths, texts or parameters.
package main

import (
	"context"
	"fmt"
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
	"muster/store"
)

// openTraces makes the provider that sends spans to endpoint, by OTLP over
// HTTP. How many are kept follows OTEL_TRACES_SAMPLER, all without it.
func openTraces(ctx context.Context, endpoint string) (*sdktrace.TracerProvider, error) {
	at, err := url.Parse(endpoint)
	if err != nil || at.Host == "" {
		return nil, fmt.Errorf("OTEL_EXPORTER_OTLP_ENDPOINT must be http://host:port")
	}
	exporter, err := otlptracehttp.New(ctx, otlptracehttp.WithEndpointURL(at.JoinPath("v1", "traces").String()))
	if err != nil {
		return nil, err
	}
	return newTraces(sdktrace.NewBatchSpanProcessor(discreet{exporter})), nil
}

func newTraces(processor sdktrace.SpanProcessor) *sdktrace.TracerProvider {
	return sdktrace.NewTracerProvider(
		sdktrace.WithSpanProcessor(processor),
		sdktrace.WithResource(resource.NewSchemaless(
			attribute.String("service.name", "muster"), attribute.String("service.version", version()))),
	)
}

// queryTracer makes spans of SQL statements, without their parameters.
func queryTracer(provider trace.TracerProvider) pgx.QueryTracer {
	return otelpgx.NewTracer(
		otelpgx.WithTracerProvider(provider),
		otelpgx.WithMeterProvider(noopmetric.NewMeterProvider()),
		otelpgx.WithDisableConnectionDetailsInAttributes(),
	)
}

// tracedLog makes a span of every transaction into the logs.
type tracedLog struct {
	actors.Log
	tracer trace.Tracer
}

// Append implements actors.Log.
func (l tracedLog) Append(ctx context.Context, acts []store.Command) ([]store.Result, error) {
	ctx, span := l.tracer.Start(ctx, "append", trace.WithAttributes(attribute.Int("muster.acts", len(acts))))
	defer span.End()
	verdicts, err := l.Log.Append(ctx, acts)
	if err != nil {
		span.SetStatus(codes.Error, "")
	}
	return verdicts, err
}

// spoken lists the attributes that leave this process; a library's others, which
// may hold addresses and paths, stay here.
var spoken = map[attribute.Key]bool{
	"http.request.method": true, "http.route": true, "http.response.status_code": true, "http.response.body.size": true,
	"db.system.name": true, "db.query.text": true, "db.operation.name": true, "db.operation.batch.size": true,
	"pgx.rows_affected": true, "pgx.sql_state": true, "muster.acts": true,
}

// discreet exports spans without anything that a member or a stranger wrote.
type discreet struct{ sdktrace.SpanExporter }

// ExportSpans implements sdktrace.SpanExporter.
func (d discreet) ExportSpans(ctx context.Context, spans []sdktrace.ReadOnlySpan) error {
	quiet := make([]sdktrace.ReadOnlySpan, len(spans))
	for i, span := range spans {
		quiet[i] = discreetSpan{span}
	}
	return d.SpanExporter.ExportSpans(ctx, quiet)
}

type discreetSpan struct{ sdktrace.ReadOnlySpan }

// Attributes are those that may be told.
func (s discreetSpan) Attributes() []attribute.KeyValue {
	var kept []attribute.KeyValue
	for _, one := range s.ReadOnlySpan.Attributes() {
		if spoken[one.Key] {
			kept = append(kept, one)
		}
	}
	return kept
}

// Events would quote errors, and errors quote values.
func (discreetSpan) Events() []sdktrace.Event { return nil }

// Status is the code alone.
func (s discreetSpan) Status() sdktrace.Status {
	return sdktrace.Status{Code: s.ReadOnlySpan.Status().Code}
}
