// The admission batcher: it asks the database about every session that joins,
// moves or must be checked again. Requests that arrive while a query is in
// flight share the next one, so after a restart a few dozen queries admit
// thousands, and on a quiet node nobody waits.
package actors

import (
	"context"
	"fmt"
	"runtime/debug"
	"time"

	"muster/actors/runtime"
	"muster/store"
)

// admissionRequest is one request to Admission. answer turns the result into a
// message for the session that asked.
type admissionRequest struct {
	request    store.AdmissionRequest
	to         runtime.Ref
	receivedAt time.Time
	answer     func(admissionResult) any
}

// admissionResult is the answer to one request.
type admissionResult struct {
	store.AdmissionDecision
	siteSeq int64 // the result is known to hold up to this site event
}

// admissionBatcher batches the requests of all sessions of a node.
type admissionBatcher struct {
	hub  *Hub
	in   chan *admissionRequest
	seen seenSessions
}

// newAdmissionBatcher starts one goroutine for each query that may be in flight
// at once, and one for the notes of who was seen. They end with the hub.
func newAdmissionBatcher(h *Hub) *admissionBatcher {
	p := &admissionBatcher{hub: h, in: make(chan *admissionRequest, maxAdmissionQueue)}
	p.seen.first = make(chan struct{}, 1)
	for range admissionWorkers {
		h.node.Go(p.run)
	}
	h.node.Go(p.noteSeen)
	return p
}

// enqueue takes a request without waiting. When the queue is full it answers
// the request with an error at once.
func (p *admissionBatcher) enqueue(v *admissionRequest) {
	select {
	case p.in <- v:
	default:
		p.reply(v, admissionResult{AdmissionDecision: store.AdmissionDecision{Err: runtime.ErrNobodyAnswers()}})
	}
}

// run queries. After a query for several requests it waits for admissionDelay,
// so that the next one is for several too: most of what a query for ten costs
// the database does not depend on the ten.
func (p *admissionBatcher) run() {
	rest := time.NewTimer(0)
	defer rest.Stop()
	for {
		select {
		case <-p.hub.node.Base.Done():
			return
		case v := <-p.in:
			requests := p.collect(v)
			p.decide(requests)
			if len(requests) < smallAdmissionBatch {
				continue
			}
		}
		rest.Reset(admissionDelay)
		select {
		case <-p.hub.node.Base.Done():
			return
		case <-rest.C:
		}
	}
}

// collect takes the requests in the queue and refuses those that have waited
// too long.
func (p *admissionBatcher) collect(first *admissionRequest) []*admissionRequest {
	limit := p.hub.node.Now().Add(-runtime.QueryTime)
	var fresh []*admissionRequest
	for v, n := first, 1; ; n++ {
		if v.receivedAt.After(limit) {
			fresh = append(fresh, v)
		} else {
			p.reply(v, admissionResult{AdmissionDecision: store.AdmissionDecision{Err: runtime.ErrNobodyAnswers()}})
		}
		if n == maxAdmissionBatch {
			return fresh
		}
		select {
		case v = <-p.in:
		default:
			return fresh
		}
	}
}

func (p *admissionBatcher) decide(requests []*admissionRequest) {
	if len(requests) == 0 {
		return
	}
	asked := make([]store.AdmissionRequest, len(requests))
	for i, v := range requests {
		asked[i] = v.request
	}
	since := p.hub.siteSeq.Load()
	answers, err := p.query(asked)
	if err == nil && len(answers) != len(requests) {
		err = fmt.Errorf("admission gave %d decisions to %d requests", len(answers), len(requests))
	}
	var seen []store.SeenSession
	for i, v := range requests {
		x := admissionResult{siteSeq: since}
		if err != nil {
			x.Err = err
		} else {
			x.AdmissionDecision = answers[i]
			if !x.SeenAt.IsZero() {
				seen = append(seen, store.SeenSession{SessionID: x.Caller.Session.ID, At: x.SeenAt})
			}
		}
		p.reply(v, x)
	}
	p.seen.add(seen)
}

func (p *admissionBatcher) query(asked []store.AdmissionRequest) (answers []store.AdmissionDecision, err error) {
	defer func() {
		if r := recover(); r != nil {
			p.hub.node.Logger.Error("admission panicked", "panic", r, "stack", string(debug.Stack()))
			err = runtime.ErrNobodyAnswers()
		}
	}()
	ctx, cancel := context.WithTimeout(p.hub.node.Base, runtime.QueryTime)
	defer cancel()
	return p.hub.cfg.Admission.AdmitBatch(ctx, asked)
}

func (p *admissionBatcher) reply(v *admissionRequest, x admissionResult) {
	runtime.Tell(v.to, v.answer(x))
}
