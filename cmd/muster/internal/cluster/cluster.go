//go:build unix

package cluster

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"muster/cmd/muster/internal/cluster/process"
	"muster/cmd/muster/internal/node"
)

const (
	allConnections = 80               // of all nodes to the one Postgres
	nodePatience   = 25 * time.Second // from SIGTERM to SIGKILL; a node drains within 20 s
)

// cluster is a running set of nodes.
type cluster struct {
	log      *slog.Logger
	out      *lines // of the nodes, line by line
	db       *node.Database
	redis    *process.Process // nil: REDIS_URL says where it is
	redisDir string           // its folder, which goes with it
	nodes    []*clusterNode
	balancer *balancer
}

// Run runs nodes behind listener until ctx ends, then drains them all.
func Run(ctx context.Context, c Config, listener net.Listener) error {
	out := &lines{to: c.Output}
	k := &cluster{log: c.Logger(out.as("cluster")), out: out}
	shared, err := k.share(ctx, c)
	if err != nil {
		return errors.Join(err, k.release())
	}
	if err := k.start(c, shared); err != nil {
		k.stop()
		return errors.Join(err, k.release())
	}
	c.Started()
	return errors.Join(k.serve(ctx, listener), k.release())
}

// share brings what all nodes have in common: the database with its demo and
// the Redis between them. It returns the nodes' environment, without the owner's
// role: they find everything made.
func (k *cluster) share(ctx context.Context, c Config) ([]string, error) {
	var err error
	if k.db, err = node.OpenDatabase(ctx, c.Database, k.log, nil); err != nil {
		return nil, err
	}
	if err := k.db.OpenDefaultRoom(ctx, c.DefaultRoom); err != nil {
		return nil, err
	}
	began := time.Now()
	if err := c.Seed(ctx, k.db, c.DefaultRoom); err != nil {
		return nil, err
	}
	k.log.Info("demo ready", "took", time.Since(began).Round(time.Millisecond))
	shared, err := c.nodeSettings(k.db.URL)
	if err != nil {
		return nil, err
	}
	if !given(c.Environ, "REDIS_URL") {
		url, err := k.startRedis(ctx)
		if err != nil {
			return nil, err
		}
		shared = append(shared, "REDIS_URL="+url)
	}
	return environment(c.Environ, shared...), nil
}

// nodeSettings are the settings of each node that the cluster decides, but for the Redis. The nodes
// share the folder of files, which they are given: to a node with Redis its own is a mistake.
func (c Config) nodeSettings(databaseURL string) ([]string, error) {
	settings := []string{
		"DATABASE_URL=" + databaseURL, "DATABASE_OWNER_URL=", "MUSTER_HOST=127.0.0.1", "MUSTER_PUBLIC_URL=" + c.PublicURL,
		"MUSTER_DATA_DIR=" + c.Database.DataDir, "MUSTER_TRUSTED_PROXIES=127.0.0.1",
	}
	if c.SecretFile != "" {
		settings = append(settings, "MUSTER_SECRET_FILE="+c.SecretFile)
	}
	if !given(c.Environ, "DATABASE_CONNECTIONS") {
		settings = append(settings, fmt.Sprint("DATABASE_CONNECTIONS=", min(24, allConnections/c.Nodes)))
	}
	if given(c.Environ, "MEDIA_URL") {
		return settings, nil
	}
	folder, err := filepath.Abs(filepath.Join(c.Database.DataDir, "media"))
	media := url.URL{Scheme: "file", Path: folder}
	return append(settings, "MEDIA_URL="+media.String()), err
}

// given says whether an environment has a setting, itself or from elsewhere.
func given(environ []string, name string) bool {
	return slices.ContainsFunc(environ, func(kv string) bool {
		_, value, _ := strings.Cut(kv, "=")
		return value != "" && settingOf(kv) == name
	})
}

// environment is an environ with other values for some settings. A node refuses
// NAME beside NAME_FILE, so both give way to the new value.
func environment(environ []string, values ...string) []string {
	env := slices.DeleteFunc(slices.Clone(environ), func(kv string) bool {
		return slices.ContainsFunc(values, func(value string) bool { return settingOf(kv) == settingOf(value) })
	})
	return append(env, values...)
}

// settingOf is the setting that a variable gives, itself, from a file or from a command.
func settingOf(kv string) string {
	name, _, _ := strings.Cut(kv, "=")
	return strings.TrimSuffix(strings.TrimSuffix(name, "_FILE"), "_COMMAND")
}

// start launches the nodes and the balancer's watch over them.
func (k *cluster) start(c Config, shared []string) error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	k.balancer = newBalancer(k.log)
	for i := range c.Nodes {
		n := &clusterNode{name: fmt.Sprint("node ", i+1), program: program, env: shared, log: k.log, backend: &backend{}}
		n.out = k.out.as(n.name)
		if c.OpsAddr != "" {
			at, err := portAfter(c.OpsAddr, i)
			if err != nil {
				return err
			}
			n.env = environment(shared, "MUSTER_OPS_ADDR="+at)
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
		problems = append(problems, k.redis.Stop(redisEnd), os.RemoveAll(k.redisDir))
	}
	if k.db != nil {
		problems = append(problems, k.db.Close(context.Background()))
	}
	k.log.Info("stopped")
	return errors.Join(problems...)
}
