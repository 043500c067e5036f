package loadtest

import (
	"fmt"
	"time"
)

// Plan is what an operator asks for. Only the given nodes are called.
type Plan struct {
	Nodes    []string // addresses of their sockets; who loses one goes to the others
	Tokens   []string
	Sockets  int
	Rooms    int // load-1 to load-R
	Rate     float64
	Duration time.Duration
	WarmUp   time.Duration // how long messages go on before their latency counts
	Connects int           // new sockets a second; 0: all at once
	Named    int           // members of the room whom each message names
	Reads    float64       // read marks a second, of all members in turn; browsers make one every 12 s each, every 56 s in a room of 1,000
	Watching int           // of the first sockets, whose members are administrators, watch activity
	// Arrivals are further members who join load-1 within ArriveWithin after the warm-up.
	Arrivals     int
	ArriveWithin time.Duration
	// Raid is how many sockets connect after the warm-up, all at once, and never join.
	Raid int
}

// mostNamed is what a message may name.
const mostNamed = 20

// Check says what is wrong with a plan.
func (p Plan) Check() error {
	switch {
	case p.Sockets < 1 || p.Sockets > len(p.Tokens):
		return fmt.Errorf("--sockets is 1 to the %d tokens of the file", len(p.Tokens))
	case p.Rooms < 1 || p.Rooms > p.Sockets:
		return fmt.Errorf("--rooms is 1 to the number of sockets")
	case p.Rate <= 0 || p.Duration <= 0 || p.Connects < 0:
		return fmt.Errorf("--rate and --seconds are above 0, --connects is not below")
	case p.WarmUp < 0 || p.WarmUp >= p.Duration:
		return fmt.Errorf("--warm-up is shorter than --seconds")
	case p.Named < 0 || p.Named > mostNamed || p.Reads < 0 || p.Reads > 10_000:
		return fmt.Errorf("--named is 0 to %d, --reads 0 to 10000", mostNamed)
	case p.Watching < 0 || p.Watching > p.Sockets:
		return fmt.Errorf("--watching is 0 to the number of sockets")
	case p.Connects > 1_000_000:
		return fmt.Errorf("--connects is at most 1000000")
	case p.Arrivals < 0 || p.Arrivals > len(p.Tokens)-p.Sockets:
		return fmt.Errorf("--arrivals is 0 to the %d tokens that --sockets leaves", len(p.Tokens)-p.Sockets)
	case p.Arrivals > 0 && (p.ArriveWithin < 0 || p.ArriveWithin > p.Duration-p.WarmUp):
		return fmt.Errorf("--within is no longer than --seconds without --warm-up")
	case p.Raid < 0 || p.Raid > 1_000_000:
		return fmt.Errorf("--raid is 0 to 1000000")
	case p.Rate*p.Duration.Seconds() > mostMessages:
		return fmt.Errorf("that is more than %d messages", mostMessages)
	}
	return nil
}

// node is the one that a socket calls first. The sockets of each room are spread over all
// nodes.
func (p Plan) node(socket int) int { return socket / p.Rooms % len(p.Nodes) }

// others are the nodes that a socket calls when one is gone, as a balancer would choose:
// the sockets of each room are spread over all that are left.
func (p Plan) others(socket, node int) []int {
	n := len(p.Nodes)
	if n == 1 {
		return []int{node}
	}
	order := make([]int, n-1)
	for i := range order {
		order[i] = (node + 1 + (socket/(p.Rooms*n)+i)%(n-1)) % n
	}
	return order
}
