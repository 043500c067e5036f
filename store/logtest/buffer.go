package logtest

import (
	"strings"
	"sync"
)

// Buffer is what was logged so far. The zero value is empty.
type Buffer struct {
	mu   sync.Mutex
	text strings.Builder
}

func (b *Buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *Buffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

// Count is how often a text was logged.
func (b *Buffer) Count(text string) int { return strings.Count(b.String(), text) }
