// The instruments that count while a node works.

package telemetry

import (
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"muster/actors/runtime"
	"muster/actors/wire"
	"muster/store"
	"muster/store/roomlog"
)

// seconds are the buckets of every duration on the way of a message.
var seconds = []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10}

// meter implements runtime.Meter. No label names a member or a room: the values
// of each come from a fixed list.
type meter struct {
	frames    *prometheus.CounterVec
	byType    map[string]prometheus.Counter // of frames; read only
	acts      *prometheus.CounterVec
	batches   prometheus.Histogram
	appends   prometheus.Histogram
	failures  prometheus.Counter
	waits     prometheus.Histogram
	lag       *prometheus.HistogramVec
	committed prometheus.Observer
	announced prometheus.Observer
	written   prometheus.Observer
	catchUps  prometheus.Counter
	caught    prometheus.Counter
	requests  *prometheus.CounterVec
	answers   *prometheus.HistogramVec
}

var _ runtime.Meter = (*meter)(nil)

// newMeter registers every instrument.
func newMeter(to prometheus.Registerer) *meter {
	counter := func(name, help string, labels ...string) *prometheus.CounterVec {
		c := prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, labels)
		to.MustRegister(c)
		return c
	}
	histogram := func(name, help string, buckets []float64, labels ...string) *prometheus.HistogramVec {
		h := prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: name, Help: help, Buckets: buckets}, labels)
		to.MustRegister(h)
		return h
	}
	one := func(h *prometheus.HistogramVec) prometheus.Histogram {
		return h.WithLabelValues().(prometheus.Histogram)
	}
	m := &meter{
		frames:   counter("muster_frames_received_total", "Frames received from browsers by type; malformed and unknown_type could not be read.", "type"),
		byType:   map[string]prometheus.Counter{},
		acts:     counter("muster_acts_total", "Commands to the logs by kind and by result: ok, or the code of the refusal.", "kind", "code"),
		batches:  one(histogram("muster_append_batch_acts", "Commands in one transaction into the logs.", []float64{1, 2, 4, 8, 16, 32, 64, 128})),
		appends:  one(histogram("muster_append_seconds", "Duration of one transaction into the logs.", seconds)),
		failures: counter("muster_append_failures_total", "Transactions into the logs that failed and stored nothing.").WithLabelValues(),
		waits:    one(histogram("muster_append_wait_seconds", "Time the oldest command of a transaction waited for it to begin.", seconds)),
		lag: histogram("muster_lag_seconds", "Time of one stage of a message's way, of the oldest in each batch: "+
			"committed (since its arrival), announced (since the commit), written (since it was queued).", seconds, "stage"),
		catchUps: counter("muster_log_catchups_total", "Times a room read events it had missed from its log.").WithLabelValues(),
		caught:   counter("muster_log_caught_events_total", "Events that rooms read from the log because they had missed them.").WithLabelValues(),
		requests: counter("muster_http_requests_total", "Requests by method, route and status; the socket is not among them.", "method", "route", "status"),
		answers:  histogram("muster_http_request_seconds", "Time to answer a request, by route.", seconds, "route"),
	}
	for _, in := range wire.Incoming {
		m.byType[in.Type()] = m.frames.WithLabelValues(in.Type())
	}
	for _, err := range []error{wire.ErrMalformed, wire.ErrUnknownType} {
		m.byType[err.Error()] = m.frames.WithLabelValues(err.Error())
	}
	m.committed = m.lag.WithLabelValues(string(runtime.Committed))
	m.announced = m.lag.WithLabelValues(string(runtime.Announced))
	m.written = m.lag.WithLabelValues("written")
	return m
}

func (m *meter) Received(kind string) {
	if c := m.byType[kind]; c != nil {
		c.Inc()
	}
}

func (m *meter) Recorded(acts int, waited, took time.Duration, err error) {
	m.batches.Observe(float64(acts))
	m.waits.Observe(waited.Seconds())
	m.appends.Observe(took.Seconds())
	if err != nil {
		m.failures.Inc()
	}
}

func (m *meter) Judged(kind roomlog.EventKind, code store.Code) {
	if code == "" {
		code = "ok"
	}
	m.acts.WithLabelValues(string(kind), string(code)).Inc()
}

func (m *meter) Passed(stage runtime.Stage, took time.Duration) {
	if stage == runtime.Committed {
		m.committed.Observe(took.Seconds())
	} else {
		m.announced.Observe(took.Seconds())
	}
}

func (m *meter) CaughtUp(events int) {
	m.catchUps.Inc()
	m.caught.Add(float64(events))
}

// Flushed is socket.Config.Passed.
func (m *meter) Flushed(took time.Duration) { m.written.Observe(took.Seconds()) }

// Answered is the web edge's Answered.
func (m *meter) Answered(method, route string, status int, took time.Duration) {
	m.requests.WithLabelValues(method, route, strconv.Itoa(status)).Inc()
	m.answers.WithLabelValues(route).Observe(took.Seconds())
}
