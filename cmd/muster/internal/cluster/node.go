//go:build unix

// One node of a cluster: a process that is started again when it dies.

package cluster

import (
	"io"
	"log/slog"
	"net"
	"os/exec"
	"strconv"
	"sync"
	"time"

	"muster/cmd/muster/internal/cluster/process"
)

// Pauses before a node that died is started again: doubled while it keeps
// dying within steadyLife.
const (
	leastPause = 500 * time.Millisecond
	mostPause  = 10 * time.Second
	steadyLife = 10 * time.Second
)

// clusterNode keeps one node alive until it is stopped.
type clusterNode struct {
	name    string
	program string
	env     []string
	out     io.Writer
	log     *slog.Logger
	backend *backend

	over chan struct{} // closed when it has ended for good

	mu      sync.Mutex
	present *process.Process
	leaving bool
	wake    chan struct{} // closed by stop
}

// begin starts keeping it alive.
func (n *clusterNode) begin() {
	n.over, n.wake = make(chan struct{}), make(chan struct{})
	go n.keep()
}

func (n *clusterNode) keep() {
	defer close(n.over)
	pause := leastPause
	for {
		began := time.Now()
		c, err := n.launch()
		switch {
		case c == nil && err == nil:
			return // it was stopped meanwhile
		case err != nil:
			n.log.Error("node did not start", "node", n.name, "error", err)
		default:
			<-c.Done()
			n.backend.set("")
			if n.isLeaving() {
				n.log.Info("node ended", "node", n.name)
				return
			}
			n.log.Error("node died", "node", n.name, "pid", c.Pid(), "how", c.How())
		}
		if time.Since(began) > steadyLife {
			pause = leastPause
		}
		n.log.Info("node is started again", "node", n.name, "after", pause)
		select {
		case <-n.wake:
			return
		case <-time.After(pause):
		}
		pause = min(2*pause, mostPause)
	}
}

// launch starts the process on a free port; both results are nil after stop.
func (n *clusterNode) launch() (*process.Process, error) {
	addr, port, err := freePort()
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(n.program, "dev")
	cmd.Env = environment(n.env, "PORT="+port)
	cmd.Stdout, cmd.Stderr = io.Discard, n.out
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.leaving {
		return nil, nil
	}
	c, err := process.Start(cmd)
	if err != nil {
		return nil, err
	}
	n.present = c
	n.backend.set(addr)
	n.log.Info("node started", "node", n.name, "pid", cmd.Process.Pid, "listen", addr)
	return c, nil
}

// freePort finds an address on this machine that is free now. If somebody else
// takes it first, the node dies and is given another.
func freePort() (addr, port string, err error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", "", err
	}
	defer listener.Close()
	at := listener.Addr().(*net.TCPAddr)
	return at.String(), strconv.Itoa(at.Port), nil
}

func (n *clusterNode) isLeaving() bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.leaving
}

// stop drains the node and ends it by force when that takes too long; over
// is closed when it has gone.
func (n *clusterNode) stop() {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.leaving {
		return
	}
	n.leaving = true
	close(n.wake)
	if n.present != nil {
		go n.present.Stop(nodePatience)
	}
}
