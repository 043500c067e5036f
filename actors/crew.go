package actors

import "runtime"

// Crew is goroutines that keep the stacks they have grown. Started anew for each
// piece of work, they would have to grow them each time: in 100 rooms with 20
// messages a second each that took 5 % of the CPU. It runs the actors of a hub
// and, in http/socket, the readers.
type Crew struct {
	work  chan func()
	spare chan struct{} // one for each hand that may wait for work
	done  chan struct{}
}

// NewCrew makes a crew that is hired as work comes.
func NewCrew() *Crew {
	return &Crew{work: make(chan func()), spare: make(chan struct{}, 8*runtime.GOMAXPROCS(0)), done: make(chan struct{})}
}

// Schedule runs something in a goroutine, at once: by a hand that waits, or by a
// new one. It also implements the actor library's Dispatcher.
func (c *Crew) Schedule(run func()) {
	select {
	case c.work <- run:
	default:
		go c.hand(run)
	}
}

// Throughput is how many messages an actor handles before others have a turn,
// for the actor library.
func (c *Crew) Throughput() int { return 300 }

// Close lets those go who wait for work. What is scheduled later runs all the
// same. It is called once.
func (c *Crew) Close() { close(c.done) }

// hand works, then waits for more, unless enough others wait already.
func (c *Crew) hand(run func()) {
	for {
		run()
		select {
		case c.spare <- struct{}{}:
		default:
			return
		}
		select {
		case run = <-c.work:
			<-c.spare
		case <-c.done:
			return
		}
	}
}
