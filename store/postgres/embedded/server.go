//go:build unix

// The server: its settings, its start, its addresses and its end.

package embedded

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/url"
	"os"
	"slices"
	"sync"
	"syscall"
	"time"
)

const (
	port            = "5432" // part of the socket's name; nothing listens on TCP
	defaultDatabase = "muster"

	startLimit = 2 * time.Minute // a crash recovery may take long; used when ctx has no deadline
	undoLimit  = 5 * time.Second // for the shutdown after a start that failed

	killPatience = time.Second // how long each of the forcible ends gets
	// Forced is how long Stop may still take after the end of its context: it
	// ends by force what did not obey.
	Forced = 2 * killPatience
)

// Server is a running cluster, owned by this process or only used by it.
type Server struct {
	config  Config
	log     *slog.Logger
	home    home
	bin     string // folder of initdb and postgres
	sockets string // folder of the Unix socket

	lock    *os.File      // the home's file lock; nil when another process owns the cluster
	quit    chan struct{} // closed when the end was asked for
	done    chan struct{} // closed when the supervising goroutine has ended
	exits   chan error    // the newest unexpected end, for a Start still waiting
	release sync.Once

	mu       sync.Mutex
	pid      int // the live postmaster, 0 between two
	stopping bool
}

// Start brings up the cluster of cfg.DataDir, making it on the first start,
// and returns once it answers and its database exists. ctx bounds the start
// only; the server runs until Stop. The error is ErrInUse when another process
// runs this data directory, ErrNotInstalled when no usable PostgreSQL was found
// and ErrForeignVersion when the data belongs to another major version.
func Start(ctx context.Context, cfg Config) (*Server, error) {
	cfg = cfg.withDefaults()
	h, err := openHome(cfg.DataDir)
	if err != nil {
		return nil, err
	}
	lock, err := h.acquire()
	if err != nil {
		return nil, err
	}
	s := &Server{
		config: cfg, log: cfg.Log, home: h, lock: lock,
		quit: make(chan struct{}), done: make(chan struct{}), exits: make(chan error, 1),
	}
	if err := s.start(ctx); err != nil {
		s.letGo()
		return nil, err
	}
	return s, nil
}

func (c Config) withDefaults() Config {
	if c.Log == nil {
		c.Log = slog.Default()
	}
	if c.Database == "" {
		c.Database = defaultDatabase
	}
	return c
}

func (s *Server) start(ctx context.Context) error {
	if _, limited := ctx.Deadline(); !limited {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, startLimit)
		defer cancel()
	}
	began := time.Now()
	major, err := s.home.clusterMajor()
	if err != nil {
		return err
	}
	install, err := choose(installations(s.home.account), major)
	if err != nil {
		return err
	}
	s.bin = install.bin
	if err := s.home.removeUnfinished(); err != nil {
		return err
	}
	if major == 0 {
		if err := s.home.initialise(ctx, s.bin, s.config.Settings["fsync"] == "off"); err != nil {
			return err
		}
	}
	if s.sockets, err = socketDir(s.home); err != nil {
		return err
	}
	if err := s.makeWay(ctx); err != nil {
		return err
	}
	if err := s.home.turnLog(); err != nil {
		return err
	}
	go s.supervise()
	if err := s.awaitReady(ctx); err != nil {
		stopCtx, cancel := context.WithTimeout(context.WithoutCancel(ctx), undoLimit)
		defer cancel()
		return errors.Join(err, s.Stop(stopCtx))
	}
	s.log.Info("postgres runs", "version", install.major, "home", s.home.dir,
		"made", major == 0, "took", time.Since(began).Round(time.Millisecond))
	return nil
}

// URL is the DSN of the configured database for the server's role, which has the
// rights that it is given; for pgx, over the private socket.
func (s *Server) URL() string { return s.dsn(s.config.Database, ServerRole) }

// OwnerURL is the DSN of the configured database for its owner.
func (s *Server) OwnerURL() string { return s.OwnerURLFor(s.config.Database) }

// OwnerURLFor is the owner's DSN of another database of the same cluster.
func (s *Server) OwnerURLFor(database string) string { return s.dsn(database, OwnerRole) }

func (s *Server) dsn(database, role string) string {
	query := url.Values{"host": {s.sockets}, "port": {port}, "user": {role}, "sslmode": {"disable"}}
	return "postgres:///" + url.PathEscape(database) + "?" + query.Encode()
}

// PID is the process id of the postmaster, 0 while there is none or when
// another process owns it. Fault tests signal it.
func (s *Server) PID() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.pid
}

// Stop shuts the cluster down (Postgres's fast shutdown: open transactions roll
// back, everything committed is checkpointed) and frees the data directory.
// When ctx ends first the shutdown becomes an immediate one, then a kill, within
// Forced, and the error is ctx's; nothing committed is lost then either. It does nothing to a cluster
// that another process owns, and may be called more than once.
func (s *Server) Stop(ctx context.Context) error { return s.end(ctx, syscall.SIGINT) }

// StopImmediate ends the cluster as a crash would, without a checkpoint; the
// next start recovers from the log.
func (s *Server) StopImmediate(ctx context.Context) error { return s.end(ctx, syscall.SIGQUIT) }

func (s *Server) end(ctx context.Context, signal syscall.Signal) error {
	if s.lock == nil {
		return nil
	}
	s.mu.Lock()
	if !s.stopping {
		s.stopping = true
		close(s.quit)
	}
	s.mu.Unlock()
	s.signal(signal)
	var err error
	select {
	case <-s.done:
	case <-ctx.Done():
		err = fmt.Errorf("postgres did not stop in time: %w", ctx.Err())
		s.forceEnd()
	}
	s.letGo()
	return err
}

func (s *Server) signal(signal syscall.Signal) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.pid != 0 {
		// The only failure is a process that has just ended, which is the wish.
		_ = syscall.Kill(s.pid, signal)
	}
}

// letGo removes the socket folder and frees the lock.
func (s *Server) letGo() {
	s.release.Do(func() {
		if s.sockets != "" {
			if err := os.RemoveAll(s.sockets); err != nil {
				s.log.Warn("postgres socket folder stays", "error", err)
			}
		}
		if err := unlock(s.lock); err != nil {
			s.log.Warn("postgres lock", "error", err)
		}
	})
}

// arguments are the postmaster's. Statements and the values in error details
// hold members' words, so Postgres's own log gets neither, nor plain errors.
func (s *Server) arguments() []string {
	settings := map[string]string{
		"dynamic_shared_memory_type": "mmap", // containers have a tiny /dev/shm
		"unix_socket_permissions":    "0700",
		"logging_collector":          "off",
		"jit":                        "off", // compiling costs more than any statement of ours
		"log_min_messages":           "log",
		"log_min_error_statement":    "panic",
		"log_error_verbosity":        "terse",
		"log_statement":              "none",
		"timezone":                   "UTC",
	}
	maps.Copy(settings, s.config.Settings)
	args := []string{"-D", s.home.cluster(), "-k", s.sockets, "-h", "", "-p", port}
	for _, name := range slices.Sorted(maps.Keys(settings)) {
		args = append(args, "-c", name+"="+settings[name])
	}
	return args
}
