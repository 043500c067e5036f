package redis

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"muster/store"
	"muster/store/bus"
)

// Config is what a Bus needs.
type Config struct {
	// URL is redis://user:password@host:port/db, rediss:// or unix://; of Sentinels
	// redis://user:password@sentinel:26379/db?master_name=NAME&addr=sentinel2:26379, where
	// username and password of the query are the master's.
	URL string
	// Namespace keeps communities apart that share one Redis; all nodes of one
	// community on one database have the same.
	Namespace string
	// Key signs messages. All nodes of one community on one database have the
	// same, of at least 32 bytes.
	Key []byte
	// Accepted are other keys that nodes may sign with, while the key is replaced.
	Accepted [][]byte
	Logger   *slog.Logger // nil means slog.Default
}

// State is whether messages of other nodes arrive.
type State string

const (
	Up State = "up"
	// Down: Redis cannot be reached.
	Down State = "down"
	// Silent: Redis takes subscriptions but delivers nothing.
	Silent State = "silent"
)

// Counts are what a Bus has done since it began.
type Counts struct {
	Sent       int64 // messages published
	Dropped    int64 // messages dropped: the queue was full or Redis did not take them
	Received   int64 // messages of other nodes
	Connected  int64 // times a subscription began to work
	Unreadable int64 // messages whose body was damaged
	Refused    int64 // messages that failed verification
}

// Limits of the bus.
const (
	queueMessages = 4096
	queueBytes    = 8 << 20
	batchMessages = 128
	sendTime      = time.Second     // one pipeline of publishes
	dialTime      = 2 * time.Second // one connection, one subscription
	echoEvery     = 2 * time.Second
	silenceLimit  = 6 * time.Second // without an echo
	retryLeast    = 50 * time.Millisecond
	retryMost     = time.Second
)

// Bus connects a node to the others. It implements bus.Bus and the rate limits
// that nodes share (Report).
type Bus struct {
	client    *goredis.Client
	ends      *store.CertificateEnds
	log       *slog.Logger
	namespace string
	id        nodeID

	listener    bus.Listener
	queue       chan message
	queued      atomic.Int64 // bytes
	echoNow     chan struct{}
	reports     chan report
	state       atomic.Value // State
	stateLogged atomic.Bool  // false until the first state is known
	reasons     []string     // logged since it was up last; of the receiving goroutine
	signer      signer       // belongs to the sending goroutine
	verifier    verifier     // belongs to the receiving goroutine

	sent, dropped, received, connected, unreadable, refused atomic.Int64

	mu      sync.Mutex
	rooms   map[string]bool
	watches bool          // activity is received
	changed chan struct{} // rooms has changed

	ctx       context.Context // of receiving and of the shared limits
	cancel    context.CancelFunc
	closing   chan struct{} // sending ends once the queue is empty
	closeOnce sync.Once
	running   sync.WaitGroup
}

// message is one payload on its way out, not yet signed.
type message struct {
	channel string
	payload []byte
}

func init() { goredis.SetLogger(mute{}) }

// mute keeps the library from writing addresses to standard error.
type mute struct{}

// Printf implements the library's logger.
func (mute) Printf(context.Context, string, ...any) {}

// Open makes a Bus. It fails only for a URL that cannot be parsed or a key that
// is too short, never because Redis is away. It does nothing until Listen; Close
// ends it.
func Open(cfg Config) (*Bus, error) {
	to, err := parse(cfg.URL)
	if err != nil {
		return nil, err
	}
	if len(cfg.Key) < minKey {
		return nil, errors.New("redis: the key must have at least 32 bytes")
	}
	ends := &store.CertificateEnds{}
	b := &Bus{
		client: to.client(ends), ends: ends, log: cfg.Logger, namespace: cfg.Namespace,
		queue: make(chan message, queueMessages), echoNow: make(chan struct{}, 1), reports: make(chan report, queueMessages),
		signer: signer{mac: newMAC(cfg.Key)}, verifier: verifier{macs: newMACs(append([][]byte{cfg.Key}, cfg.Accepted...)), last: map[nodeID]accepted{}, logged: map[refusal]time.Time{}},
		rooms: map[string]bool{}, changed: make(chan struct{}, 1), closing: make(chan struct{}),
	}
	if b.log == nil {
		b.log = slog.Default()
	}
	if _, err := rand.Read(b.id[:]); err != nil {
		return nil, fmt.Errorf("redis: node id: %w", err)
	}
	b.state.Store(Down)
	b.ctx, b.cancel = context.WithCancel(context.Background())
	return b, nil
}

// CertificateEnd is when the first of the certificates ends that Redis and its Sentinels
// showed; zero without TLS.
func (b *Bus) CertificateEnd() time.Time { return b.ends.First() }

// NodeID implements bus.Bus.
func (b *Bus) NodeID() string { return hex.EncodeToString(b.id[:]) }

// Listen implements bus.Bus.
func (b *Bus) Listen(l bus.Listener) {
	b.listener = l
	b.running.Go(b.send)
	b.running.Go(b.receive)
	b.running.Go(b.sendReports)
}

// State says how the bus is now.
func (b *Bus) State() State { return b.state.Load().(State) }

// Counts says what the bus has done.
func (b *Bus) Counts() Counts {
	return Counts{b.sent.Load(), b.dropped.Load(), b.received.Load(), b.connected.Load(), b.unreadable.Load(), b.refused.Load()}
}

// Subscribe implements bus.Bus.
func (b *Bus) Subscribe(room string) { b.setRoom(room, true) }

// Unsubscribe implements bus.Bus.
func (b *Bus) Unsubscribe(room string) { b.setRoom(room, false) }

// WatchActivity implements bus.Bus.
func (b *Bus) WatchActivity(on bool) {
	b.mu.Lock()
	changed := b.watches != on
	b.watches = on
	b.mu.Unlock()
	if changed {
		signal(b.changed)
	}
}

func (b *Bus) setRoom(room string, on bool) {
	b.mu.Lock()
	if on {
		b.rooms[room] = true
	} else {
		delete(b.rooms, room)
	}
	b.mu.Unlock()
	signal(b.changed)
}

func signal(c chan<- struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// Close publishes what is queued, as long as ctx allows, and ends the bus.
func (b *Bus) Close(ctx context.Context) error {
	b.closeOnce.Do(func() { close(b.closing) })
	ended := make(chan struct{})
	go func() {
		b.running.Wait()
		close(ended)
	}()
	b.cancel()
	var err error
	select {
	case <-ended:
	case <-ctx.Done():
		err = ctx.Err()
	}
	b.state.Store(Down)
	return errors.Join(err, b.client.Close())
}
