// Resume: a session that was away for longer than the replay buffer of its room
// reaches back reads exactly what it missed from the log.
package session

import (
	"context"
	"time"

	"muster/actors/room"
	livelog "muster/actors/roomlog"
	"muster/actors/runtime"
	"muster/actors/wire"
)

// resumeOutcome is the outcome of reading what was missed.
type resumeOutcome int

const (
	resumeReached resumeOutcome = iota // every event so far was sent
	resumeRefused                      // the log was trimmed: the client reloads
	resumeBroken                       // the log does not answer
)

// replayFromLog starts to read from the log what the replay buffer no longer
// holds. The events are sent page by page, each page when the one before has
// nearly left the outbox. At the end the session enters the room at the number
// that it reached.
func (s *actor) replayFromLog(m room.ReplayFromLog) {
	if m.Ticket != s.ticket || s.pending == nil || s.pending.lastSeq == nil {
		return
	}
	p, ticket, sign := *s.pending, s.ticket, s.shared.Hub.Signer(s.caller.Member.ID)
	ctx, cancel := context.WithTimeout(s.node.Base, resumeLimit)
	s.resume = cancel
	s.node.Job(ctx, s.ref, func(ctx context.Context) any {
		defer cancel()
		if *p.lastSeq < 0 {
			return resumed{ticket: ticket, outcome: resumeRefused}
		}
		if !p.alreadySent {
			ok, err := runtime.Query(ctx, s.node, runtime.QueryTime, func(ctx context.Context) (bool, error) {
				return s.shared.Log.Resumable(ctx, p.room, *p.lastSeq)
			})
			if err != nil {
				return resumed{ticket: ticket, outcome: resumeBroken}
			}
			if !ok {
				return resumed{ticket: ticket, outcome: resumeRefused}
			}
			// Counted now: people came and went while the log was asked.
			online := m.Room.Online()
			if !m.Counted {
				online++
			}
			s.push(wire.RoomJoined{RoomID: p.room, OnlineCount: online, Seq: max(m.Applied, *p.lastSeq), Resumed: true, Epoch: s.shared.Hub.Epoch()})
		}
		reached, ok := s.replay(ctx, p.room, *p.lastSeq, sign)
		if !ok {
			return resumed{ticket: ticket, outcome: resumeBroken}
		}
		return resumed{ticket: ticket, reached: reached}
	})
}

// Limits of a resume.
const (
	resumeLimit    = 2 * time.Minute // one whole resume
	resumeLow      = 64 << 10        // the next page is read when at most this many bytes are queued
	resumePatience = 10 * time.Second
)

// replay pushes the events after seq until the log returns less than a full
// page, and returns the number that it reached.
func (s *actor) replay(ctx context.Context, id string, seq int64, sign livelog.Signer) (reached int64, ok bool) {
	for {
		events, err := room.ReadEvents(ctx, s.node, s.shared.Log, id, seq)
		if err != nil {
			return seq, false
		}
		for _, e := range events {
			if e.Seq != seq+1 {
				return seq, false
			}
			seq = e.Seq
			s.out.Push(livelog.EventFrame(e, sign))
		}
		if len(events) < room.PageEvents {
			return seq, true
		}
		if !s.out.Await(resumeLow, resumePatience) || ctx.Err() != nil {
			return seq, false
		}
	}
}

// stopResume stops a resume that is of no use any more.
func (s *actor) stopResume() {
	if s.resume != nil {
		s.resume()
		s.resume = nil
	}
}

// resumed continues after the read. When the read broke off, the socket is
// closed so that the client tries again: going on would leave a gap after
// room_joined, and only a trimmed log may make the client reload. When the room
// was closed to the member meanwhile, the socket is removed from it as if it
// had been inside.
func (s *actor) resumed(m resumed) {
	if m.ticket != s.ticket || s.pending == nil {
		return
	}
	s.resume = nil
	if s.forbidden {
		if s.room == nil { // otherwise the room sends it
			s.push(wire.RoomLeft{RoomID: s.pending.room})
		}
		s.pending = nil
		s.removeFromRoom()
		return
	}
	switch m.outcome {
	case resumeBroken:
		s.closeSocket(wire.CloseTryLater, "resume interrupted")
		return
	case resumeRefused:
		s.pending.lastSeq = nil
	default:
		s.pending.lastSeq, s.pending.alreadySent = &m.reached, true
	}
	s.enter()
}
