package harness

import (
	"bytes"
	"context"
	"log/slog"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"muster/cmd/muster/internal/loadtest"
	"muster/cmd/muster/internal/node"
	"muster/cmd/muster/internal/telemetry"
	"muster/store"
	"muster/store/community"
	"muster/store/postgres/storetest"
	"muster/store/roomlog"
)

// Log is a log that tests read while it is written.
type Log struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *Log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *Log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// complaints are the last warnings and errors.
func (l *Log) complaints() string {
	var kept []string
	for line := range strings.Lines(l.String()) {
		if strings.Contains(line, `"level":"WARN"`) || strings.Contains(line, `"level":"ERROR"`) {
			kept = append(kept, line)
		}
	}
	return strings.Join(kept[max(0, len(kept)-20):], "")
}

// Node is a node inside the test's own process.
type Node struct {
	*node.Node
	Addr    string
	Members []loadtest.Member
	Log     *Log
}

// Start starts a dev node on a database of its own with some members and rooms
// load-1, load-2 …; change alters its configuration.
func Start(t *testing.T, members, rooms int, change ...func(*node.Config)) *Node {
	t.Helper()
	secret, err := store.NewSecret(strings.Repeat("s", store.MinSecret))
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c := node.Config{
		Dev: true, Version: "test", Port: listener.Addr().(*net.TCPAddr).Port, OpsAddr: "127.0.0.1:0", Secret: secret,
		Database: node.DatabaseConfig{DataDir: t.TempDir(), MaxConns: 24, AllowUnsafe: true,
			Sessions: store.SessionLimits{Idle: 168 * time.Hour, Max: 720 * time.Hour}},
		Community: community.Default(), DefaultRoom: "general", GIFs: node.GIFs{Hosts: roomlog.DefaultGIFHosts}, Retention: store.DefaultRetention,
		ChatRate: 10_000, ChatBurst: 10_000, SocketsPerAddress: 10_000,
	}
	for _, f := range change {
		f(&c)
	}
	if c.Database.URL == "" {
		c.Database.URL = storetest.URL(t)
	}
	n := &Node{Addr: listener.Addr().String(), Log: &Log{}}
	ctx, stop := context.WithCancel(context.Background())
	logger := telemetry.NewLogger(n.Log, "json", slog.LevelDebug)
	if n.Node, err = node.New(ctx, c, logger); err != nil {
		stop()
		t.Fatal(err)
	}
	ended := make(chan error)
	go func() { ended <- n.Run(ctx, listener) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Errorf("stop: %v", err)
		}
		if t.Failed() {
			t.Logf("the node of %s complained:\n%s", n.Addr, n.Log.complaints())
		}
	})
	if n.Members, err = loadtest.Prepare(ctx, n.DB.Pool(), c.Database.Sessions.Max, members, rooms); err != nil {
		t.Fatal(err)
	}
	return n
}

// OpsURL is a page of the node's operators' address.
func (n *Node) OpsURL(path string) string { return "http://" + n.Ops.Addr + path }

// OnDatabase puts a node on a database that the test has.
func OnDatabase(url string) func(*node.Config) {
	return func(c *node.Config) { c.Database.URL = url }
}

// WithRedis gives a node a Redis.
func WithRedis(url string) func(*node.Config) {
	return func(c *node.Config) { c.RedisURL = url }
}

// WithFiles gives a node a storage of files.
func WithFiles(url string) func(*node.Config) {
	return func(c *node.Config) { c.MediaURL = url }
}

// WithConnections gives a node so many connections to its database.
func WithConnections(count int32) func(*node.Config) {
	return func(c *node.Config) { c.Database.MaxConns = count }
}
