package socket

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"muster/actors/wire"
)

const drainStep = 20 * time.Millisecond

// Drain lets no new socket in, closes the open ones with 1001, spread evenly
// over Config.DrainSpread so that they do not come back at once, and returns
// when all have gone. When ctx ends first, the rest is closed by force and its
// error returned, a second later at most. It may be called again. Later clients
// are still refused with a time to try again, until Close.
func (s *Server) Drain(ctx context.Context) error {
	empty := s.limiter.drain()
	tick := time.NewTicker(drainStep)
	defer tick.Stop()
	end := time.Now().Add(s.drainSpread)
	remainder := 0.0 // of a socket, left over from the last step
	for {
		select {
		case <-empty:
			return nil
		case <-ctx.Done():
			return errors.Join(ctx.Err(), s.abortAll(empty))
		case now := <-tick.C:
			remainder = s.closeShare(end.Sub(now), remainder)
		}
	}
}

// Close closes the sockets that are still open at once, and ends the loops. It is
// called after Drain, when no connection can come any more, and may be called
// again.
func (s *Server) Close() {
	s.closeOnce.Do(func() {
		for _, c := range s.connections() {
			c.abort()
		}
		close(s.stop)
		s.loops.Wait()
		s.readers.Close()
	})
}

// closeShare closes as many sockets as this step's part of the time left, and
// returns what of a socket is remainder to the next.
func (s *Server) closeShare(left time.Duration, remainder float64) float64 {
	var open []*conn
	for _, c := range s.connections() {
		if !c.isClosing() {
			open = append(open, c)
		}
	}
	n := len(open)
	if left > drainStep {
		remainder += float64(n) * float64(drainStep) / float64(left)
		n = min(n, int(remainder))
		remainder -= float64(n)
	}
	rand.Shuffle(len(open), func(i, j int) { open[i], open[j] = open[j], open[i] })
	for _, c := range open[:n] {
		c.Close(wire.CloseRestart, "restart")
	}
	return remainder
}

// abortWithin is how long sessions may take to end after their sockets were
// closed by force.
const abortWithin = time.Second

var errHanging = errors.New("a session of a closed socket does not end")

// abortAll closes every socket now, those too whose handshake is just ending. It
// does not wait for a session that hangs.
func (s *Server) abortAll(empty <-chan struct{}) error {
	limit := time.NewTimer(abortWithin)
	defer limit.Stop()
	tick := time.NewTicker(drainStep)
	defer tick.Stop()
	for {
		for _, c := range s.connections() {
			c.abort()
		}
		select {
		case <-empty:
			return nil
		case <-limit.C:
			return errHanging
		case <-tick.C:
		}
	}
}

func (s *Server) connections() []*conn {
	var all []*conn
	for _, sh := range s.shards {
		all = append(all, sh.connections()...)
	}
	return all
}
