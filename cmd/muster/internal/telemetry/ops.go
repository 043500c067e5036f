package telemetry

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/pprof"
	"syscall"
	"time"
)

// Ops is the operators' own address: health, metrics and profiles, which never
// stand on the public one (health apart).
type Ops struct {
	server *http.Server
	Addr   string // where it listens
}

// CannotListen says what to do where nobody can listen on an address.
func CannotListen(err error) error {
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return fmt.Errorf("%w: another program listens there, perhaps a node that has not ended yet", err)
	case errors.Is(err, syscall.EADDRNOTAVAIL):
		return fmt.Errorf("%w: it is no address of this machine", err)
	case errors.Is(err, syscall.EACCES):
		return fmt.Errorf("%w: ports below 1024 are the balancer's", err)
	}
	return err
}

// OpenOps listens on addr; health answers /healthz and /readyz, metrics
// /metrics.
func OpenOps(addr string, health, metrics http.Handler) (*Ops, error) {
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("MUSTER_OPS_ADDR: %w", CannotListen(err))
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
