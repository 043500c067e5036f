package loadtest

import (
	"context"
	"fmt"
	"sync"
)

// raid opens sockets that never join, all at once, and holds them until the nodes have
// closed them or ctx ends.
func (l *load) raid(ctx context.Context) {
	if l.plan.Raid == 0 {
		return
	}
	l.raided.window = l.watch(nil)
	var sockets sync.WaitGroup
	for i := range l.plan.Raid {
		sockets.Go(func() { l.raider(ctx, i) })
	}
	sockets.Wait()
	l.raided.window.ended.Store(int64(l.now()))
}

// raider is one of them. All come from one address, which has a limit.
func (l *load) raider(ctx context.Context, i int) {
	line, _, err := l.dial(ctx, i, i%len(l.nodes), oneSource)
	if err != nil {
		l.raided.end("not connected")
		return
	}
	defer line.close()
	defer context.AfterFunc(ctx, line.close)()
	began := l.now()
	err = line.receive(func([]byte) {})
	l.raided.held.add(l.now() - began)
	how := "lost"
	if code, _ := closeCode(err); code > 0 {
		how = fmt.Sprint(code)
	} else if ctx.Err() != nil {
		how = "still open"
	}
	l.raided.end(how)
}

// raidCount is what became of a raid.
type raidCount struct {
	window *window
	held   latencies // from the handshake to the end

	mu    sync.Mutex
	ended map[string]int // by the code of the close
}

func (r *raidCount) end(how string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.ended == nil {
		r.ended = map[string]int{}
	}
	r.ended[how]++
}
