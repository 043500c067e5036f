package systemtest

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"muster/cmd/muster/internal/systemtest/harness"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// slowSocket is a reader whose receive window is soon zero: it has joined and
// reads no more.
type slowSocket struct {
	*rawSocket
	token, room string
	last        int64 // number of the last event it has read
}

// follow takes one event's number; false for one that does not follow.
func (s *slowSocket) follow(payload []byte) (seq int64, ok bool) {
	var frame seen
	if json.Unmarshal(payload, &frame) != nil {
		return 0, false
	}
	if frame.Seq != s.last+1 {
		return frame.Seq, false
	}
	s.last = frame.Seq
	return frame.Seq, true
}

// slowBench is a room with everybody in it, and what its readers measured.
type slowBench struct {
	t     *testing.T
	n     *node
	epoch time.Time
	pad   string // makes a message as large as one can be

	mu      sync.Mutex
	samples spread // from the write of a send to the read, of every reader
}

// speak sends to a room at a pace until ctx ends; an answered send is one that
// came back. It gives the number sent.
func (b *slowBench) speak(ctx context.Context, by *rawSocket, pace time.Duration) (sent int) {
	every(ctx, pace, func() {
		text := fmt.Sprintf("%d %s", int64(time.Since(b.epoch)), b.pad)
		if by.say(map[string]any{"type": "send_message", "message": text}) != nil {
			b.t.Error("the speaker's socket does not take a send")
		}
		sent++
	})
	return sent
}

// read measures every message until the socket ends, and says how it did.
func (b *slowBench) read(s *rawSocket) error {
	for {
		payload, err := s.next()
		if err != nil {
			return err
		}
		if !ofType(payload, "message") {
			continue
		}
		now := time.Since(b.epoch)
		at, ok := sentAt(payload)
		if !ok {
			return errors.New("a message of nobody here")
		}
		b.mu.Lock()
		b.samples = append(b.samples, now-at)
		b.mu.Unlock()
	}
}

// sentAt finds the time at the head of a message's text. Thousands a second are
// looked at, so the frame is not decoded.
func sentAt(payload []byte) (time.Duration, bool) {
	_, text, _ := bytes.Cut(payload, []byte(`"message":"`))
	number, _, ok := bytes.Cut(text, []byte(" "))
	at, err := strconv.ParseInt(string(number), 10, 64)
	return time.Duration(at), ok && err == nil
}

// tail reads until the socket ends and keeps the number of the last message.
func tail(s *rawSocket, last *atomic.Int64) {
	for {
		payload, err := s.next()
		if err != nil {
			return
		}
		var frame seen
		if ofType(payload, "message") && json.Unmarshal(payload, &frame) == nil {
			last.Store(frame.Seq)
		}
	}
}

// measured gives what was measured since it was asked last.
func (b *slowBench) measured() spread {
	b.mu.Lock()
	defer b.mu.Unlock()
	s := b.samples
	b.samples = nil
	return s
}

