package runtime

import "sync/atomic"

// Barrier is closed when all who hold a share of it have released theirs. It may be used
// from any goroutine.
type Barrier struct {
	left atomic.Int64
	done chan struct{}
}

// NewBarrier makes a barrier with one share.
func NewBarrier() *Barrier {
	b := &Barrier{done: make(chan struct{})}
	b.left.Store(1)
	return b
}

// Add adds a share. Who calls it holds one that is not released yet.
func (b *Barrier) Add() { b.left.Add(1) }

// Release gives a share back.
func (b *Barrier) Release() {
	if b.left.Add(-1) == 0 {
		close(b.done)
	}
}

// Done is closed when no share is left.
func (b *Barrier) Done() <-chan struct{} { return b.done }
