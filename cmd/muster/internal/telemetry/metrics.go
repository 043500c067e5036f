// The metrics that are read from a node's subsystems when Prometheus asks.

package telemetry

import (
	"context"
	"log/slog"
	"math"
	"net/http"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"muster/actors"
	"muster/http/socket"
	"muster/store/queue"
	"muster/store/redis"
)

// scrapePatience is how long the database is waited for.
const scrapePatience = time.Second

// Metrics is a node's registry. Nothing that a library registers by itself gets
// in.
type Metrics struct {
	*meter
	registry *prometheus.Registry
	version  string
}

// NewMetrics makes the metrics of a node of a version of the program.
func NewMetrics(version string) *Metrics {
	registry := prometheus.NewRegistry()
	registry.MustRegister(collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return &Metrics{newMeter(registry), registry, version}
}

// Handler answers /metrics.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{MaxRequestsInFlight: 4, Timeout: 10 * time.Second})
}

// Sources are the subsystems of a node that metrics are read from.
type Sources struct {
	Draining func() bool
	// Limited counts the calls that limits refused.
	Limited func() map[string]int64
	Bus     *redis.Bus // nil: no other nodes
	Hub     *actors.Hub
	Sockets *socket.Server
	Pools   func() map[string]*pgxpool.Stat // by name: live and calls
	// WriteWaits is how long callers waited until they might write, by pool.
	WriteWaits func() map[string]time.Duration
	// PostgresCertificateEnd is when a certificate of the database's servers ends.
	PostgresCertificateEnd func() time.Time
	Jobs                   *queue.Queue
	// PaymentDifferences is what the nightly comparison with the provider found here.
	PaymentDifferences func() int
	Log                *slog.Logger
}

// Watch adds the metrics of a node's subsystems.
func (m *Metrics) Watch(s Sources) { m.registry.MustRegister(nodeCollector{s, m.version}) }

// nodeCollector reads a node when it is asked.
type nodeCollector struct {
	Sources
	version string
}

func describe(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc(name, help, labels, nil)
}

var (
	build          = describe("muster_build_info", "1, with the commit the program was built from.", "version")
	draining       = describe("muster_draining", "1 while this node is shutting down.")
	busUp          = describe("muster_bus_up", "1 while messages of other nodes arrive over Redis; absent on a node without Redis.")
	busHints       = describe("muster_bus_hints_total", "Messages between nodes over Redis: sent, dropped before they were sent, heard, heard but unreadable, and refused because they failed verification.", "what")
	busConnects    = describe("muster_bus_connects_total", "Times the Redis subscription was opened.")
	peopleOnline   = describe("muster_people_online", "People in chat on all nodes.")
	roomsLive      = describe("muster_rooms_live", "Rooms that are live on this node.")
	actsWaiting    = describe("muster_acts_waiting", "Commands that wait to be committed to the logs.")
	pollAge        = describe("muster_poll_age_seconds", "Seconds since the last successful poll of the logs; polled once a second.")
	socketsOpen    = describe("muster_sockets_open", "Open sockets.")
	socketsNew     = describe("muster_sockets_unjoined", "Open sockets that have not joined.")
	socketsSlow    = describe("muster_sockets_slow", "Open sockets whose reader is slower than what is sent to it.")
	socketsIn      = describe("muster_sockets_accepted_total", "Sockets accepted.")
	socketsRefused = describe("muster_sockets_refused_total", "Sockets refused because of a cap or while draining.")
	callsLimited   = describe("muster_calls_limited_total", "Calls that a limit refused, by limit.", "limit")
	socketsFailed  = describe("muster_sockets_refusals_total", "Handshakes refused, connections that could not be accepted, and panics, by reason.", "reason")
	socketsClosed  = describe("muster_sockets_closed_total", "Sockets closed, by the close code of this node; peer: the browser closed, or the connection was lost.", "code")
	socketsTooSlow = describe("muster_sockets_too_slow_total", "Sockets closed with 4409 because their reader was too slow.")
	socketsDead    = describe("muster_sockets_dead_total", "Sockets closed because they did not answer pings.")
	framesWritten  = describe("muster_frames_written_total", "Frames written to sockets.")
	socketWrites   = describe("muster_socket_writes_total", "System calls that wrote frames to sockets.")
	poolConns      = describe("muster_postgres_connections", "Connections to Postgres by pool and state: live for chat, analytics for counts and long lists, calls for everything else.", "pool", "state")
	poolMax        = describe("muster_postgres_connections_max", "Most connections to Postgres.", "pool")
	poolAcquires   = describe("muster_postgres_acquires_total", "Times a connection was taken from the pool.", "pool")
	poolWaits      = describe("muster_postgres_waits_total", "Times a caller had to wait for a connection because none was free.", "pool")
	poolCanceled   = describe("muster_postgres_acquires_canceled_total", "Times the caller gave up waiting for a connection.", "pool")
	poolWaited     = describe("muster_postgres_acquire_seconds_total", "Seconds that callers waited for connections, all together.", "pool")
	poolWriteWaits = describe("muster_postgres_write_wait_seconds_total", "Seconds that callers waited, all together, until a connection might be written on: a part of each pool is kept for reading.", "pool")
	certificateEnd = describe("muster_certificate_end_seconds", "Unix time at which the first of the certificates ends that the servers of a kind showed; +Inf without TLS.", "server")
	paymentsDiffer = describe("muster_payment_differences", "Differences between the ledger and the payment provider that the nightly comparison on this node found; 0 on the nodes that did not make it.")
	jobsDeep       = describe("muster_jobs", "Unfinished jobs of all nodes by state.", "state")
)

