package actors

import "runtime"

// WorkerPool is goroutines that keep the stacks they have grown. Started anew for each
// piece of work, they would have to grow them each time: in 100 rooms with 20
// messages a second each that took 5 % of the CPU. It runs the actors of a hub
// and, in http/socket, the readers.
type WorkerPool struct {
	work chan func()
	idle chan struct{} // one for each hand that may wait for work
	done chan struct{}
}

// NewWorkerPool makes a crew that is hired as work comes.
func NewWorkerPool() *WorkerPool {
	return &WorkerPool{work: make(chan func()), idle: make(chan struct{}, 8*runtime.GOMAXPROCS(0)), done: make(chan struct{})}
}

// Schedule runs something in a goroutine, at once: by a hand that waits, or by a
// new one. It also implements the actor library's Dispatcher.
func (c *WorkerPool) Schedule(run func()) {
	select {
	case c.work <- run:
	default:
		go c.worker(run)
	}
}

// Throughput is how many messages an actor handles before others have a turn,
// for the actor library.
func (c *WorkerPool) Throughput() int { return 300 }

// Close lets those go who wait for work. What is scheduled later runs all the
// same. It is called once.
func (c *WorkerPool) Close() { close(c.done) }

// worker works, then waits for more, unless enough others wait already.
func (c *WorkerPool) worker(run func()) {
	for {
		run()
		select {
		case c.idle <- struct{}{}:
		default:
			return
		}
		select {
		case run = <-c.work:
			<-c.idle
		case <-c.done:
			return
		}
	}
}
