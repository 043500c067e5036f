//go:build unix

// The Redis of a cluster: a process of its own that keeps nothing and that
// nobody else can reach.

package cluster

import (
	"context"
	"errors"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"muster/cmd/muster/internal/cluster/process"
)

const (
	redisPatience = 10 * time.Second
	redisEnd      = 2 * time.Second // from SIGTERM to SIGKILL; it keeps nothing
)

// startRedis runs a redis-server on a socket in a folder of this user's, which
// goes with it, and returns its address for REDIS_URL.
func (k *cluster) startRedis(ctx context.Context) (string, error) {
	program, err := exec.LookPath("redis-server")
	if err != nil {
		return "", errors.New("redis-server is not on the PATH: install it, or set REDIS_URL")
	}
	dir, err := os.MkdirTemp("", "muster-redis-")
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "redis.sock")
	cmd := exec.Command(program, "-")
	cmd.Stdin = strings.NewReader(strings.Join([]string{
		"port 0", "unixsocket " + path, "unixsocketperm 700", "dir " + dir,
		`save ""`, "appendonly no", "daemonize no", "loglevel warning",
	}, "\n") + "\n")
	cmd.Stdout, cmd.Stderr = k.out.as("redis"), k.out.as("redis")
	k.redis, err = process.Start(cmd)
	if err != nil {
		k.redis = nil
		return "", errors.Join(err, os.RemoveAll(dir))
	}
	k.redisDir = dir
	ctx, cancel := context.WithTimeout(ctx, redisPatience)
	defer cancel()
	for {
		conn, err := (&net.Dialer{}).DialContext(ctx, "unix", path)
		if err == nil {
			return "unix://" + path, conn.Close()
		}
		select {
		case <-k.redis.Done():
			return "", errors.New("redis-server ended at once")
		case <-ctx.Done():
			return "", errors.New("redis-server does not answer")
		case <-time.After(20 * time.Millisecond):
		}
	}
}
