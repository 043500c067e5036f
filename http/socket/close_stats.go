package socket

import (
	"maps"
	"sync"

	"muster/actors/wire"
)

// This file counts how sockets end, for metrics.

// closeStats counts by close code.
type closeStats struct {
	mu     sync.Mutex
	byCode map[wire.CloseCode]int64
}

func (e *closeStats) add(code wire.CloseCode) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.byCode == nil {
		e.byCode = make(map[wire.CloseCode]int64)
	}
	e.byCode[code]++
}

// CloseCounts counts the sockets that have gone, admitted or refused, by the code
// this node closed them with; 0 stands for those whose peer went or was lost.
func (s *Server) CloseCounts() map[wire.CloseCode]int64 {
	s.closes.mu.Lock()
	defer s.closes.mu.Unlock()
	return maps.Clone(s.closes.byCode)
}
