package gateway

import (
	"testing"
	"time"

	"github.com/wneessen/go-mail"
)

// However many mails go over a connection one after the other, one timer waits to close it.
// Each mail set a timer, which came again as long as it found a connection that was in use:
// a node that sends a mail now and then all day had one more with each of them.
func TestOneTimerClosesIdleConnections(t *testing.T) {
	s, err := NewSMTP("smtp://localhost:1", "army@muster.test", "The Army")
	if err != nil {
		t.Fatal(err)
	}
	var due []func()
	s.after = func(_ time.Duration, f func()) { due = append(due, f) }
	client, err := mail.NewClient("localhost")
	if err != nil {
		t.Fatal(err)
	}
	s.keep(client)
	for range 9 {
		again, reused, err := s.connect(t.Context())
		if err != nil || !reused {
			t.Fatalf("reused %v, %v", reused, err)
		}
		s.keep(again)
	}
	if len(due) != 1 {
		t.Fatalf("%d timers after ten mails", len(due))
	}
	due[0]()
	if len(due) != 2 {
		t.Fatalf("%d timers for a connection that is still fresh", len(due))
	}
	waiting := <-s.idle
	waiting.since = waiting.since.Add(-smtpIdle)
	s.idle <- waiting
	due[1]()
	if len(s.idle) != 0 || len(due) != 2 {
		t.Errorf("%d connections and %d timers are left", len(s.idle), len(due))
	}
	s.keep(client)
	if len(due) != 3 {
		t.Errorf("%d timers after the next mail", len(due))
	}
}
