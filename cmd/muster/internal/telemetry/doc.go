// Package telemetry is what an operator sees of a node: metrics for Prometheus,
// with alarm rules and a Grafana dashboard made for them, traces by OTLP, and
// the operators' address that serves metrics, health and profiles.
package telemetry
