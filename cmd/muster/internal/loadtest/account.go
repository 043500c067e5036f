// What a member was sent, and what that says: lost, doubled, out of order, late.

package loadtest

import (
	"bytes"
	"context"
	"math/bits"
	"strconv"
	"time"
)

// take accounts for one frame and gives what is to be sent because of it.
func (s *client) take(l *line, f frame, now time.Duration) []map[string]any {
	if f.kind == "" {
		return nil // nothing that the account counts
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	switch f.kind {
	case "room_joined":
		return s.roomJoined(l, f, now)
	case "error":
		code := string(f.code)
		if send, ours := s.pending[string(f.clientMsgID)]; ours && code != "unavailable" {
			delete(s.pending, send.id)
		} else if ours {
			send.refused = true
			s.pending[send.id] = send
		}
		if s.refused == nil {
			s.refused = map[string]int{}
		}
		s.refused[code]++
	case "message":
		s.message(f, now)
	case "activity":
		s.load.received.Add(1)
	case "activity_left_out":
		s.load.leftOut.Add(f.count)
	default:
		if f.seq > 0 {
			s.follow(f.seq)
		}
	}
	return nil
}

// roomJoined notes where the room stands, and gives the sends that were not answered.
func (s *client) roomJoined(l *line, f frame, now time.Duration) []map[string]any {
	s.line = l
	if !f.resumed {
		s.last = f.seq
		if s.entered {
			s.counted = false
			s.load.reloads.Add(1)
		}
	}
	if !s.entered {
		s.entered = true
		s.crowd.join(s.began, now)
		close(s.joined)
	}
	if s.away {
		s.away = false
		s.outage.back(s.lostAt, now)
	}
	var again []map[string]any
	if s.index < s.load.plan.Watching {
		again = append(again, map[string]any{"type": "watch_activity"})
	}
	for id, send := range s.pending {
		send.again, send.refused = true, false
		s.pending[id] = send
		again = append(again, send.frame())
	}
	return again
}

// follow checks a number against the last one; false for one that came before.
func (s *client) follow(seq int64) bool {
	if seq <= s.last {
		return false
	}
	s.gaps += int(seq - s.last - 1)
	s.last = seq
	return true
}

// message accounts for one message of this test.
func (s *client) message(f frame, now time.Duration) {
	k, at, from, ours := s.load.parse(f.text)
	if !ours {
		s.follow(f.seq)
		return
	}
	ordinal, counts := k/s.load.plan.Rooms, at >= time.Duration(s.load.counted.Load())
	send, mine := s.pending[string(f.clientMsgID)]
	if mine {
		delete(s.pending, send.id)
		s.acked = append(s.acked, ordinal)
		if counts {
			s.load.answered.add(now - at)
		}
		if send.again {
			if s.resent == nil {
				s.resent = map[string]bool{}
			}
			s.resent[send.id] = true
		}
	}
	if s.has(ordinal) {
		if s.resent[string(f.clientMsgID)] && f.seq <= s.last {
			delete(s.resent, string(f.clientMsgID)) // the answer to the second send
			return
		}
		s.repeats++
	} else {
		s.got[ordinal/64] |= 1 << (ordinal % 64)
		s.load.deliveries.Add(1)
		if counts {
			s.delivered(from, at, now)
		}
	}
	if !s.follow(f.seq) {
		s.disorder++
	}
}

// delivered counts how long a message was under way.
func (s *client) delivered(from int, at, now time.Duration) {
	took := now - at
	s.load.latency.add(took)
	switch from {
	case nowhere:
	case s.node:
		s.load.near.add(took)
	default:
		s.load.far.add(took)
	}
	for _, w := range s.load.windows() {
		if w.covers(at) && (w.outage == nil || w.outage.spares(from, s)) {
			w.chat.add(took)
		}
	}
}

// parse is what a message of this test says: its number, when it was to be sent, and its
// sender's node.
func (l *load) parse(text []byte) (k int, at time.Duration, from int, ours bool) {
	rest, ours := bytes.CutPrefix(text, []byte(l.mark))
	var numbers [3]int64
	for i := range numbers {
		word, after, _ := bytes.Cut(rest, []byte{' '})
		n, err := strconv.ParseInt(string(word), 10, 64)
		ours, numbers[i], rest = ours && err == nil, n, after
	}
	k = int(numbers[0])
	return k, time.Duration(numbers[1]), int(numbers[2]), ours && k >= 0 && k < l.total
}

// settle waits until everything acknowledged has arrived everywhere.
func (l *load) settle(ctx context.Context) {
	limit := time.NewTimer(quietPatience)
	defer limit.Stop()
	look := time.NewTicker(100 * time.Millisecond)
	defer look.Stop()
	for {
		if pending, lost := l.outstanding(); pending+lost == 0 && l.arrivals.missing() == 0 {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-limit.C:
			return
		case <-look.C:
		}
	}
}

// outstanding counts the sends without an answer, and the acknowledged
// messages that a socket of their room has not got.
func (l *load) outstanding() (pending, lost int) {
	acked := make([][]uint64, l.plan.Rooms)
	for _, s := range l.sockets {
		s.mu.Lock()
		pending += len(s.pending)
		if acked[s.room] == nil {
			acked[s.room] = make([]uint64, len(s.got))
		}
		for _, ordinal := range s.acked {
			acked[s.room][ordinal/64] |= 1 << (ordinal % 64)
		}
		s.mu.Unlock()
	}
	for _, s := range l.sockets {
		s.mu.Lock()
		if s.counted {
			for i, all := range acked[s.room] {
				lost += bits.OnesCount64(all &^ s.got[i])
			}
		}
		s.mu.Unlock()
	}
	return pending, lost
}
