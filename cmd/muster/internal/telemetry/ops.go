package telemetry

import (
	"context"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/pprof"
	"time"
)

// Ops is the operators' own address: health, metrics and profiles, which never
// stand on the public one (health apart).
type Ops struct {
	server *http.Server
	Addr   string // where it listens
}

// OpenOps listens on addr; health answers /healthz and /readyz, metrics
// /metrics.
func OpenOps(addr string, health, metrics http.Handler) (*Ops, error) {
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	mux.Handle("/healthz", health)
	mux.Handle("/readyz", health)
	mux.Handle("/metrics", metrics)
	mux.HandleFunc("/debug/pprof/", pprof.Index)
	mux.HandleFunc("/debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("/debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("/debug/pprof/trace", pprof.Trace)
	o := &Ops{Addr: listener.Addr().String()}
	o.server = &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second, ErrorLog: log.New(io.Discard, "", 0)}
	go o.server.Serve(listener) // ends with close
	return o, nil
}

// Close ends running profiles too.
func (o *Ops) Close(context.Context) error { return o.server.Close() }
