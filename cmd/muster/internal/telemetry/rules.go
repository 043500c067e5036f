package telemetry

import _ "embed"

// Alarms are Prometheus rules for the metrics of the nodes.
//
//go:embed alarms.yaml
var Alarms string

// Dashboard is what an operator imports into Grafana.
//
//go:embed grafana.json
var Dashboard string
