// The cluster command: several nodes on one machine, as processes of this same
// program, with what they share and a balancer before them.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

const (
	maxNodes       = 16
	allConnections = 80               // of all nodes to the one Postgres
	nodePatience   = 25 * time.Second // from SIGTERM to SIGKILL; a node drains within 20 s
)

// cluster is a running set of nodes.
type cluster struct {
	log      *slog.Logger
	out      *lines // of the nodes, line by line
	db       *database
	redis    *child // nil: REDIS_URL says where it is
	redisDir string // its folder, which goes with it
	nodes    []*clusterNode
	balancer *balancer
}

// cluster runs nodes until ctx ends, then drains them all.
func (p program) cluster(ctx context.Context, args []string) error {
	count := 2
	err := p.flags("cluster", args, func(f *flag.FlagSet) { f.IntVar(&count, "nodes", 2, "") })
	if err != nil {
		return err
	}
	if count < 1 || count > maxNodes {
		return fmt.Errorf("cluster: --nodes is 1 to %d; %w", maxNodes, errUsage)
	}
	s, err := readSettings(p.environ)
	if err != nil {
		return err
	}
	c, err := s.check(true)
	if err != nil {
		return err
	}
	if c.Host == "" {
		c.Host = "127.0.0.1"
	}
	listener, err := net.Listen("tcp", net.JoinHostPort(c.Host, strconv.Itoa(c.Port)))
	if err != nil {
		return err
	}
	defer listener.Close()
	c.Port = listener.Addr().(*net.TCPAddr).Port
	out := &lines{to: p.err}
	k := &cluster{log: newLogger(out.as("cluster"), c.LogFormat, c.LogLevel), out: out}
	shared, err := k.share(ctx, c, p.environ, count)
	if err != nil {
		return errors.Join(err, k.release())
	}
	if err := k.start(c, shared, count); err != nil {
		k.stop()
		return errors.Join(err, k.release())
	}
	p.welcome(c)
	return errors.Join(k.serve(ctx, listener), k.release())
}

// share brings what all nodes have in common: the database with its demo, the
// Redis between them, the secret. It returns the nodes' environment.
func (k *cluster) share(ctx context.Context, c checked, environ []string, count int) ([]string, error) {
	var err error
	if k.db, err = c.openDatabase(ctx, k.log, false, nil); err != nil {
		return nil, err
	}
	if err := k.db.openDefaultRoom(ctx, c.DefaultRoom); err != nil {
		return nil, err
	}
	if err := seedDemo(ctx, k.db, c.DefaultRoom); err != nil {
		return nil, err
	}
	if _, err := dataSecret(c.DataDir); err != nil {
		return nil, err
	}
	public := "http://localhost:" + strconv.Itoa(c.Port)
	if c.public != nil {
		public = c.public.String()
	}
	shared := []string{
		"DATABASE_URL=" + k.db.url, "MUSTER_HOST=127.0.0.1", "MUSTER_PUBLIC_URL=" + public,
		"MUSTER_DATA_DIR=" + c.DataDir, "MUSTER_TRUSTED_PROXIES=127.0.0.1",
	}
	if c.Secret == "" {
		shared = append(shared, "MUSTER_SECRET_FILE="+filepath.Join(c.DataDir, "secret"))
	}
	given := func(name string) bool {
		return slices.ContainsFunc(environ, func(kv string) bool { return strings.HasPrefix(kv, name+"=") })
	}
	if !given("DATABASE_CONNECTIONS") {
		shared = append(shared, fmt.Sprint("DATABASE_CONNECTIONS=", min(24, allConnections/count)))
	}
	if !given("REDIS_URL") {
		url, err := k.startRedis(ctx)
		if err != nil {
			return nil, err
		}
		shared = append(shared, "REDIS_URL="+url)
	}
	return append(slices.Clone(environ), shared...), nil
}

// start launches the nodes and the balancer's watch over them.
func (k *cluster) start(c checked, shared []string, count int) error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	k.balancer = newBalancer(k.log)
	for i := range count {
		n := &clusterNode{name: fmt.Sprint("node ", i+1), program: program, env: shared, log: k.log, backend: &backend{}}
		n.out = k.out.as(n.name)
		if c.OpsAddr != "" {
			at, err := portAfter(c.OpsAddr, i)
			if err != nil {
				return err
			}
			n.env = append(slices.Clone(shared), "MUSTER_OPS_ADDR="+at)
		}
		k.nodes = append(k.nodes, n)
		k.balancer.backends = append(k.balancer.backends, n.backend)
		n.begin()
	}
	k.balancer.begin()
	return nil
}

// portAfter is addr with its port moved on by n: each node has its own.
func portAfter(addr string, n int) (string, error) {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return "", fmt.Errorf("MUSTER_OPS_ADDR: %w", err)
	}
	number, err := strconv.Atoi(port)
	if err != nil || number == 0 {
		return "", errors.New("MUSTER_OPS_ADDR: a cluster needs a port, each node takes the next one")
	}
	return net.JoinHostPort(host, strconv.Itoa(number+n)), nil
}

// serve balances until ctx ends, then drains the nodes.
func (k *cluster) serve(ctx context.Context, listener net.Listener) error {
	failed := make(chan error, 1)
	go func() { failed <- k.balancer.front.Serve(listener) }()
	k.log.Info("balancing", "listen", listener.Addr().String(), "nodes", len(k.nodes))
	var err error
	select {
	case <-ctx.Done():
	case err = <-failed:
	}
	k.stop()
	return errors.Join(err, k.balancer.front.Close())
}

// stop drains every node at once and waits for all of them; the balancer
// carries what they still answer.
func (k *cluster) stop() {
	for _, n := range k.nodes {
		n.stop()
	}
	for _, n := range k.nodes {
		<-n.over
	}
	if k.balancer != nil {
		k.balancer.end()
	}
}

// release ends what the nodes shared.
func (k *cluster) release() error {
	var problems []error
	if k.redis != nil {
		problems = append(problems, k.redis.stop(redisEnd), os.RemoveAll(k.redisDir))
	}
	if k.db != nil {
		problems = append(problems, k.db.close(context.Background()))
	}
	k.log.Info("stopped")
	return errors.Join(problems...)
}
