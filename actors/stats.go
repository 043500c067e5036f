// What an operator is shown of the hub.
package actors

import "time"

// Stats are the counts of the hub at one moment.
type Stats struct {
	People  int       // in chat
	Rooms   int       // live on this node
	Waiting int       // commands that wait for the log, in all live rooms
	Polled  time.Time // when the log was asked what it answered last; zero before the first answer
}

// Stats returns the counts.
func (h *Hub) Stats() Stats {
	rooms := *h.rooms.Load()
	s := Stats{People: h.OnlineCount(), Rooms: len(rooms), Polled: h.poller.Polled()}
	for _, r := range rooms {
		s.Waiting += r.Quota.Waiting()
	}
	return s
}
