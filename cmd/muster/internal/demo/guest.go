// A guest of the evening: a member of the demo with a socket, which says what it is given.

package demo

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/coder/websocket"
)

// comeBackAfter is how long a guest waits before it connects again, and for its own message.
const comeBackAfter = 3 * time.Second

// guest is one of those who are there, with a socket as any member has.
type guest struct {
	id, name, token, session string
	out                      chan map[string]any // frames to send
	heard                    chan string         // the ids of its own messages, once stored

	mu   sync.Mutex
	room string
}

// stay keeps the guest's socket open until ctx ends.
func (g *guest) stay(ctx context.Context, address string, seed uint64) {
	dice := rand.New(rand.NewPCG(seed, seed))
	for pause(ctx, dice, comeBackAfter) {
		g.connect(ctx, address)
	}
}

// connect lives through one connection.
func (g *guest) connect(ctx context.Context, address string) {
	conn, _, err := websocket.Dial(ctx, "ws://"+address+"/ws/chat", nil)
	if err != nil {
		return
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer conn.CloseNow()
	conn.SetReadLimit(4 << 20)
	g.mu.Lock()
	room := g.room
	g.mu.Unlock()
	if !write(ctx, conn, map[string]any{"type": "join_chat", "token": g.token, "roomId": room}) {
		return
	}
	go func() {
		defer cancel()
		for {
			select {
			case <-ctx.Done():
				return
			case frame := <-g.out:
				if !write(ctx, conn, frame) {
					return
				}
			}
		}
	}()
	for {
		_, raw, err := conn.Read(ctx)
		if err != nil {
			return
		}
		var f struct {
			Type   string `json:"type"`
			ID     string `json:"id"`
			UserID string `json:"user_id"`
		}
		if json.Unmarshal(raw, &f) == nil && f.Type == "message" && f.UserID == g.id {
			select {
			case g.heard <- f.ID:
			default:
			}
		}
	}
}

func write(ctx context.Context, conn *websocket.Conn, frame map[string]any) bool {
	raw, err := json.Marshal(frame)
	return err == nil && conn.Write(ctx, websocket.MessageText, raw) == nil
}

// goTo moves the guest to a room.
func (g *guest) goTo(room string) {
	g.mu.Lock()
	there := g.room == room
	g.room = room
	g.mu.Unlock()
	if !there {
		g.send(map[string]any{"type": "join_room", "roomId": room})
	}
}

// say types for so long and sends a text. It gives the message's id, once the guest was
// sent it.
func (g *guest) say(ctx context.Context, text string, typing time.Duration) (id string, ok bool) {
	g.send(map[string]any{"type": "typing_start"})
	timer := time.NewTimer(typing)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return "", false
	case <-timer.C:
	}
	select { // of an earlier one
	case <-g.heard:
	default:
	}
	g.send(map[string]any{"type": "send_message", "message": text, "messageType": "text"})
	timer.Reset(comeBackAfter)
	select {
	case <-ctx.Done():
	case <-timer.C:
	case id = <-g.heard:
	}
	return id, id != ""
}

// send sends a frame, or drops it while there is no line.
func (g *guest) send(frame map[string]any) {
	select {
	case g.out <- frame:
	default:
	}
}
