package telemetry

import (
	"bytes"
	"fmt"
	"io"
	"sync"
	"time"
)

const (
	linePatience = 100 * time.Millisecond // how long a line waits to be taken, once
	mostWaiting  = 1 << 20                // bytes of lines that wait
)

// NonBlocking writes lines to what may stop taking them, as a pipe whose reader hangs or a terminal
// that was paused. A line is waited for until it has been written, so that what a program said last
// is not lost. Once one takes longer than linePatience, lines wait in memory, and those beyond
// mostWaiting are dropped and counted, so that nobody stands still for a log. It is for concurrent use.
type NonBlocking struct {
	to io.Writer

	mu      sync.Mutex
	waiting []*line
	size    int           // bytes of waiting
	dropped int           // lines, since the output took them last
	json    bool          // a line that was dropped is one of JSON
	slow    bool          // no line is waited for
	idle    chan struct{} // closed when nothing waits any more; nil while nothing does
}

// line is one that waits.
type line struct {
	text    []byte
	written chan struct{} // closed when it has been written, or could not be
	err     error
}

// NewNonBlocking gives one that writes to to.
func NewNonBlocking(to io.Writer) *NonBlocking { return &NonBlocking{to: to} }

// Write implements io.Writer. It fails only where it has seen the line fail.
func (w *NonBlocking) Write(text []byte) (int, error) {
	l, slow := w.add(text)
	if l == nil || slow {
		return len(text), nil
	}
	patience := time.NewTimer(linePatience)
	defer patience.Stop()
	select {
	case <-l.written:
		if l.err != nil {
			return 0, l.err
		}
	case <-patience.C:
		w.mu.Lock()
		w.slow = w.idle != nil // unless it was written meanwhile
		w.mu.Unlock()
	}
	return len(text), nil
}

// add gives the line that waits, nil where it was dropped.
func (w *NonBlocking) add(text []byte) (l *line, slow bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.size+len(text) > mostWaiting {
		w.dropped++
		w.json = bytes.HasPrefix(text, []byte("{"))
		return nil, w.slow
	}
	l = &line{text: bytes.Clone(text), written: make(chan struct{})}
	w.waiting, w.size = append(w.waiting, l), w.size+len(text)
	if w.idle == nil {
		w.idle = make(chan struct{})
		go w.write()
	}
	return l, w.slow
}

// write writes what waits, in its order, then how many lines were dropped, and ends.
func (w *NonBlocking) write() {
	for l := w.next(); l != nil; l = w.next() {
		_, l.err = w.to.Write(l.text)
		close(l.written)
	}
}

// next is the line to be written; nil ends the writing.
func (w *NonBlocking) next() *line {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case len(w.waiting) > 0:
		l := w.waiting[0]
		w.waiting, w.size = w.waiting[1:], w.size-len(l.text)
		return l
	case w.dropped > 0:
		l := &line{text: droppedLine(w.dropped, w.json), written: make(chan struct{})}
		w.dropped = 0
		return l
	}
	close(w.idle)
	w.waiting, w.slow, w.idle = nil, false, nil
	return nil
}

func droppedLine(lines int, json bool) []byte {
	const message = "log lines were dropped: the output did not take them"
	if json {
		return fmt.Appendf(nil, `{"level":"WARN","msg":%q,"lines":%d}`+"\n", message, lines)
	}
	return fmt.Appendf(nil, "level=WARN msg=%q lines=%d\n", message, lines)
}

// Flush waits until everything has been written, at most for patience: before the process ends.
func (w *NonBlocking) Flush(patience time.Duration) {
	w.mu.Lock()
	idle := w.idle
	w.mu.Unlock()
	if idle == nil {
		return
	}
	select {
	case <-idle:
	case <-time.After(patience):
	}
}
