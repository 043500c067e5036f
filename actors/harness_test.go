// The harness: a hub on in-memory ports inside a bubble of fake time, and
// browsers that send frames to it.
package actors

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/uuid"

	"muster/store"
)

func newID() string { return uuid.Must(uuid.NewV7()).String() }

// harness is one node.
type harness struct {
	t         *testing.T
	log       *memLog
	admission *memAdmission
	hub       *Hub
}

// bubble runs f with a hub in fake time; when f ends the hub is stopped, and a
// goroutine that is left over fails the test.
func bubble(t *testing.T, change func(*Config), f func(*harness)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		r := &harness{t: t, log: newMemLog("general", "side"), admission: newMemAdmission()}
		cfg := Config{Log: r.log, Admission: r.admission, GIFHosts: []string{"gifs.example"}, Logger: quiet()}
		if change != nil {
			change(&cfg)
		}
		r.hub = NewHub(cfg)
		synctest.Wait()
		defer r.stop()
		f(r)
	})
}

// stop ends the hub and lets the library's dead-letter counter run out.
func (r *harness) stop() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := r.hub.Stop(ctx); err != nil {
		r.t.Errorf("stop: %v", err)
	}
	after(20 * time.Millisecond)
	parsed.Clear()
}

// quiet is a logger that discards everything.
func quiet() *slog.Logger { return slog.New(slog.NewTextHandler(io.Discard, nil)) }

// after lets fake time pass and everything that it causes happen.
func after(d time.Duration) {
	time.Sleep(d) // moves the bubble's clock
	synctest.Wait()
}

// member registers somebody who may join.
func (r *harness) member(name string) store.Caller {
	c := store.Caller{
		Session: store.Session{ID: "session-" + name, Kind: store.MemberSession, PersonID: "id-" + name},
		Member:  store.Member{ID: "id-" + name, Username: name, Status: store.MemberStatus{ChatEnabled: true}},
	}
	r.admission.set(func(l *memAdmission) { l.callers["token-"+name] = c })
	r.log.set(func(l *memLog) { l.names[c.Member.ID] = name })
	return c
}

// change alters a registered member.
func (r *harness) change(name string, f func(*store.Caller)) {
	r.admission.set(func(l *memAdmission) {
		c := l.callers["token-"+name]
		f(&c)
		l.callers["token-"+name] = c
	})
}

// site commits a site event on this node.
func (r *harness) site(e store.SiteEvent) {
	r.log.changed(e)
	r.hub.SiteChanged()
	synctest.Wait()
}

// browser is one socket.
type browser struct {
	*memOutbox
	node *harness
	sess *Session
}

func (r *harness) connect() *browser {
	b := &browser{memOutbox: &memOutbox{}, node: r}
	b.sess = r.hub.Connect(b.memOutbox)
	synctest.Wait()
	return b
}

// send sends one frame and waits until it has had its effect.
func (b *browser) send(format string, args ...any) {
	b.sess.Receive([]byte(fmt.Sprintf(format, args...)))
	synctest.Wait()
}

// join connects somebody with extra fields of join_chat.
func (r *harness) join(name, extra string) *browser {
	r.admission.mu.Lock()
	_, known := r.admission.callers["token-"+name]
	r.admission.mu.Unlock()
	if !known {
		r.member(name)
	}
	b := r.connect()
	b.send(`{"type":"join_chat","token":"token-%s"%s}`, name, extra)
	return b
}

// inside connects somebody and discards the frames of joining.
func (r *harness) inside(name string) *browser {
	b := r.join(name, "")
	b.take()
	return b
}

// say sends a text message.
func (b *browser) say(text string) {
	raw, _ := json.Marshal(text)
	b.send(`{"type":"send_message","message":%s}`, raw)
}