// Readers stop reading while others go on: most in a
// busy room, dropped for their megabyte, the rest in a quieter one, dropped for the
// ten seconds. The others are not delayed, the memory comes back, and each of
// the slow ones resumes without a gap from the last event it has read.
func TestP22SlowReadersHarmNobody(t *testing.T) {
	normal, slowBusy, slowQuiet := times(20, 100), times(15, 80), times(5, 20)
	const busyPace, quietPace = 16 * time.Millisecond, 25 * time.Millisecond
	ops := opsAddr(t)
	n := stormNodes(t, 1, demoDatabase(t).URL(), "", "MUSTER_OPS_ADDR="+ops)[0]
	tokens := n.tokens(normal+slowBusy+slowQuiet+2, 2)
	take := func() (token string) {
		token, tokens = tokens[0], tokens[1:]
		return token
	}
	b := &slowBench{t: t, n: n, epoch: time.Now(), pad: strings.Repeat("\U0001F40C", 450)}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var heads [2]atomic.Int64
	var running, speaking sync.WaitGroup
	for range normal {
		s := mustJoin(t, n.addr, "", take(), "load-1")
		s.r = bufio.NewReaderSize(s.r, 64<<10)
		running.Go(func() {
			if err := b.read(s); ctx.Err() == nil {
				t.Errorf("the socket of a reader ended: %v", err)
			}
		})
		defer s.conn.Close()
	}
	busy, quiet := mustJoin(t, n.addr, "", take(), "load-1"), mustJoin(t, n.addr, "", take(), "load-2")
	running.Go(func() { tail(busy, &heads[0]) })
	running.Go(func() { tail(quiet, &heads[1]) })
	speaking.Go(func() { b.speak(ctx, busy, busyPace) })
	speaking.Go(func() { b.speak(ctx, quiet, quietPace) })

	passes := func(d time.Duration) {
		end := time.Now().Add(d)
		harness.Until(t, "time passes", func() bool { return time.Now().After(end) })
	}
	passes(time.Second)
	b.measured() // while everything is new
	passes(3 * time.Second)
	before := b.measured()
	base := liveHeap(t, ops)

	var slow []*slowSocket
	for i := range slowBusy + slowQuiet {
		s := &slowSocket{token: take(), room: "load-1"}
		if i >= slowBusy {
			s.room = "load-2"
		}
		raw, err := dialRaw(ctx, n.addr, "", 4<<10)
		if err != nil {
			t.Fatal(err)
		}
		defer raw.conn.Close()
		s.rawSocket = raw
		if err := s.join(s.token, s.room, -1); err != nil {
			t.Fatal(err)
		}
		joined, err := s.await("room_joined")
		if err != nil {
			t.Fatal(err)
		}
		s.last = joined.Seq
		slow = append(slow, s)
		// It is alive, and says so: silence would be another fault.
		running.Go(func() { every(ctx, 4*time.Second, func() { s.write(0xA, nil) }) })
	}
	stopped := time.Now()
	b.measured()
	var half, all time.Duration
	peak := 0.0
	for dropped := 0.0; int(dropped) < slowBusy+slowQuiet; {
		if time.Since(stopped) > 40*time.Second {
			t.Fatalf("%.0f were dropped within two minutes; %.0f fell silent, %.0f went, %.0f are open, %.0f of them slow", dropped,
				metric(t, ops, "muster_sockets_dead_total", ""), metric(t, ops, "muster_sockets_closed_total", "peer"),
				metric(t, ops, "muster_sockets_open", ""), metric(t, ops, "muster_sockets_slow", ""))
		}
		passes(100 * time.Millisecond)
		dropped = metric(t, ops, "muster_sockets_too_slow_total", "")
		peak = max(peak, metric(t, ops, "go_memstats_heap_inuse_bytes", ""))
		if all = time.Since(stopped); int(dropped) >= slowBusy && half == 0 {
			half = all
		}
	}
	during := b.measured()
	// The peer takes nothing, so the close frame has not left: the node gives up
	// on it and cuts.
	harness.Until(t, "they are closed with 4409", func() bool {
		return metric(t, ops, "muster_sockets_closed_total", `code="4409"`) == float64(slowBusy+slowQuiet)
	})
	gone := time.Now()
	after := 0.0
	harness.Until(t, "the memory comes back", func() bool {
		after = liveHeap(t, ops)
		return after < base*1.1+1<<20
	})
	back := time.Since(gone)
	if back > 30*time.Second {
		late(t, "the memory came back after %v", back)
	}
	passes(time.Second)
	b.measured()
	passes(2 * time.Second)
	rest := b.measured()
	stop()
	speaking.Wait()
	head := [2]int64{}
	harness.Until(t, "all that was sent has come", func() bool {
		now := [2]int64{heads[0].Load(), heads[1].Load()}
		same := now == head
		head = now
		return same
	})

	resumed, missed := 0, 0
	inParallel(slow, func(s *slowSocket) {
		for { // what the kernel had taken for it
			payload, err := s.next()
			if err != nil {
				break
			}
			if ofType(payload, "message") {
				if seq, ok := s.follow(payload); !ok {
					t.Errorf("a slow reader read %d after %d", seq, s.last)
				}
			}
		}
		from := s.last
		room := 0
		if s.room == "load-2" {
			room = 1
		}
		again, err := dialRaw(t.Context(), n.addr, "", 0)
		if err != nil {
			t.Error(err)
			return
		}
		defer again.conn.Close()
		if err := again.join(s.token, s.room, s.last); err != nil {
			t.Error(err)
			return
		}
		joined, err := again.await("room_joined")
		if err != nil || !joined.Resumed {
			t.Errorf("a slow reader cannot resume from %d: %+v, %v", s.last, joined, err)
			return
		}
		for s.last < head[room] {
			payload, err := again.next()
			if err != nil {
				t.Errorf("resume ended at %d of %d: %v", s.last, head[room], err)
				return
			}
			if ofType(payload, "message") {
				if seq, ok := s.follow(payload); !ok {
					t.Errorf("resume from %d: %d after %d", from, seq, s.last)
					return
				}
			}
		}
		b.mu.Lock()
		defer b.mu.Unlock()
		resumed++
		missed += int(s.last - from)
	})
	usual := max(before.at(0.99), rest.at(0.99)) // other programs slow this machine too
	if during.at(0.99) > max(2*usual, usual+250*time.Millisecond) {
		late(t, "p99 of the others %v, without slow readers %v", during.at(0.99), usual)
	}
	if resumed != len(slow) {
		t.Errorf("%d of %d resumed", resumed, len(slow))
	}
	t.Logf("%d readers: before %v; beside %d that do not read %v (p99 %+.0f %%); after %v", normal, before, len(slow), during,
		100*(float64(during.at(0.99))/float64(before.at(0.99))-1), rest)
	t.Logf("%d dropped after %v, all after %v; heap %.1f MiB before, %.1f MiB in use at most, %.1f MiB %v after; %d resumed, %d events caught up",
		slowBusy, half.Round(time.Millisecond), all.Round(time.Millisecond), base/(1<<20), peak/(1<<20), after/(1<<20), back.Round(time.Millisecond), resumed, missed)
}
