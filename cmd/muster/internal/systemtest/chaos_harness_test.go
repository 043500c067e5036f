package systemtest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"muster/store/postgres/storetest"
	"muster/store/redis/redistest"
)

const (
	rigNodes   = 3
	rigWriters = 40
	rigReaders = 200 // 80 in the ordinary run
	rigRooms   = 20
)

// chaosHarness is three nodes on one Postgres and one Redis, with faults between them,
// and the people who use them.
type chaosHarness struct {
	t      *testing.T
	commit string // of the tree that is tested
	seed   uint64
	rate   float64    // messages a second, all writers together
	random *rand.Rand // of the faults
	began  time.Time
	ctx    context.Context // ends with the run

	database *storetest.Cluster
	server   *redistest.Server
	pubsub   []*redistest.Proxy // of each node to Redis
	gates    []*faultyProxy     // of each node to Postgres
	nodes    []*node
	lives    []atomic.Int64 // how often each node was started

	readers   []*clientLog
	writers   []*writer
	moderator *moderator
	markers   []*marker     // of each room
	stop      chan struct{} // closed: nothing new is written
	faults    []*fault

	mu      sync.Mutex
	parked  map[net.Conn]bool
	closed  bool
	running sync.WaitGroup
}

func roomName(room int) string { return fmt.Sprint("load-", room+1) }

// newChaosHarness starts everything but the people.
func newChaosHarness(t *testing.T, seed uint64, rate float64) *chaosHarness {
	t.Helper()
	r := &chaosHarness{
		t: t, commit: commit(), seed: seed, rate: rate, random: rand.New(rand.NewPCG(seed, 1)), began: time.Now(),
		database: demoDatabase(t), server: redistest.Start(t), lives: make([]atomic.Int64, rigNodes),
		stop: make(chan struct{}), parked: map[net.Conn]bool{},
	}
	var cancel context.CancelFunc
	r.ctx, cancel = context.WithCancel(context.Background())
	t.Cleanup(func() {
		cancel()
		r.mu.Lock()
		r.closed = true
		for c := range r.parked {
			c.Close()
		}
		r.mu.Unlock()
		r.running.Wait()
	})
	// When each send was committed is asked at the end.
	r.query(func(ctx context.Context, db *pgx.Conn) error {
		_, err := db.Exec(ctx, "alter system set track_commit_timestamp = on")
		return err
	})
	r.database.StopImmediate()
	r.database.Start()
	config, err := pgx.ParseConfig(r.database.URL())
	if err != nil {
		t.Fatal(err)
	}
	_, socket := pgconnAddress(config)
	for range rigNodes {
		g, err := newFaultyProxy(socket)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(g.close)
		r.gates = append(r.gates, g)
		redis := redistest.StartProxy(t, r.server)
		r.pubsub = append(r.pubsub, redis)
		n := newNode(t, fmt.Sprintf("DATABASE_URL=postgres://%s@%s/%s?sslmode=disable", config.User, g.listener.Addr(), config.Database),
			"REDIS_URL="+redis.URL(), "DATABASE_CONNECTIONS=24",
			"CHAT_RATE_PER_SECOND=100000", "CHAT_BURST=100000", "SOCKETS_PER_ADDRESS=10000")
		r.nodes = append(r.nodes, n)
		r.start(len(r.nodes) - 1)
	}
	readers := rigReaders
	if *chaosFor == 0 {
		readers = 80
	}
	tokens := r.nodes[0].tokens(rigWriters+readers, rigRooms)
	for i := range rigWriters {
		r.writers = append(r.writers, newWriter(r, i, tokens[i], i%rigRooms))
	}
	for i := range readers {
		r.readers = append(r.readers, newClientLog(r, fmt.Sprint("reader ", i), tokens[rigWriters+i], i%rigRooms, uint64(10000+i)))
	}
	for room := range rigRooms {
		r.markers = append(r.markers, newMarker(r, r.readers[room], uint64(20000+room)))
	}
	r.moderator = newModerator(r, tokens[rigWriters+readers-1])
	return r
}

// pgconnAddress is where pgx would connect to.
func pgconnAddress(config *pgx.ConnConfig) (network, address string) {
	return "unix", fmt.Sprintf("%s/.s.PGSQL.%d", config.Host, config.Port)
}

// query asks Postgres itself, not through a gate.
func (r *chaosHarness) query(ask func(context.Context, *pgx.Conn) error) {
	r.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	db, err := pgx.Connect(ctx, storetest.OwnerURL(r.database.URL()))
	if err != nil {
		r.t.Fatal(err)
	}
	defer db.Close(ctx)
	if err := ask(ctx, db); err != nil {
		r.t.Fatal(err)
	}
}

// since is the time of the run.
func (r *chaosHarness) since() time.Duration { return time.Since(r.began) }

// wall is a time of the run by the clock that Postgres reads too.
func (r *chaosHarness) wall(at time.Duration) time.Time { return r.began.Round(0).Add(at) }

