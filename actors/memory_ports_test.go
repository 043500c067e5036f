// In-memory ports: a faithful Log and Admission for the tests of this package.

package actors

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"muster/store"
	"muster/store/roomlog"
)

// memLog is the numbered logs in memory: gap-free numbers per room, one message
// per sender and client id, one reaction per member and emoji.
type memLog struct {
	mu           sync.Mutex
	timeline     int64
	timelineRose chan struct{}
	rooms        map[string]*memRoom
	site         []store.SiteEvent
	names        map[string]string // member id → username
	down         error             // every call fails with it
	hold         chan struct{}     // Append waits for it
	calls        map[string]int
	refuse       map[string]error // by member: Append refuses
	noResume     bool
	holdResume   chan struct{} // Resumable waits for it
	noEvents     error         // what Events answers
	batches      []int
	deletedFrom  string              // where the last deletion came from
	opened       func(room string)   // called on OpenRoom
	filled       bool                // OpenRoom brings the newest events
	access       roomlog.AccessLevel // of every room
	broadcasts   []store.Broadcast
	noBroadcasts error // what Broadcasts answers
	reads        []roomlog.ReadState
	private      map[string][]string // who may enter a private room
	named        map[string][]string // by message: whom it names
}

type memRoom struct {
	events   []roomlog.Event
	messages []*roomlog.Message
}

func newMemLog(rooms ...string) *memLog {
	l := &memLog{rooms: map[string]*memRoom{}, names: map[string]string{}, calls: map[string]int{}, refuse: map[string]error{}, timelineRose: make(chan struct{}, 1)}
	for _, r := range rooms {
		l.rooms[r] = &memRoom{}
	}
	return l
}

func (l *memLog) called(name string) error {
	l.calls[name]++
	return l.down
}

