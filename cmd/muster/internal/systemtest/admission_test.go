package systemtest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"muster/cmd/muster/internal/systemtest/harness"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
)

// The bounds of a cold start, for 2,000 clients.
const (
	allJoined      = 15 * time.Second
	joined99       = 10 * time.Second
	admissionMiB   = 256 // resident memory of the node at most
	admissionConns = 24  // to Postgres, the default
)

// queuer is a client that tries to come in until it is in.
type queuer struct {
	token, from string
	retry       func() time.Duration

	tries    int
	vain     map[int]int   // ends before the room, by close code; 0: no connection, or none
	overflow int           // 503: not even a refusal could be sent
	hints    int           // refusals that named a time to wait
	bad      []string      // refusals that did not, and errors while in the room
	joined   time.Duration // since the start of the node
	socket   *rawSocket
}

const admissionRoom = "general"

var hinted = regexp.MustCompile(`, retry in \d+ s$`)

// queue tries until the client is in, or ctx ends.
func (q *queuer) queue(ctx context.Context, addr string, began time.Time) {
	q.vain = map[int]int{}
	for ctx.Err() == nil {
		q.tries++
		err := q.try(ctx, addr)
		if err == nil {
			q.joined = time.Since(began)
			return
		}
		var refused notOpened
		var closed closedBy
		switch {
		case errors.As(err, &refused):
			q.overflow++
			if refused.status != 503 || refused.after == "" {
				q.bad = append(q.bad, refused.Error())
			}
		case errors.As(err, &closed) && closed.code == 1013 && hinted.MatchString(closed.reason):
			q.hints++
			q.vain[closed.code]++
		case errors.As(err, &closed):
			q.bad = append(q.bad, closed.Error())
		default:
			q.vain[0]++
		}
		select {
		case <-ctx.Done():
		case <-time.After(q.retry()): // the client's own
		}
	}
}

// try opens a socket and waits until it is in the room.
func (q *queuer) try(ctx context.Context, addr string) error {
	s, err := dialRaw(ctx, addr, q.from, 0)
	if err != nil {
		return err
	}
	if err = s.join(q.token, admissionRoom, 0); err == nil {
		_, err = s.await("room_joined")
	}
	if err != nil {
		s.conn.Close()
		return err
	}
	q.socket = s
	return nil
}

// stay reads until the socket ends and notes what the client was refused.
func (q *queuer) stay() {
	defer q.socket.conn.Close()
	for {
		payload, err := q.socket.next()
		if err != nil {
			return
		}
		if ofType(payload, "error") {
			q.bad = append(q.bad, strings.Clone(string(payload)))
		}
	}
}

// A node starts, and 2,000 clients (fewer in the ordinary run) whose node died want in at once, each
// from an address of its own, every three seconds, then again with jitter. All
// are soon in; memory and connections stay under their caps; nobody of them receives
// an outage; those beyond SOCKETS_MAX are refused with a time to come again, and
// come in once there is room.
func TestP21ColdStart(t *testing.T) {
	t.Parallel()
	const extra, leavers = 50, 60
	crowd := times(400, 2000)
	database := demoDatabase(t)
	ops := opsAddr(t)
	n := newNode(t, "DATABASE_URL="+database.URL(), "MUSTER_OPS_ADDR="+ops, fmt.Sprint("SOCKETS_MAX=", crowd), "CHAT_BURST=100")
	n.start()
	tokens := n.tokens(crowd+extra, 1)
	history := mustJoin(t, n.addr, "", tokens[0], admissionRoom)
	for range 60 { // what those who come are shown
		if err := history.say(map[string]any{"type": "send_message", "message": strings.Repeat("history ", 20)}); err != nil {
			t.Fatal(err)
		}
		if _, err := history.await("message"); err != nil {
			t.Fatal(err)
		}
	}
	history.conn.Close()
	for _, kind := range []struct {
		name  string
		retry func() time.Duration
	}{
		{"every 3 s", func() time.Duration { return specRetry }},
		{"every 3 s ± 50 %", func() time.Duration { return specRetry/2 + rand.N(specRetry) }},
	} {
		n.kill()
		coldStart(t, n, ops, tokens, kind.name, kind.retry, crowd, extra, leavers)
	}
}

func coldStart(t *testing.T, n *node, ops string, tokens []string, name string, retry func() time.Duration, size, extra, leavers int) {
	ctx, stop := context.WithTimeout(t.Context(), 2*time.Minute)
	defer stop()
	var all []*queuer
	for i, token := range tokens {
		all = append(all, &queuer{token: token, from: loopback(i), retry: retry})
	}
	crowd, rest := all[:size], all[size:]
	began := time.Now()
	n.launch()
	var coming, staying sync.WaitGroup
	for _, q := range crowd {
		coming.Go(func() { q.queue(ctx, n.addr, began) })
	}
	n.ready()
	ready := time.Since(began)
	coming.Wait()
	var took spread
	tries := 0
	sum := map[int]int{}
	for _, q := range crowd {
		if q.socket == nil {
			t.Fatalf("%s: somebody never came in: %v, %v", name, q.vain, q.bad)
		}
		took = append(took, q.joined)
		tries += q.tries
		for code, n := range q.vain {
			sum[code] += n
		}
		staying.Go(q.stay)
	}
	if took.at(1) > allJoined+ready || took.at(0.99) > joined99+ready {
		late(t, "%s: joined %v after the start of the node, which was ready after %v", name, took, ready)
	}
	rss := n.memory("VmHWM")
	if rss > admissionMiB {
		t.Errorf("%s: %.0f MiB resident", name, rss)
	}
	// What the pool ever opened stands: connections are kept for five minutes.
	conns := metric(t, ops, "muster_postgres_connections", "")
	timeouts := metric(t, ops, "muster_postgres_acquires_canceled_total", "")
	if conns > admissionConns || timeouts > 0 {
		t.Errorf("%s: %.0f connections, %.0f pool time-outs", name, conns, timeouts)
	}

	// The node is full: those who come now are refused with a time to come again.
	began = time.Now()
	for _, q := range rest {
		q.retry = func() time.Duration { return 500*time.Millisecond + rand.N(500*time.Millisecond) }
		coming.Go(func() { q.queue(ctx, n.addr, began) })
	}
	harness.Until(t, "the full node has refused", func() bool { return metric(t, ops, "muster_sockets_refused_total", "") >= float64(2*extra) })
	if open := metric(t, ops, "muster_sockets_open", ""); open != float64(size) {
		t.Errorf("%s: %.0f sockets open", name, open)
	}
	freed := time.Now()
	for _, q := range crowd[:leavers] {
		q.socket.conn.Close()
	}
	coming.Wait()
	hints, overflow := 0, 0
	for _, q := range rest {
		if q.socket == nil {
			t.Fatalf("%s: somebody never came in when there was room: %v, %v", name, q.vain, q.bad)
		}
		hints, overflow = hints+q.hints, overflow+q.overflow
		staying.Go(q.stay)
	}
	filled := time.Since(freed)
	for _, q := range all {
		q.socket.conn.Close()
	}
	staying.Wait()
	for _, q := range all {
		if len(q.bad) > 0 {
			t.Errorf("%s: %q", name, q.bad)
		}
	}
	t.Logf("%s: ready after %v; joined after the start of the node %v, %d tries, in vain %v; %.0f MiB at most, %.0f connections, %.0f pool time-outs; "+
		"%d too many were refused %d times (%d by 503) and were in %v after others left",
		name, ready.Round(time.Millisecond), took, tries, sum, rss, conns, timeouts, extra, hints, overflow, filled.Round(time.Millisecond))
}
