package socket

import (
	"encoding/binary"
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

// codeOf is the code of a close frame, 0 for one without.
func codeOf(frame []byte) int16 {
	if len(frame) < 4 {
		return 0
	}
	return int16(binary.BigEndian.Uint16(frame[2:]))
}
