// The porters: they ask the ledger for everybody who comes in, moves or is
// doubted. Like a scribe, a porter gathers who arrives while its last question
// is under way, so that after a restart thousands are let in by a few dozen
// queries, and on a quiet node nobody waits (P21).
package actors

import (
	"context"
	"fmt"
	"runtime/debug"
	"time"

	"muster/store"
)

// visit is one question to the ledger. Its answer is made into a message for
// the session that asked.
type visit struct {
	entry  store.AdmissionRequest
	to     ref
	born   time.Time
	answer func(visited) any
}

// visited is the ledger's answer.
type visited struct {
	store.AdmissionDecision
	since int64 // site event up to which it is known to hold
}

// porter asks for all sessions of a node.
type porter struct {
	hub *Hub
	in  chan *visit
}

// newPorter starts as many askers as may ask at once. They end with the hub.
func newPorter(h *Hub) *porter {
	p := &porter{hub: h, in: make(chan *visit, waitingVisits)}
	for range porters {
		h.running.Go(p.work)
	}
	return p
}

// take accepts a visit without waiting; one too many is answered at once.
func (p *porter) take(v *visit) {
	select {
	case p.in <- v:
	default:
		p.tell(v, visited{AdmissionDecision: store.AdmissionDecision{Err: errNobodyAnswers()}})
	}
}

// work asks, and after a question for many rests a moment so that the next is
// for many too: most of what a question for ten costs the database is the
// question.
func (p *porter) work() {
	rest := time.NewTimer(0)
	defer rest.Stop()
	for {
		select {
		case <-p.hub.base.Done():
			return
		case v := <-p.in:
			visits := p.gather(v)
			p.ask(visits)
			if len(visits) < manyVisits {
				continue
			}
		}
		rest.Reset(visitsGap)
		select {
		case <-p.hub.base.Done():
			return
		case <-rest.C:
		}
	}
}

// gather takes what waits, leaving out what has waited too long.
func (p *porter) gather(first *visit) []*visit {
	limit := p.hub.now().Add(-askTime)
	var fresh []*visit
	for v, n := first, 1; ; n++ {
		if v.born.After(limit) {
			fresh = append(fresh, v)
		} else {
			p.tell(v, visited{AdmissionDecision: store.AdmissionDecision{Err: errNobodyAnswers()}})
		}
		if n == batchVisits {
			return fresh
		}
		select {
		case v = <-p.in:
		default:
			return fresh
		}
	}
}

func (p *porter) ask(visits []*visit) {
	if len(visits) == 0 {
		return
	}
	entries := make([]store.AdmissionRequest, len(visits))
	for i, v := range visits {
		entries[i] = v.entry
	}
	since := p.hub.siteSeq.Load()
	answers, err := p.enter(entries)
	if err == nil && len(answers) != len(visits) {
		err = fmt.Errorf("ledger gave %d answers to %d entries", len(answers), len(visits))
	}
	for i, v := range visits {
		x := visited{since: since}
		if err != nil {
			x.Err = err
		} else {
			x.AdmissionDecision = answers[i]
		}
		p.tell(v, x)
	}
}

func (p *porter) enter(entries []store.AdmissionRequest) (answers []store.AdmissionDecision, err error) {
	defer func() {
		if r := recover(); r != nil {
			p.hub.cfg.Logger.Error("ledger panicked", "panic", r, "stack", string(debug.Stack()))
			err = errNobodyAnswers()
		}
	}()
	ctx, cancel := context.WithTimeout(p.hub.base, askTime)
	defer cancel()
	return p.hub.cfg.Ledger.AdmitBatch(ctx, entries)
}

func (p *porter) tell(v *visit, x visited) { tell(v.to, v.answer(x)) }

func errNobodyAnswers() *store.Error {
	return store.NewError(store.Unavailable, "Chat is not available right now. Please try again.")
}
