//go:build !unix

package embedded

import (
	"context"
	"errors"
)

// Forced is how long Stop may take after the end of its context.
const Forced = 0

// Server is never made here.
type Server struct{}

var errNotHere = errors.New("DATABASE_URL is missing: Muster brings its own Postgres on Linux, macOS and other Unix systems only")

// Start says that this system cannot.
func Start(context.Context, Config) (*Server, error) { return nil, errNotHere }

// Attach says that this system cannot.
func Attach(context.Context, Config) (*Server, error) { return nil, errNotHere }

// RemoveLost finds nothing.
func RemoveLost(...string) error { return nil }

// URL is of no server.
func (*Server) URL() string { return "" }

// OwnerURL is of no server.
func (*Server) OwnerURL() string { return "" }

// OwnerURLFor is of no server.
func (*Server) OwnerURLFor(string) string { return "" }

// PID is of no server.
func (*Server) PID() int { return 0 }

// StopImmediate has nothing to stop.
func (*Server) StopImmediate(context.Context) error { return nil }

// Stop has nothing to stop.
func (*Server) Stop(context.Context) error { return nil }

// Children says that this system cannot.
func Children(int) ([]int, error) { return nil, errNotHere }
