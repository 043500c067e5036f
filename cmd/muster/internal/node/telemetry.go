package node

import (
	"context"

	"github.com/jackc/pgx/v5"

	"muster/actors"

	"muster/cmd/muster/internal/telemetry"
)

// wireTraces opens the traces before the database, whose statements are traced.
func (n *Node) wireTraces(ctx context.Context, c Config) error {
	if c.TracesTarget == "" {
		return nil
	}
	traces, err := telemetry.OpenTraces(ctx, c.TracesTarget, c.Version)
	n.Traces = traces
	return err
}

func (n *Node) queryTracer() pgx.QueryTracer {
	if n.Traces == nil {
		return nil
	}
	return telemetry.QueryTracer(n.Traces)
}

func (n *Node) tracedLog() actors.Log {
	return telemetry.TraceLog(n.roomLog, n.Traces)
}

// wireMetrics makes the meters that the parts after it count with.
func (n *Node) wireMetrics(c Config) {
	if c.OpsAddr != "" {
		n.metrics = telemetry.NewMetrics(c.Version)
	}
}

// wireOps opens the operators' address, when everything it shows is there.
func (n *Node) wireOps(c Config) error {
	if c.OpsAddr == "" {
		return nil
	}
	n.metrics.Watch(n.Sources())
	ops, err := telemetry.OpenOps(c.OpsAddr, n.edge, n.metrics.Handler())
	n.Ops = ops
	return err
}

// Sources are the parts that metrics are read from.
func (n *Node) Sources() telemetry.Sources {
	return telemetry.Sources{
		Draining: n.edge.Draining, Limited: n.edge.Limited, Bus: n.bus, Hub: n.hub, Sockets: n.sockets, Pools: n.DB.PoolStats, WriteWaits: n.DB.WriteWaits, PostgresCertificateEnd: n.DB.CertificateEnd, Jobs: n.jobs, PaymentDifferences: n.payments.Differences, Log: n.log,
	}
}
