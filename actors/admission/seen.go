// Notes of who was seen: that a session was used by somebody who joined. To note it
// costs the database twice what to admit does, so those who join at once, as after a
// restart, do not wait for it.
package admission

import (
	"context"
	"sync"
	"time"

	"muster/store/roomlog"
)

// seenSessions are the sessions that are still to be noted as seen.
type seenSessions struct {
	first   chan struct{} // capacity 1; some wait where none did
	mu      sync.Mutex
	waiting []roomlog.SeenSession
}

// add takes sessions to be noted. While maxSeenWaiting wait for a database that does not
// answer, more are left out: their next use is noted.
func (s *seenSessions) add(seen []roomlog.SeenSession) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(seen) == 0 || len(s.waiting) >= maxSeenWaiting {
		return
	}
	if len(s.waiting) == 0 {
		select {
		case s.first <- struct{}{}:
		default: // the node ends, and nobody took the last one
		}
	}
	s.waiting = append(s.waiting, seen...)
}

func (s *seenSessions) take() []roomlog.SeenSession {
	s.mu.Lock()
	defer s.mu.Unlock()
	taken := s.waiting
	s.waiting = nil
	return taken
}

// noteSeen notes sessions SeenDelay after the first of them was seen, and what is left
// when the node ends.
func (p *Batcher) noteSeen() {
	for {
		select {
		case <-p.node.Base.Done():
			p.noteLeft()
			return
		case <-p.seen.first:
		}
		delay := time.NewTimer(SeenDelay)
		select {
		case <-p.node.Base.Done():
			delay.Stop()
			p.noteLeft()
			return
		case <-delay.C:
			p.seen.add(p.note(p.node.Base, p.seen.take()))
		}
	}
}

// noteLeft notes those that are left, if the database answers soon.
func (p *Batcher) noteLeft() {
	ctx, cancel := context.WithTimeout(context.Background(), seenLastTime)
	defer cancel()
	p.note(ctx, p.seen.take())
}

// note gives back the sessions that the database did not take.
func (p *Batcher) note(ctx context.Context, seen []roomlog.SeenSession) []roomlog.SeenSession {
	for len(seen) > 0 {
		part := seen[:min(len(seen), seenBatch)]
		if err := p.source.NoteSeen(ctx, part); err != nil {
			return seen
		}
		seen = seen[len(part):]
	}
	return nil
}
