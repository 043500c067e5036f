// Broadcasts: values that are shown to everybody in chat and that no right
// depends on. They reach the hub without the site log, so no session is checked
// again because of them and no socket is closed.
package actors

import (
	"bytes"
	"maps"
	"strconv"
	"time"

	"muster/actors/runtime"
	"muster/actors/wire"
	"muster/store"
	"muster/store/people"
)

// broadcast sends each value that is newer than the last of its subject to all
// who have joined or watch, or to the sockets of the one member whom it is for.
func (a *hubActor) broadcast(values []store.Broadcast) {
	now := a.hub.node.Now()
	for _, b := range values {
		if b.Check() != nil || !a.broadcasts.isNew(b, now) {
			continue
		}
		if c, ok := people.AsProfileChanged(b); ok {
			a.announceProfile(c, b.Position)
			continue
		}
		f := wire.Encode(broadcastFrame(b))
		if member := b.Member(); member != "" {
			for so := range a.presence.socketsOf(member) {
				so.out.Push(f)
			}
			continue
		}
		a.toShow = append(a.toShow, f)
		a.passToChildren(b)
	}
	a.show(now)
}

// showPause is the least time between two pushes of broadcasts to everybody. Badges and
// profiles of many members become known one by one on other nodes than theirs.
const showPause = 100 * time.Millisecond

// show pushes what waits to everybody, at once after a pause, or at its end.
func (a *hubActor) show(now time.Time) {
	if len(a.toShow) == 0 || a.showTimer {
		return
	}
	if wait := showPause - now.Sub(a.shownAt); wait > 0 && wait <= showPause {
		a.showTimer = true
		a.hub.node.After(wait, func() { runtime.Tell(a.hub.ref, hubShow{}) })
		return
	}
	a.shownAt = now
	a.push()
}

// announceProfile sends everybody who has joined that a profile is another. Links
// to a picture are made for each member, so only without one all get the same frame.
func (a *hubActor) announceProfile(c people.ProfileChanged, position int64) {
	links := a.hub.cfg.MediaLinks
	frame := wire.ProfileChanged{UserID: c.UserID, Username: c.Username, Position: position}
	if c.Picture == "" || links == nil {
		a.toShow = append(a.toShow, wire.Encode(frame))
		return
	}
	a.push()
	now := a.hub.cfg.LinkClock()
	for member, who := range a.presence.people {
		if len(who.sockets)+len(who.watching) == 0 {
			continue
		}
		picture, thumbnail := links.PictureLinks(member, c.Picture, now)
		frame.ProfilePictureURL, frame.ProfilePictureThumbnailURL = &picture, &thumbnail
		f := wire.Together([]wire.Frame{wire.Encode(frame)})
		for so := range a.presence.socketsOf(member) {
			so.out.PushLazy(f)
		}
	}
}

// broadcastFrame is a value as a frame.
type broadcastFrame store.Broadcast

// Type implements wire.Out.
func (b broadcastFrame) Type() string { return b.Kind }

// MarshalJSON gives the fields beside the type: those of the value, and its position.
func (b broadcastFrame) MarshalJSON() ([]byte, error) {
	fields := bytes.Clone(bytes.TrimSpace(b.Value[:len(b.Value)-1]))
	if len(fields) > len("{") {
		fields = append(fields, ',')
	}
	return append(strconv.AppendInt(append(fields, `"position":`...), b.Position, 10), '}'), nil
}

// maxBroadcasts is how many subjects are remembered before old ones are looked for, or twice
// as many as were left the last time: a look costs as many steps as there are subjects.
const maxBroadcasts = 1024

// isNew reports whether a value is the newest of its subject and records it.
// The same value can come several times, from the bus and from the database,
// and in any order.
func (l *latestBroadcasts) isNew(b store.Broadcast, now time.Time) bool {
	if b.Seq <= l.of[b.Subject].seq {
		return false
	}
	if len(l.of) >= max(maxBroadcasts, l.forgetAt) {
		maps.DeleteFunc(l.of, func(_ string, latest latestBroadcast) bool {
			return now.Sub(latest.at) > store.BroadcastAge // the database keeps it no longer
		})
		l.forgetAt = 2 * len(l.of)
	}
	l.of[b.Subject] = latestBroadcast{b.Seq, now}
	return true
}