// spawn runs f beside the rest; the run waits for it at its end.
func (r *chaosHarness) spawn(f func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.closed {
		r.running.Go(f)
	}
}

// park keeps a silent socket half open for a while.
func (r *chaosHarness) park(c net.Conn) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		c.Close()
		return
	}
	r.parked[c] = true
	time.AfterFunc(parkedFor, func() {
		c.Close()
		r.mu.Lock()
		defer r.mu.Unlock()
		delete(r.parked, c)
	})
}

// lines are all readers', then all writers'.
func (r *chaosHarness) lines() []*clientLog {
	all := append([]*clientLog(nil), r.readers...)
	for _, w := range r.writers {
		all = append(all, w.lines[0], w.lines[1])
	}
	return all
}

// people brings everybody in and waits until all have joined.
func (r *chaosHarness) people() {
	for i, l := range r.lines() {
		r.spawn(func() { l.run(r.ctx, i%rigNodes) })
	}
	r.until(patience, "everybody is in", func() bool {
		for _, l := range r.lines() {
			if l.node() < 0 {
				return false
			}
		}
		return true
	})
	pause := time.Duration(float64(time.Second) * rigWriters / r.rate)
	for _, w := range r.writers {
		r.spawn(func() { w.run(r.ctx, r.stop, pause) })
	}
	r.spawn(func() { r.moderator.run(r.ctx, r.stop) })
	for _, m := range r.markers {
		r.spawn(func() { m.run(r.ctx, r.stop) })
	}
}

// until waits for something that must come about; false when it did not.
func (r *chaosHarness) until(patience time.Duration, what string, done func() bool) bool {
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for deadline := time.Now().Add(patience); !done(); <-tick.C {
		if time.Now().After(deadline) {
			r.t.Errorf("not within %v: %s", patience, what)
			return false
		}
	}
	return true
}

// swallow begins or ends swallowing what is published to any node.
func (r *chaosHarness) swallow(on bool) {
	for _, p := range r.pubsub {
		p.Swallow(on)
	}
}

// start starts a node; it returns when the node is ready.
func (r *chaosHarness) start(node int) {
	r.lives[node].Add(1)
	r.nodes[node].start()
}

// launch starts nodes and waits for all of them.
func (r *chaosHarness) launch(nodes ...int) {
	for _, node := range nodes {
		r.lives[node].Add(1)
		r.nodes[node].launch()
	}
	for _, node := range nodes {
		r.nodes[node].ready()
	}
}

// signal sends a signal to a node's process.
func (r *chaosHarness) signal(node int, what syscall.Signal) {
	if err := r.nodes[node].cmd.Process.Signal(what); err != nil {
		r.t.Fatal(err)
	}
}

// unanswered are the sends under way to a node's process, -1: to any.
func (r *chaosHarness) unanswered(node int) []*send {
	var all []*send
	for _, w := range r.writers {
		all = append(all, w.unanswered(node)...)
	}
	return all
}

// charge has every writer send a few at once, and returns when several of them
// are under way to the node: a fault with nothing in flight proves nothing.
func (r *chaosHarness) charge(node int) {
	// A quick node has few under way at any moment.
	for _, want := range []struct {
		least int
		wait  time.Duration
	}{{8, 100 * time.Millisecond}, {1, time.Second}} {
		for _, w := range r.writers {
			select {
			case w.burst <- burstSends:
			default:
			}
		}
		for deadline := time.Now().Add(want.wait); time.Now().Before(deadline); time.Sleep(50 * time.Microsecond) {
			if len(r.unanswered(node)) >= want.least {
				return
			}
		}
	}
}

// victim picks a node that writers are connected to, if there is one.
func (r *chaosHarness) victim() int {
	var manned []int
	for _, l := range r.lines()[len(r.readers):] {
		if node := l.node(); node >= 0 {
			manned = append(manned, node)
		}
	}
	if len(manned) == 0 {
		return r.random.IntN(rigNodes)
	}
	slices.Sort(manned)
	manned = slices.Compact(manned)
	return manned[r.random.IntN(len(manned))]
}

// stored gives those of the sends that are in the database.
func stored(ctx context.Context, db *pgx.Conn, sends []*send) (map[uuid.UUID]bool, error) {
	ids := make([]uuid.UUID, len(sends))
	for i, s := range sends {
		ids[i] = s.id
	}
	found := map[uuid.UUID]bool{}
	rows, err := db.Query(ctx, "select client_msg_id from sends where client_msg_id = any($1)", ids)
	if err != nil {
		return nil, err
	}
	var id uuid.UUID
	_, err = pgx.ForEachRow(rows, []any{&id}, func() error { found[id] = true; return nil })
	return found, err
}

// commit names the tree that is tested.
func commit() string {
	out, err := exec.Command("git", "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*").Output()
	if err != nil {
		return "unknown"
	}
	return strings.TrimSpace(string(out))
}
