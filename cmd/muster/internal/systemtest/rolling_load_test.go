// The load that goes on while nodes are restarted: members on sockets that come
// back, and others who call over HTTP.
package systemtest

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"muster/cmd/muster/internal/systemtest/harness"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
)

// rollingClient is a client that sends at a pace of its own and comes back three
// seconds after its line went, as the specification's client does.
type rollingClient struct {
	*resilientClient
	bus *rollingLoad

	line    *rawSocket // under client.mu
	inRoom  bool
	heardAt time.Time
	late    time.Duration // from an event's commit to its read, the longest since it was looked at
}

// rollingLoad is a load that goes on whatever becomes of the nodes.
type rollingLoad struct {
	t       *testing.T
	addr    string
	clients []*rollingClient

	mu     sync.Mutex
	ends   []connectionEnd // of joined sockets
	vain   map[int]int     // tries that ended before the room, by code
	failed []string        // calls that were not answered with 200
	calls  spread
	acks   atomic.Int64
}

// connectionEnd is how a joined socket ended, 0 without a close frame.
type connectionEnd struct {
	at   time.Time
	code int
}

// run keeps a line open until ctx ends.
func (r *rollingClient) run(ctx context.Context) {
	for ctx.Err() == nil {
		err, joined := r.hold(ctx)
		r.mu.Lock()
		r.line, r.inRoom = nil, false
		r.mu.Unlock()
		if ctx.Err() == nil {
			r.bus.mu.Lock()
			if joined {
				r.bus.ends = append(r.bus.ends, connectionEnd{time.Now(), closeCode(err)})
			} else {
				r.bus.vain[closeCode(err)]++
			}
			r.bus.mu.Unlock()
		}
		select {
		case <-ctx.Done():
		case <-time.After(specRetry): // the client's own
		}
	}
}

// hold lives through one socket.
func (r *rollingClient) hold(ctx context.Context) (err error, joined bool) {
	line, err := dialRaw(ctx, r.bus.addr, "", 0)
	if err != nil {
		return err, false
	}
	defer line.conn.Close()
	defer context.AfterFunc(ctx, func() { line.conn.Close() })()
	r.mu.Lock()
	r.line = line
	last := r.lastSeq
	r.mu.Unlock()
	if err := line.join(r.token, r.room, last); err != nil {
		return err, false
	}
	for {
		payload, err := line.next()
		if err != nil {
			return err, joined
		}
		var frame struct {
			seen
			At time.Time `json:"created_at"`
		}
		if err := json.Unmarshal(payload, &frame); err != nil {
			return err, joined
		}
		joined = joined || frame.Type == "room_joined"
		r.mu.Lock()
		r.inRoom = joined
		if frame.Type == "message" && frame.Seq > r.lastSeq {
			r.heardAt = time.Now()
			r.late = max(r.late, r.heardAt.Sub(frame.At))
		}
		r.mu.Unlock()
		again := r.take(frame.seen)
		for _, one := range again {
			if err := line.say(one); err != nil {
				return err, joined
			}
		}
	}
}

// speak makes a message now; it stays pending until it comes back.
func (r *rollingClient) speak() {
	r.mu.Lock()
	id := uuid.NewString()
	r.pending[id] = "a message of " + r.token[:6]
	frame, line := r.send(id, r.pending[id]), r.line
	if !r.inRoom {
		line = nil // the next room_joined sends it
	}
	r.mu.Unlock()
	if line != nil {
		line.say(frame) // the reader sees when it is broken
	}
}

// start brings in writers and readers in each room, and callers.
func (b *rollingLoad) start(ctx context.Context, tokens []string, rooms, writers, perRoom int, pace time.Duration, running *sync.WaitGroup) (stopWriting func()) {
	writing, stop := context.WithCancel(ctx)
	var writersDone sync.WaitGroup
	for i := range rooms * perRoom {
		c := &resilientClient{
			token: tokens[i], room: fmt.Sprint("load-", 1+i/perRoom), onAck: func() { b.acks.Add(1) },
			pending: map[string]string{}, acked: map[string]string{}, refusals: map[string]int{},
		}
		r := &rollingClient{resilientClient: c, bus: b}
		b.clients = append(b.clients, r)
		running.Go(func() { r.run(ctx) })
		if i%perRoom < writers {
			writersDone.Go(func() { every(writing, pace, r.speak) })
		}
	}
	return func() {
		stop()
		writersDone.Wait()
	}
}

// caller makes one call a tick until ctx ends and notes what failed.
func (b *rollingLoad) caller(ctx context.Context, pace time.Duration, token string, calls []func(token string) (*http.Request, error)) {
	n := 0
	client := &http.Client{Timeout: 10 * time.Second}
	every(ctx, pace, func() {
		request, err := calls[n%len(calls)](token)
		n++
		if err != nil {
			b.t.Error(err)
			return
		}
		request.Header.Set("Authorization", "Bearer "+token)
		request.Header.Set("Content-Type", "application/json")
		began := time.Now()
		reply, err := client.Do(request.WithContext(context.WithoutCancel(ctx)))
		what := ""
		if err != nil {
			what = err.Error()
		} else {
			if _, err = io.Copy(io.Discard, reply.Body); err != nil {
				what = "body: " + err.Error()
			}
			reply.Body.Close()
			if reply.StatusCode != http.StatusOK {
				what = fmt.Sprint(request.Method, " ", request.URL.Path, ": status ", reply.StatusCode)
			}
		}
		b.mu.Lock()
		defer b.mu.Unlock()
		b.calls = append(b.calls, time.Since(began))
		if what != "" {
			b.failed = append(b.failed, fmt.Sprint(began.Format("15:04:05.000 "), what))
		}
	})
}

// flowing waits until everybody is in its room and hears the others.
func (b *rollingLoad) flowing(what string) {
	b.t.Helper()
	began := time.Now()
	harness.Until(b.t, what, func() bool {
		for _, r := range b.clients {
			r.mu.Lock()
			ok := r.inRoom && r.heardAt.After(began)
			r.mu.Unlock()
			if !ok {
				return false
			}
		}
		return true
	})
}

// lateness gives how late an event came to each client at most, and forgets it.
func (b *rollingLoad) lateness() (all spread) {
	for _, r := range b.clients {
		r.mu.Lock()
		all = append(all, r.late)
		r.late = 0
		r.mu.Unlock()
	}
	return all
}

// endings gives how sockets ended and forgets them.
func (b *rollingLoad) endings() []connectionEnd {
	b.mu.Lock()
	defer b.mu.Unlock()
	ends := b.ends
	b.ends = nil
	return ends
}

// settled waits until nothing is under way, and judges every room.
func (b *rollingLoad) settled(n *node, rooms, perRoom int, token string) (inHistory int) {
	b.t.Helper()
	for room := range rooms {
		var of []*resilientClient
		for _, r := range b.clients[room*perRoom : (room+1)*perRoom] {
			of = append(of, r.resilientClient)
		}
		name := fmt.Sprint("load-", 1+room)
		harness.Until(b.t, "everything sent to "+name+" is acknowledged", func() bool { return everybody(of, 0) })
		history := readHistory(b.t, n, token, name)
		harness.Until(b.t, "everybody in "+name+" has seen the last event", func() bool { return everybody(of, history[len(history)-1].Seq) })
		judge(b.t, of, history)
		inHistory += len(history)
	}
	return inHistory
}
