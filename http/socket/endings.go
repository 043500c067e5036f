package socket

import (
	"maps"
	"sync"

	"muster/actors/wire"
)

// This file counts how sockets end, for metrics.

// endings counts by close code.
type endings struct {
	mu sync.Mutex
	by map[wire.CloseCode]int64
}

func (e *endings) add(code wire.CloseCode) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.by == nil {
		e.by = make(map[wire.CloseCode]int64)
	}
	e.by[code]++
}

// Ended counts the sockets that have gone, admitted or refused, by the code
// this node closed them with; 0 stands for those whose peer went or was lost.
func (s *Server) Ended() map[wire.CloseCode]int64 {
	s.endings.mu.Lock()
	defer s.endings.mu.Unlock()
	return maps.Clone(s.endings.by)
}
