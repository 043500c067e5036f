// What members do beside talking: they are named, and they mark what they have read.

package loadtest

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"
)

const (
	readCallers  = 16 // marks under way at once
	readPatience = 5 * time.Second
)

// names are the members whom message k names, each of its room, in turn.
func (l *load) names(k int) string {
	var b strings.Builder
	room := k % l.plan.Rooms
	inRoom := (l.plan.Sockets - room + l.plan.Rooms - 1) / l.plan.Rooms
	for i := range min(l.plan.Named, inRoom) {
		fmt.Fprintf(&b, " @load_%d", room+l.plan.Rooms*((k/l.plan.Rooms*l.plan.Named+i)%inRoom)+1)
	}
	return b.String()
}

// read makes the members mark what they have seen at the plan's pace until ctx ends.
func (l *load) read(ctx context.Context) {
	if l.plan.Reads == 0 || len(l.sockets) == 0 {
		return
	}
	next := make(chan *client)
	var callers sync.WaitGroup
	calling := &http.Client{Timeout: readPatience, Transport: &http.Transport{MaxIdleConnsPerHost: readCallers}}
	defer calling.CloseIdleConnections()
	for range readCallers {
		callers.Go(func() {
			for s := range next {
				if s.markRead(ctx, calling) {
					l.marked.Add(1)
				} else if ctx.Err() == nil {
					l.unmarked.Add(1)
				}
			}
		})
	}
	defer callers.Wait()
	defer close(next)
	pace := time.NewTicker(time.Duration(float64(time.Second) / l.plan.Reads))
	defer pace.Stop()
	for i := 0; ; i++ {
		select {
		case <-ctx.Done():
			return
		case <-pace.C:
		}
		select {
		case <-ctx.Done():
			return
		case next <- l.sockets[i%len(l.sockets)]:
		}
	}
}

// markRead says to the socket's node what it has seen; false when that failed.
func (s *client) markRead(ctx context.Context, calling *http.Client) bool {
	s.mu.Lock()
	seq, node := s.last, s.node
	s.mu.Unlock()
	address := strings.Replace(strings.TrimSuffix(s.load.plan.Nodes[node], "ws/chat"), "ws", "http", 1)
	address += fmt.Sprintf("api/chat/room/load-%d/read", s.room+1)
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(fmt.Appendf(nil, `{"seq":%d}`, seq)))
	if err != nil {
		return false
	}
	request.Header.Set("Authorization", "Bearer "+s.load.plan.Tokens[s.index])
	request.Header.Set("Content-Type", "application/json")
	reply, err := calling.Do(request)
	if err != nil {
		return false
	}
	defer reply.Body.Close()
	_, err = io.Copy(io.Discard, reply.Body)
	return err == nil && reply.StatusCode == http.StatusOK
}
