package actors

import (
	"context"
	"sync"
	"time"

	"muster/store"
	"muster/store/roomlog"
)

// memAdmission knows callers by token and denied rooms by member and room.
type memAdmission struct {
	mu      sync.Mutex
	callers map[string]store.Caller
	closed  map[string]bool // "member room"
	down    error
	offset  time.Duration // of its clock
	expires time.Time     // of every session; zero for never
	asked   func()        // called while somebody who joins is looked up
	hold    chan struct{}
	batches []int         // requests of each query
	late    chan struct{} // the answer is returned when this is closed
	unnoted bool          // who comes is to be noted as seen
	noted   []string      // sessions
}

func newMemAdmission() *memAdmission {
	return &memAdmission{callers: map[string]store.Caller{}, closed: map[string]bool{}}
}

func (l *memAdmission) AdmitBatch(ctx context.Context, entries []roomlog.AdmissionRequest) ([]roomlog.AdmissionDecision, error) {
	l.mu.Lock()
	hold, asked, comes := l.hold, l.asked, entries[0].Token != ""
	l.batches = append(l.batches, len(entries))
	l.mu.Unlock()
	if comes && asked != nil {
		asked()
	}
	if comes && hold != nil {
		select {
		case <-hold:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.down != nil {
		return nil, l.down
	}
	out := make([]roomlog.AdmissionDecision, len(entries))
	for i, e := range entries {
		out[i] = l.enter(e)
	}
	if late := l.late; late != nil {
		l.mu.Unlock()
		<-late
		l.mu.Lock()
	}
	return out, nil
}

func (l *memAdmission) NoteSeen(_ context.Context, seen []roomlog.SeenSession) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.down != nil {
		return l.down
	}
	for _, s := range seen {
		l.noted = append(l.noted, s.SessionID)
	}
	return nil
}

func (l *memAdmission) enter(e roomlog.AdmissionRequest) roomlog.AdmissionDecision {
	for token, c := range l.callers {
		if c.Session.ID == "" || e.Token != "" && token != e.Token || e.Token == "" && c.Session.ID != e.SessionID {
			continue
		}
		c.Session.ExpiresAt = l.expires
		x := roomlog.AdmissionDecision{Caller: c}
		if l.unnoted && e.Token != "" {
			x.SeenAt = time.Now()
		}
		switch {
		case c.Member.Status.Banned(time.Now().Add(l.offset)):
			x.DenyReason = roomlog.ErrBanned()
		case e.Room != "" && !store.ValidRoomID(e.Room), e.Room == "nowhere", l.closed[c.Member.ID+" "+e.Room]:
			x.DenyReason = roomlog.ErrNoRoomAccess()
		}
		return x
	}
	return roomlog.AdmissionDecision{Err: store.ErrSessionEnded()}
}

func (l *memAdmission) set(f func(*memAdmission)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	f(l)
}
