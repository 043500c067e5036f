package systemtest

import (
	"context"
	"errors"
	"fmt"
	"muster/cmd/muster/internal/systemtest/harness"
	"net"
	"regexp"
	"sync"
	"syscall"
	"testing"
	"time"
)

// The bounds of a flood: a socket that does not join ends after five seconds
// , a handshake that does not end too; both are looked at four times a second.
const (
	joinWithin  = 5 * time.Second
	floodLate   = 5 * time.Second // of a test that opens thousands on a busy machine
	perAddress  = 20              // SOCKETS_PER_ADDRESS by default
	floodSocket = 64              // KiB of resident memory for a socket at most
	floodInUse  = 32              // KiB in use for a socket at most
)

// floodSize is how many sockets the descriptors of a process allow: each end
// of one costs one, and both ends have the same limit.
func floodSize(t *testing.T, wanted int) int {
	t.Helper()
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		t.Fatal(err)
	}
	const others = 600 // members, mute connections, files
	return min(wanted, int(limit.Max)-others)
}

// Thousands of sockets from many addresses that never join are
// closed with 4408 within seconds, connections that do not even ask are cut, an
// address has no more than 20 of them at a time, and the members who talk
// meanwhile hardly notice.
func TestWS4FloodOfSocketsThatNeverJoin(t *testing.T) {
	const members, mute = 20, 200
	rounds := times(1, 2)
	size := floodSize(t, times(800, 20000)) / perAddress * perAddress
	ops := opsAddr(t)
	n := newNode(t, "DATABASE_URL="+demoDatabase(t).URL(), "MUSTER_OPS_ADDR="+ops, "CHAT_RATE_PER_SECOND=1000", "CHAT_BURST=1000")
	n.start()
	b := &slowBench{t: t, n: n, epoch: time.Now(), pad: "and on"}
	ctx, stop := context.WithCancel(t.Context())
	var running, talking sync.WaitGroup
	var open []*rawSocket
	for i, token := range n.tokens(members, 1) {
		s := mustJoin(t, n.addr, loopback(60000+i), token, "load-1")
		open = append(open, s)
		running.Go(func() {
			if err := b.read(s); ctx.Err() == nil {
				t.Errorf("the socket of a member ended: %v", err)
			}
		})
	}
	talking.Go(func() { b.speak(ctx, open[0], 20*time.Millisecond) })
	passes := func(d time.Duration) {
		end := time.Now().Add(d)
		harness.Until(t, "time passes", func() bool { return time.Now().After(end) })
	}
	passes(2 * time.Second)
	before := b.measured()
	inUse := func() float64 { return liveHeap(t, ops) + metric(t, ops, "go_memstats_stack_inuse_bytes", "") }
	quiet := inUse()
	calm := n.memory("VmRSS")

	var lock sync.Mutex
	var lived, muted spread
	var began time.Time
	ended := map[int]int{}
	failed := 0
	// What is resident has garbage in it, which makes a small flood look dear.
	flood := func() (opening time.Duration, most, each float64) {
		addresses := make([]int, size/perAddress)
		for i := range addresses {
			addresses[i] = i
		}
		var floating sync.WaitGroup
		began = time.Now()
		inParallel(addresses, func(i int) {
			for range perAddress {
				s, err := dialRaw(ctx, n.addr, loopback(i), 0)
				if err != nil {
					lock.Lock()
					failed++
					lock.Unlock()
					continue
				}
				born := time.Now()
				floating.Go(func() {
					defer s.conn.Close()
					var err error
					for err == nil {
						_, err = s.next()
					}
					lock.Lock()
					defer lock.Unlock()
					ended[closeCode(err)]++
					lived = append(lived, time.Since(born))
				})
			}
		})
		opening = time.Since(began)
		most = metric(t, ops, "muster_sockets_unjoined", "")
		each = (inUse() - quiet) / 1024 / max(most, 1)
		floating.Wait()
		return opening, most, each
	}
	for i := range mute { // says nothing, or begins a request and says no more
		conn, err := net.Dial("tcp", n.addr)
		if err != nil {
			t.Fatal(err)
		}
		if i%2 == 0 {
			fmt.Fprintf(conn, "GET /ws/chat HTTP/1.1\r\nHost: %s\r\nUpgrade: web", n.addr)
		}
		born := time.Now()
		running.Go(func() {
			defer conn.Close()
			conn.SetReadDeadline(born.Add(time.Minute))
			_, err := conn.Read(make([]byte, 1))
			for err == nil { // an answer may come before the end
				_, err = conn.Read(make([]byte, 512))
			}
			lock.Lock()
			defer lock.Unlock()
			muted = append(muted, time.Since(born))
		})
	}
	b.measured()
	opening, unjoined, each := flood()
	for range rounds - 1 {
		flood()
	}
	during := b.measured()
	high := n.memory("VmHWM")
	harness.Until(t, "nobody is left who has not joined", func() bool { return metric(t, ops, "muster_sockets_unjoined", "") == 0 })
	if failed > 0 || ended[4408] != rounds*size {
		t.Errorf("%d sockets: %d were not opened, ends %v", rounds*size, failed, ended)
	}
	if last := lived.at(1); last > joinWithin+floodLate || lived.at(0) < joinWithin-500*time.Millisecond {
		t.Errorf("a socket that did not join lived %v to %v", lived.at(0), last)
	}
	if each > floodInUse {
		t.Errorf("%.1f KiB for each socket", each)
	}
	if resident := (high - calm) * 1024 / float64(size); *storms && resident > floodSocket {
		t.Errorf("%.1f KiB of resident memory for each socket", resident)
	}
	harness.Until(t, "the mute ones are cut", func() bool {
		lock.Lock()
		defer lock.Unlock()
		return len(muted) == mute
	})
	if last := muted.at(1); last > joinWithin+floodLate {
		t.Errorf("a connection that asked nothing lived %v", last)
	}

	// One address alone: twenty, and no more.
	var admitted []*rawSocket
	refused := 0
	retry := regexp.MustCompile(`, retry in \d+ s$`)
	for range 2 * perAddress {
		s, err := dialRaw(ctx, n.addr, loopback(50000), 0)
		if err != nil {
			t.Fatal(err)
		}
		defer s.conn.Close()
		_, err = s.next()
		var closed closedBy
		switch {
		case err == nil:
			admitted = append(admitted, s)
		case errors.As(err, &closed) && closed.code == 1013 && retry.MatchString(closed.reason):
			refused++
		default:
			t.Errorf("one too many of an address ended with %v", err)
		}
	}
	if len(admitted) != perAddress || refused != perAddress {
		t.Errorf("of one address %d were let in and %d refused", len(admitted), refused)
	}
	stop()
	talking.Wait()
	for _, s := range open {
		s.conn.Close()
	}
	running.Wait()
	if during.at(0.99) > max(2*before.at(0.99), before.at(0.99)+time.Second) {
		late(t, "p99 of the members %v, before the flood %v", during.at(0.99), before.at(0.99))
	}
	t.Logf("%d times %d sockets of %d addresses, opened within %v, %.0f unjoined at once: closed %v; lived %v; %d mute connections lived %v",
		rounds, size, size/perAddress, opening.Round(time.Millisecond), unjoined, ended, lived, mute, muted)
	t.Logf("resident memory %.1f MiB, %.1f MiB at most, in use %.1f KiB a socket; %d members: before %v, during %v; one address: %d in, %d refused with 1013",
		calm, high, each, members, before, during, len(admitted), refused)
}