// Describe implements prometheus.Collector.
func (nodeCollector) Describe(out chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{build, draining, busUp, busHints, busConnects, peopleOnline, roomsLive, actsWaiting, pollAge,
		socketsOpen, socketsNew, socketsSlow, socketsIn, socketsRefused, socketsFailed, socketsClosed, socketsTooSlow, socketsDead,
		framesWritten, socketWrites, poolConns, poolMax, poolAcquires, poolWaits, poolCanceled, poolWaited, poolWriteWaits, certificateEnd, paymentsDiffer, jobsDeep, callsLimited} {
		out <- d
	}
}

// Collect implements prometheus.Collector.
func (f nodeCollector) Collect(out chan<- prometheus.Metric) {
	gauge := func(d *prometheus.Desc, value float64, labels ...string) {
		out <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, value, labels...)
	}
	count := func(d *prometheus.Desc, value int64, labels ...string) {
		out <- prometheus.MustNewConstMetric(d, prometheus.CounterValue, float64(value), labels...)
	}
	ends := func(server string, at time.Time) {
		unix := math.Inf(1)
		if !at.IsZero() {
			unix = float64(at.Unix())
		}
		gauge(certificateEnd, unix, server)
	}
	gauge(build, 1, f.version)
	gauge(draining, one(f.Draining()))
	for limit, n := range f.Limited() {
		count(callsLimited, n, limit)
	}
	if f.Bus != nil {
		gauge(busUp, one(f.Bus.State() == redis.Up))
		c := f.Bus.Counts()
		count(busHints, c.Sent, "sent")
		count(busHints, c.Dropped, "dropped")
		count(busHints, c.Received, "heard")
		count(busHints, c.Unreadable, "unreadable")
		count(busHints, c.Refused, "refused")
		count(busConnects, c.Connected)
		ends("redis", f.Bus.CertificateEnd())
	}
	ends("postgres", f.PostgresCertificateEnd())

	hub := f.Hub.Stats()
	gauge(peopleOnline, float64(hub.People))
	gauge(roomsLive, float64(hub.Rooms))
	gauge(actsWaiting, float64(hub.Waiting))
	if !hub.Polled.IsZero() {
		gauge(pollAge, time.Since(hub.Polled).Seconds())
	}

	s := f.Sockets.Stats()
	gauge(socketsOpen, float64(s.Open))
	gauge(socketsNew, float64(s.Unjoined))
	gauge(socketsSlow, float64(s.Slow))
	count(socketsIn, s.Accepted)
	count(socketsRefused, s.Refused)
	for why, n := range f.Sockets.Refusals() {
		count(socketsFailed, n, string(why))
	}
	count(socketsTooSlow, s.TooSlow)
	count(socketsDead, s.Dead)
	count(framesWritten, s.Frames)
	count(socketWrites, s.Writes)
	for code, n := range f.Sockets.CloseCounts() {
		label := "peer"
		if code != 0 {
			label = strconv.Itoa(int(code))
		}
		count(socketsClosed, n, label)
	}

	for name, pool := range f.Pools() {
		gauge(poolConns, float64(pool.AcquiredConns()), name, "used")
		gauge(poolConns, float64(pool.IdleConns()), name, "idle")
		gauge(poolConns, float64(pool.ConstructingConns()), name, "opening")
		gauge(poolMax, float64(pool.MaxConns()), name)
		count(poolAcquires, pool.AcquireCount(), name)
		count(poolWaits, pool.EmptyAcquireCount(), name)
		count(poolCanceled, pool.CanceledAcquireCount(), name)
		out <- prometheus.MustNewConstMetric(poolWaited, prometheus.CounterValue, pool.AcquireDuration().Seconds(), name)
	}
	for name, waited := range f.WriteWaits() {
		out <- prometheus.MustNewConstMetric(poolWriteWaits, prometheus.CounterValue, waited.Seconds(), name)
	}

	gauge(paymentsDiffer, float64(f.PaymentDifferences()))
	f.jobDepth(gauge)
}

// jobDepth asks the database; while it is away the figure is left out.
func (f nodeCollector) jobDepth(gauge func(*prometheus.Desc, float64, ...string)) {
	ctx, cancel := context.WithTimeout(context.Background(), scrapePatience)
	defer cancel()
	depth, err := f.Jobs.Depth(ctx)
	if err != nil {
		f.Log.Debug("job depth is not known", slog.Any("error", err))
		return
	}
	for state, n := range depth {
		gauge(jobsDeep, float64(n), state)
	}
}

func one(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}
