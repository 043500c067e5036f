// The notices to everybody in chat of who came and who left.
package actors

import (
	"time"

	"muster/actors/presence"
	"muster/actors/runtime"
	"muster/actors/wire"
	"muster/store/desk"
)

// noticeJoined announces to everybody that somebody came into chat, on any node.
func (a *hubActor) noticeJoined(id, name string, now time.Time) {
	a.presenceActivity(desk.ActivityJoined, id, name, "")
	a.queueNotice(now, presence.Notice{About: id, Frame: func(count int) wire.Out {
		return wire.UserJoined{UserID: id, Username: name, OnlineCount: count}
	}})
}

// noticeLeft announces to everybody that somebody left chat on all nodes.
func (a *hubActor) noticeLeft(id, name string, now time.Time) {
	a.presenceActivity(desk.ActivityLeft, id, name, "")
	a.queueNotice(now, presence.Notice{About: id, Frame: func(count int) wire.Out {
		return wire.UserLeft{UserID: id, Username: name, OnlineCount: count}
	}})
}

// queueNotice announces to everybody in chat that somebody came or left, at once or at
// the end of the coalescing window.
func (a *hubActor) queueNotice(now time.Time, n presence.Notice) {
	a.presence.notices.Put(now, a.presence.count(), n)
	a.sendNotices(now)
}

// sendNotices sends the notices that are due to everybody, or sets a timer.
func (a *hubActor) sendNotices(now time.Time) {
	p := a.presence
	if p.notices.Due(now) {
		batch := p.notices.Take(now, p.count())
		for _, so := range p.joined {
			batch.PushTo(so.out, so.limits.ID)
		}
	} else if at := p.notices.Next(); !at.IsZero() && !p.noticeTimer {
		p.noticeTimer = true
		a.hub.node.After(at.Sub(now), func() { runtime.Tell(a.hub.ref, hubFlushNotices{}) })
	}
}