func (l *memLog) Append(ctx context.Context, acts []roomlog.Command) ([]roomlog.Result, error) {
	l.mu.Lock()
	hold := l.hold
	l.mu.Unlock()
	if hold != nil {
		<-hold
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.called("Append"); err != nil {
		return nil, err
	}
	l.batches = append(l.batches, len(acts))
	out := make([]roomlog.Result, len(acts))
	for i, a := range acts {
		if a.Kind == roomlog.MessageDeleted {
			l.deletedFrom = a.Address
		}
		out[i] = l.record(a)
	}
	return out, nil
}

func (l *memLog) record(a roomlog.Command) roomlog.Result {
	if err := l.refuse[a.Member]; err != nil {
		return roomlog.Result{Err: err}
	}
	r := l.rooms[a.Room]
	switch a.Kind {
	case roomlog.MessageSent:
		if a.Draft.ClientMsgID != "" {
			for _, e := range r.events {
				if e.Kind == roomlog.MessageSent && e.ActorID == a.Member && e.Message.ClientMsgID == a.Draft.ClientMsgID {
					found := l.joined(a.Room, e)
					return roomlog.Result{Event: &found}
				}
			}
		}
		m := &roomlog.Message{
			ID: a.MessageID, Room: a.Room, Kind: a.Draft.Kind, Text: a.Draft.Text, MediaURL: a.Draft.MediaURL,
			SenderID: a.Member, ClientMsgID: a.Draft.ClientMsgID, CreatedAt: time.Now(), Seq: int64(len(r.events) + 1),
		}
		if a.Draft.Upload != "" {
			m.Upload = &store.Upload{ID: a.Draft.Upload, Kind: store.ImageMedia, ContentType: "image/png", Thumbnail: true}
		}
		if a.Draft.ReplyTo != "" {
			target := r.find(a.Draft.ReplyTo)
			if target == nil {
				return roomlog.Result{Err: store.NewError(store.NotFound, "Message not found")}
			}
			m.ReplyTo, m.ReplyText, m.ReplyName = target.ID, target.Text, l.names[target.SenderID]
		}
		r.messages = append(r.messages, m)
		return l.number(roomlog.Event{Room: a.Room, Kind: a.Kind, Message: m, ActorID: a.Member})
	case roomlog.MessageDeleted:
		m := r.find(a.MessageID)
		if m == nil {
			return roomlog.Result{Err: store.NewError(store.NotFound, "Message not found")}
		}
		if !m.DeletedAt.IsZero() {
			for _, e := range r.events {
				if e.Kind == a.Kind && e.MessageID == m.ID {
					return roomlog.Result{Event: &e}
				}
			}
		}
		m.DeletedAt, m.Text, m.Upload = time.Now(), "", nil
		return l.number(roomlog.Event{Room: a.Room, Kind: a.Kind, MessageID: m.ID, ActorID: a.Member})
	case roomlog.MessageEdited:
		m := r.find(a.MessageID)
		if m == nil || !m.DeletedAt.IsZero() {
			return roomlog.Result{Err: roomlog.ErrMessageUnknown()}
		}
		m.Text, m.EditedAt = a.Draft.Text, time.Now()
		for _, other := range r.messages {
			if other.ReplyTo == m.ID {
				other.ReplyText = m.Text
			}
		}
		return l.number(roomlog.Event{Room: a.Room, Kind: a.Kind, MessageID: m.ID, ActorID: a.Member, Edit: &roomlog.Edit{}})
	}
	m := r.find(a.MessageID)
	if m == nil {
		return roomlog.Result{Err: store.NewError(store.NotFound, "Message not found")}
	}
	at := slices.IndexFunc(m.Reactions, func(x roomlog.Reaction) bool { return x.MemberID == a.Member && x.Emoji == a.Reaction })
	e := roomlog.Event{Room: a.Room, Kind: a.Kind, MessageID: m.ID, ActorID: a.Member, ActorName: l.names[a.Member], Reaction: a.Reaction}
	switch {
	case a.Kind == roomlog.ReactionAdded && at >= 0:
		for _, old := range r.events {
			if old.Kind == a.Kind && old.MessageID == m.ID && old.ActorID == a.Member && old.Reaction == a.Reaction {
				return roomlog.Result{Event: &old}
			}
		}
	case a.Kind == roomlog.ReactionAdded:
		m.Reactions = append(m.Reactions, roomlog.Reaction{MessageID: m.ID, MemberID: a.Member, Username: l.names[a.Member], Emoji: a.Reaction})
	case at < 0:
		return roomlog.Result{}
	default:
		m.Reactions = slices.Delete(m.Reactions, at, at+1)
	}
	return l.number(e)
}

func (r *memRoom) find(id string) *roomlog.Message {
	for _, m := range r.messages {
		if m.ID == id {
			return m
		}
	}
	return nil
}

func (l *memLog) number(e roomlog.Event) roomlog.Result {
	r := l.rooms[e.Room]
	e.Seq, e.At = int64(len(r.events)+1), time.Now()
	r.events = append(r.events, e)
	got := l.joined(e.Room, e)
	return roomlog.Result{Event: &got, Stored: true}
}

// joined gives the event with its texts as they are now.
func (l *memLog) joined(room string, e roomlog.Event) roomlog.Event {
	e.ActorName = l.names[e.ActorID]
	if e.Message != nil {
		m := *l.rooms[room].find(e.Message.ID)
		m.Reactions = nil
		m.SenderName = l.names[m.SenderID]
		e.Message = &m
	}
	if e.Edit != nil {
		e.Edit = &roomlog.Edit{Text: l.rooms[room].find(e.MessageID).Text}
	}
	return e
}

func (l *memLog) OpenRoom(ctx context.Context, room string) (roomlog.RoomState, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.called("OpenRoom"); err != nil {
		return roomlog.RoomState{}, err
	}
	if l.opened != nil {
		l.opened(room)
	}
	r := l.rooms[room]
	if r == nil {
		return roomlog.RoomState{}, store.NewError(store.NotFound, "Room not found")
	}
	st := roomlog.RoomState{Room: roomlog.Room{ID: room, AccessLevel: l.access}, Head: int64(len(r.events))}
	for _, m := range r.messages[max(0, len(r.messages)-roomlog.HistoryPage):] {
		c := *m
		c.SenderName = l.names[m.SenderID]
		c.Reactions = slices.Clone(m.Reactions)
		st.Tail = append(st.Tail, c)
	}
	if l.filled {
		for _, e := range r.events[max(0, len(r.events)-roomlog.ReplayEvents):] {
			st.Events = append(st.Events, l.joined(room, e))
		}
	}
	return st, nil
}

func (l *memLog) Events(ctx context.Context, room string, after int64, limit int) ([]roomlog.Event, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := cmp.Or(l.called("Events"), l.noEvents); err != nil {
		return nil, err
	}
	var out []roomlog.Event
	for _, e := range l.rooms[room].events[min(after, int64(len(l.rooms[room].events))):] {
		if len(out) < limit {
			out = append(out, l.joined(room, e))
		}
	}
	return out, nil
}

func (l *memLog) Resumable(ctx context.Context, room string, seq int64) (bool, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.called("Resumable"); err != nil {
		return false, err
	}
	if hold := l.holdResume; hold != nil {
		l.mu.Unlock()
		<-hold
		l.mu.Lock()
	}
	return !l.noResume && seq >= 0 && seq <= int64(len(l.rooms[room].events)), nil
}

func (l *memLog) Broadcasts(ctx context.Context, after int64) ([]store.Broadcast, int64, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := cmp.Or(l.called("Broadcasts"), l.noBroadcasts); err != nil {
		return nil, 0, err
	}
	return slices.Clone(l.broadcasts[after:]), int64(len(l.broadcasts)), nil
}

func (l *memLog) ReadMarks(ctx context.Context, after int64) ([]roomlog.ReadMark, int64, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	next := int64(len(l.reads)) + 1
	if err := l.called("ReadMarks"); err != nil || after == 0 {
		return nil, next, err
	}
	var marks []roomlog.ReadMark
	for _, s := range l.reads[max(after-2, 0):] { // the last one again
		marks = append(marks, roomlog.ReadMark{MemberID: s.MemberID, Room: s.Room, LastRead: s.LastRead})
	}
	return marks, next, nil
}

func (l *memLog) ReadStates(ctx context.Context, marks []roomlog.ReadMark) ([]roomlog.ReadState, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.called("ReadStates"); err != nil {
		return nil, err
	}
	var out []roomlog.ReadState
	for _, m := range marks {
		for _, s := range slices.Backward(l.reads) {
			if s.MemberID == m.MemberID && s.Room == m.Room {
				out = append(out, s)
				break
			}
		}
	}
	return out, nil
}

func (l *memLog) Movements(ctx context.Context, known, named map[string]int64) ([]roomlog.RoomMovement, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.called("Movements"); err != nil {
		return nil, err
	}
	var out []roomlog.RoomMovement
	for _, id := range slices.Sorted(maps.Keys(l.rooms)) {
		r := l.rooms[id]
		if int64(len(r.events)) <= known[id] {
			continue
		}
		m := roomlog.RoomMovement{Room: id, Head: int64(len(r.events)), Private: l.private[id] != nil}
		if n := len(r.messages); n > 0 {
			last := r.messages[n-1]
			m.Last = &roomlog.LastMessage{ID: last.ID, SenderID: last.SenderID, SenderName: l.names[last.SenderID], Preview: last.Text, Kind: last.Kind, CreatedAt: last.CreatedAt}
		}
		for _, e := range r.events[max(known[id], named[id]):] {
			if e.Message != nil {
				m.Named = append(m.Named, l.named[e.Message.ID]...)
			}
		}
		out = append(out, m)
	}
	return out, nil
}

func (l *memLog) RoomGuests(ctx context.Context, room string) ([]string, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.called("RoomGuests"); err != nil {
		return nil, err
	}
	return slices.Clone(l.private[room]), nil
}

func (l *memLog) Timeline() int64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.timeline
}

