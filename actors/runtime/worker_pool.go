package runtime

import "runtime"

// WorkerPool runs functions in goroutines that keep the stacks they have grown.
// A new goroutine for each piece of work would have to grow its stack each time:
// in 100 rooms with 20 messages a second each that took 5 % of the CPU. The pool
// runs the actors of a hub and, in http/socket, the readers.
type WorkerPool struct {
	work chan func()
	idle chan struct{} // one entry for each worker that waits for work
	done chan struct{}
}

// NewWorkerPool makes an empty pool; it grows as work comes.
func NewWorkerPool() *WorkerPool {
	return &WorkerPool{work: make(chan func()), idle: make(chan struct{}, 8*runtime.GOMAXPROCS(0)), done: make(chan struct{})}
}

// Schedule runs a function in a goroutine without waiting: on an idle worker, or
// on a new one. It also implements the actor library's Dispatcher.
func (p *WorkerPool) Schedule(run func()) {
	select {
	case p.work <- run:
	default:
		go p.worker(run)
	}
}

// Throughput is how many messages an actor handles before others have a turn,
// for the actor library.
func (p *WorkerPool) Throughput() int { return 300 }

// Close ends the idle workers. Functions that are scheduled later still run. It
// is called once.
func (p *WorkerPool) Close() { close(p.done) }

// worker runs functions one after the other. It ends when enough other workers
// are idle.
func (p *WorkerPool) worker(run func()) {
	for {
		run()
		select {
		case p.idle <- struct{}{}:
		default:
			return
		}
		select {
		case run = <-p.work:
			<-p.idle
		case <-p.done:
			return
		}
	}
}
