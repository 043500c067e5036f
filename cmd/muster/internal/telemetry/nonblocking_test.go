package telemetry

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
)

// stuck takes nothing until it is released.
type stuck struct {
	bytes.Buffer
	released chan struct{}
}

func (s *stuck) Write(b []byte) (int, error) {
	<-s.released
	return s.Buffer.Write(b)
}

// A log that its reader stops taking holds nobody up: each call that logs waited for ever, the node
// answered nobody, and its /readyz said 200. What there is room for comes later, in order, and the
// rest is counted.
func TestLogThatIsNotTakenHoldsNobodyUp(t *testing.T) {
	out := &stuck{released: make(chan struct{})}
	w := NewNonBlocking(out)
	const written = 1200 // of a thousand bytes, more than there is room for
	text := func(n int) string { return fmt.Sprintf("{\"n\":%d,%q}\n", n, strings.Repeat("x", 1000)) }
	for n := range written {
		if _, err := w.Write([]byte(text(n))); err != nil {
			t.Fatal(err)
		}
	}
	w.Flush(time.Millisecond) // is not taken either
	close(out.released)
	w.Flush(time.Hour)
	got := out.String()
	kept := strings.Count(got, "\n") - 1
	var want strings.Builder
	for n := range kept {
		want.WriteString(text(n))
	}
	fmt.Fprintf(&want, `{"level":"WARN","msg":"log lines were dropped: the output did not take them","lines":%d}`+"\n", written-kept)
	if kept < 1000 || kept == written || got != want.String() {
		t.Errorf("%d lines were kept, the last of %q", kept, got[max(0, len(got)-200):])
	}
	// What is taken again is waited for again.
	if _, err := w.Write([]byte("later\n")); err != nil || !strings.HasSuffix(out.String(), "later\n") {
		t.Errorf("%v, %q", err, out.String()[len(got):])
	}
}

// broken fails.
type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("broken pipe") }

func TestLogThatCannotBeWrittenSaysSo(t *testing.T) {
	if _, err := NewNonBlocking(broken{}).Write([]byte("x\n")); err == nil {
		t.Error("no error")
	}
}