func (l *memLog) TimelineRose() <-chan struct{} { return l.timelineRose }

func (l *memLog) Heads(ctx context.Context, rooms []string) (map[string]int64, int64, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.called("Heads"); err != nil {
		return nil, 0, err
	}
	heads := map[string]int64{}
	for _, r := range rooms {
		heads[r] = int64(len(l.rooms[r].events))
	}
	return heads, int64(len(l.site)), nil
}

func (l *memLog) SiteEvents(ctx context.Context, after int64, limit int) ([]store.SiteEvent, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.called("SiteEvents"); err != nil {
		return nil, err
	}
	return slices.Clone(l.site[after:min(int(after)+limit, len(l.site))]), nil
}

// byAnotherNode commits a message as another node would; this node is not informed.
func (l *memLog) byAnotherNode(room, member, text string) roomlog.Event {
	l.mu.Lock()
	defer l.mu.Unlock()
	v := l.record(roomlog.Command{Kind: roomlog.MessageSent, Room: room, Member: member, MessageID: newID(), Draft: roomlog.Draft{Kind: roomlog.TextMessage, Text: text}})
	return *v.Event
}

// changed commits a site event.
func (l *memLog) changed(e store.SiteEvent) {
	l.mu.Lock()
	defer l.mu.Unlock()
	e.Seq = int64(len(l.site) + 1)
	l.site = append(l.site, e)
}

func (l *memLog) set(f func(*memLog)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	f(l)
}

func (l *memLog) count(name string) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.calls[name]
}
