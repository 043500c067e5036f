package faceprocess

import (
	"strings"
	"sync"
	"testing"
)

// lines is a log that a test can wait for.
type lines struct {
	mu      sync.Mutex
	written strings.Builder
	more    chan struct{}
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.more != nil {
		close(l.more)
		l.more = nil
	}
	return l.written.Write(p)
}

func (l *lines) text() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.written.String()
}

// wait waits until the log says something.
func (l *lines) wait(t *testing.T, what string) {
	t.Helper()
	for {
		l.mu.Lock()
		if strings.Contains(l.written.String(), what) {
			l.mu.Unlock()
			return
		}
		more := make(chan struct{})
		l.more = more
		l.mu.Unlock()
		select {
		case <-more:
		case <-t.Context().Done():
			t.Fatalf("the log never says %q", what)
		}
	}
}
