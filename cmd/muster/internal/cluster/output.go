//go:build unix

package cluster

import (
	"bytes"
	"io"
	"sync"
)

// lines lets several processes write to one place, whole lines at a time.
type lines struct {
	mu sync.Mutex
	to io.Writer
}

// as is a writer whose lines begin with a name.
func (l *lines) as(name string) io.Writer { return &namedLines{lines: l, name: name} }

type namedLines struct {
	*lines
	name string
	part []byte
}

// Write passes on the whole lines of p and keeps the rest.
func (n *namedLines) Write(p []byte) (int, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.part = append(n.part, p...)
	for {
		end := bytes.IndexByte(n.part, '\n')
		if end < 0 {
			return len(p), nil
		}
		line := append([]byte(n.name+" | "), n.part[:end+1]...)
		if _, err := n.to.Write(line); err != nil {
			return 0, err
		}
		n.part = n.part[end+1:]
	}
}
