// The admission batcher: it asks the database about every session that joins,
// moves or must be checked again. Requests that arrive while a query is in
// flight share the next one, so after a restart a few dozen queries admit
// thousands, and on a quiet node nobody waits.
package admission

import (
	"context"
	"fmt"
	"runtime/debug"
	"time"

	"muster/actors/runtime"
	"muster/store/roomlog"
)

// Request is one request to the source. Answer turns the result into a
// message for the session that asked.
type Request struct {
	Asked      roomlog.AdmissionRequest
	To         runtime.Ref
	ReceivedAt time.Time
	Answer     func(Result) any
}

// Result is the answer to one request.
type Result struct {
	roomlog.AdmissionDecision
	SiteSeq int64 // the result is known to hold up to this site event
}

// Batcher batches the requests of all sessions of a node.
type Batcher struct {
	node    *runtime.Node
	source  Source
	siteSeq func() int64 // the last site event applied
	in      chan *Request
	seen    seenSessions
}

// NewBatcher starts one goroutine for each query that may be in flight
// at once, and one for the notes of who was seen. They end with the node.
func NewBatcher(node *runtime.Node, source Source, siteSeq func() int64) *Batcher {
	p := &Batcher{node: node, source: source, siteSeq: siteSeq, in: make(chan *Request, maxQueue)}
	p.seen.first = make(chan struct{}, 1)
	for range Workers {
		node.Go(p.run)
	}
	node.Go(p.noteSeen)
	return p
}

// Enqueue takes a request without waiting. When the queue is full it answers
// the request with an error at once.
func (p *Batcher) Enqueue(v *Request) {
	select {
	case p.in <- v:
	default:
		p.reply(v, Result{AdmissionDecision: roomlog.AdmissionDecision{Err: runtime.ErrNobodyAnswers()}})
	}
}

// run queries. After a query for several requests it waits for Delay,
// so that the next one is for several too: most of what a query for ten costs
// the database does not depend on the ten.
func (p *Batcher) run() {
	rest := time.NewTimer(0)
	defer rest.Stop()
	for {
		select {
		case <-p.node.Base.Done():
			return
		case v := <-p.in:
			requests := p.collect(v)
			p.decide(requests)
			if len(requests) < smallBatch {
				continue
			}
		}
		rest.Reset(Delay)
		select {
		case <-p.node.Base.Done():
			return
		case <-rest.C:
		}
	}
}

// collect takes the requests in the queue and refuses those that have waited
// too long.
func (p *Batcher) collect(first *Request) []*Request {
	limit := p.node.Now().Add(-runtime.QueryTime)
	var fresh []*Request
	for v, n := first, 1; ; n++ {
		if v.ReceivedAt.After(limit) {
			fresh = append(fresh, v)
		} else {
			p.reply(v, Result{AdmissionDecision: roomlog.AdmissionDecision{Err: runtime.ErrNobodyAnswers()}})
		}
		if n == MaxBatch {
			return fresh
		}
		select {
		case v = <-p.in:
		default:
			return fresh
		}
	}
}

func (p *Batcher) decide(requests []*Request) {
	if len(requests) == 0 {
		return
	}
	asked := make([]roomlog.AdmissionRequest, len(requests))
	for i, v := range requests {
		asked[i] = v.Asked
	}
	since := p.siteSeq()
	answers, err := p.query(asked)
	if err == nil && len(answers) != len(requests) {
		err = fmt.Errorf("admission gave %d decisions to %d requests", len(answers), len(requests))
	}
	var seen []roomlog.SeenSession
	for i, v := range requests {
		x := Result{SiteSeq: since}
		if err != nil {
			x.Err = err
		} else {
			x.AdmissionDecision = answers[i]
			if !x.SeenAt.IsZero() {
				seen = append(seen, roomlog.SeenSession{SessionID: x.Caller.Session.ID, At: x.SeenAt})
			}
		}
		p.reply(v, x)
	}
	p.seen.add(seen)
}

func (p *Batcher) query(asked []roomlog.AdmissionRequest) (answers []roomlog.AdmissionDecision, err error) {
	defer func() {
		if r := recover(); r != nil {
			p.node.Logger.Error("admission panicked", "panic", r, "stack", string(debug.Stack()))
			err = runtime.ErrNobodyAnswers()
		}
	}()
	ctx, cancel := context.WithTimeout(p.node.Base, runtime.QueryTime)
	defer cancel()
	return p.source.AdmitBatch(ctx, asked)
}

func (p *Batcher) reply(v *Request, x Result) {
	runtime.Tell(v.To, v.Answer(x))
}
