// Resume: how a session that was away for longer than its room remembers is
// given exactly what it missed (WS-16, P4).
package actors

import (
	"context"
	"time"

	"muster/actors/roomlog"
	"muster/actors/wire"
)

// resumeOutcome is how reading what was missed ended.
type resumeOutcome int

const (
	resumeReached resumeOutcome = iota // everything so far was sent
	resumeRefused                      // the log cannot: the client reloads
	resumeBroken                       // the log does not answer
)

// replayFromLog begins to read from the log what the room does not remember. The
// events are sent page by page, each when the one before has nearly left the
// outbox; at the end the room seats the session at the number it reached.
func (s *sessionActor) replayFromLog(m roomReplayFromLog) {
	if m.ticket != s.ticket || s.pending == nil || s.pending.lastSeq == nil {
		return
	}
	p, ticket := *s.pending, s.ticket
	ctx, cancel := context.WithTimeout(s.hub.base, resumeLimit)
	s.resume = cancel
	s.hub.job(ctx, s.ref, func(ctx context.Context) any {
		defer cancel()
		if *p.lastSeq < 0 {
			return sessionResumed{ticket: ticket, outcome: resumeRefused}
		}
		if !p.alreadySent {
			ok, err := queryStore(ctx, s.hub, queryTime, func(ctx context.Context) (bool, error) {
				return s.hub.cfg.Log.Resumable(ctx, p.room, *p.lastSeq)
			})
			if err != nil {
				return sessionResumed{ticket: ticket, outcome: resumeBroken}
			}
			if !ok {
				return sessionResumed{ticket: ticket, outcome: resumeRefused}
			}
			s.push(wire.RoomJoined{RoomID: p.room, OnlineCount: m.online, Seq: max(m.applied, *p.lastSeq), Resumed: true})
		}
		reached, ok := s.replay(ctx, p.room, *p.lastSeq)
		if !ok {
			return sessionResumed{ticket: ticket, outcome: resumeBroken}
		}
		return sessionResumed{ticket: ticket, reached: reached}
	})
}

// resumeLimit bounds one whole resume.
const resumeLimit = 2 * time.Minute

// replay pushes the events after seq until the log has no full page more, and
// says how far it came.
func (s *sessionActor) replay(ctx context.Context, room string, seq int64) (reached int64, ok bool) {
	for {
		events, err := s.hub.events(ctx, room, seq)
		if err != nil {
			return seq, false
		}
		for _, e := range events {
			if e.Seq != seq+1 {
				return seq, false
			}
			seq = e.Seq
			s.out.Push(roomlog.EventFrame(e))
		}
		if len(events) < pageEvents {
			return seq, true
		}
		if !s.out.Await(resumeLow, resumePatience) || ctx.Err() != nil {
			return seq, false
		}
	}
}

// resumed goes on after reading. A resume that broke must neither leave a gap
// behind room_joined nor have the client reload, which only a log that was
// trimmed may (P4): the socket is closed and tries again. One
// whose room was closed meanwhile ends as if it had been inside.
func (s *sessionActor) resumed(m sessionResumed) {
	s.resume = nil
	if m.ticket != s.ticket || s.pending == nil {
		return
	}
	if s.forbidden {
		if s.room == nil { // else the room says so
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
