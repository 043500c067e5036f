// The in-memory outbox, and how tests read what was pushed into it.
package actors

import (
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"muster/actors/wire"
	"muster/store/language"
)

// memOutbox keeps what was pushed.
type memOutbox struct {
	mu     sync.Mutex
	frames []wire.Frame
	code   wire.CloseCode
	joined bool
	denied bool // closed by Deny
	stuck  bool // Await fails
	awaits int
	lazily int           // how often frames were pushed that may wait for others
	hold   chan struct{} // Await waits for it
	onPush func(n int)

	language language.Tag
	chosen   bool
}

// frame is one pushed frame, read back.
type frame map[string]any

func (f frame) kind() string { return f["type"].(string) }
func (f frame) num(k string) int64 {
	n, _ := f[k].(float64)
	return int64(n)
}

func (o *memOutbox) Push(f wire.Frame) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.code != 0 {
		return
	}
	o.frames = append(o.frames, f)
	if o.onPush != nil {
		o.onPush(len(o.frames))
	}
}

func (o *memOutbox) PushLazy(frames wire.Frames) {
	o.mu.Lock()
	o.lazily++
	o.mu.Unlock()
	o.PushAll(frames)
}

func (o *memOutbox) PushAll(frames wire.Frames) {
	for _, f := range frames.All() {
		o.Push(f)
	}
}

func (o *memOutbox) Close(code wire.CloseCode, reason string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.code == 0 {
		o.code = code
	}
}

func (o *memOutbox) Deny(last wire.Frame, code wire.CloseCode, reason string) {
	o.Push(last)
	o.mu.Lock()
	o.denied = o.code == 0
	o.mu.Unlock()
	o.Close(code, reason)
}

func (o *memOutbox) Await(low int, within time.Duration) bool {
	if o.hold != nil {
		<-o.hold
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.awaits++
	return o.code == 0 && !o.stuck
}

func (o *memOutbox) Language() (language.Tag, bool) { return o.language, o.chosen }

func (o *memOutbox) Joined() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.joined = true
	return "203.0.113.9"
}

func (o *memOutbox) closed() wire.CloseCode {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.code
}

// take returns what was pushed since the last take.
func (o *memOutbox) take() []frame {
	o.mu.Lock()
	defer o.mu.Unlock()
	out := make([]frame, len(o.frames))
	for i, f := range o.frames {
		out[i] = readBack(f)
	}
	o.frames = nil
	return out
}

// parsed caches the parsed form of a shared encoding, which goes to thousands
// of sockets.
var parsed sync.Map

func readBack(f wire.Frame) frame {
	key := &f.Payload()[0]
	if got, ok := parsed.Load(key); ok {
		return got.(frame)
	}
	var got frame
	if err := json.Unmarshal(f.Payload(), &got); err != nil {
		panic(err)
	}
	parsed.Store(key, got)
	return got
}

// kinds are the types of frames, in order.
func kinds(fs []frame) []string {
	out := make([]string, len(fs))
	for i, f := range fs {
		out[i] = f.kind()
	}
	return out
}

// only keeps the frames of one type.
func only(fs []frame, kinds ...string) []frame {
	var out []frame
	for _, f := range fs {
		if slices.Contains(kinds, f.kind()) {
			out = append(out, f)
		}
	}
	return out
}

func equal[T any](t testing.TB, what string, got, want T) {
	t.Helper()
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Fatalf("%s:\n got %v\nwant %v", what, got, want)
	}
}
