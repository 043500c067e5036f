package actors

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"muster/actors/runtime"
	"muster/store"
	"muster/store/roomlog"
)

// slowRoomLog opens one room only when hold is closed.
type slowRoomLog struct {
	*memLog
	slow string
	hold chan struct{}
}

func (l *slowRoomLog) OpenRoom(ctx context.Context, room string) (roomlog.RoomState, error) {
	if l.hold != nil && room == l.slow {
		<-l.hold
	}
	return l.memLog.OpenRoom(ctx, room)
}

// roomsOf are the rooms that a member is in.
func (r *harness) roomsOf(name string, rooms ...string) (in []string) {
	for _, id := range rooms {
		people, err := r.hub.RoomPeople(context.Background(), id)
		if err != nil {
			r.t.Error(err)
		}
		for _, p := range people {
			if p.Name == name {
				in = append(in, id)
			}
		}
	}
	return in
}

// A member who is put out of a room while a move is under way ends in the room that was
// named last, and in no other. The end of the removal let the next join_room go on beside the
// move, so the socket stayed in both rooms: a ghost in the first, whose events it went on
// receiving although nothing checked any more that it might.
func TestMoveWhileBeingRemoved(t *testing.T) {
	var hold chan struct{}
	change := func(c *Config) {
		hold = make(chan struct{})
		log := c.Log.(*memLog)
		log.rooms["third"] = &memRoom{}
		c.Log = &slowRoomLog{log, "third", hold}
	}
	bubble(t, change, func(r *harness) {
		a, admitted := r.inside("ann"), make(chan struct{})
		r.admission.set(func(l *memAdmission) { l.late = admitted })
		a.send(`{"type":"join_room","roomId":"side"}`)
		r.admission.set(func(l *memAdmission) { l.late, l.closed["id-ann general"] = nil, true })
		r.site(store.SiteEvent{Kind: store.RoomAccessChanged, MemberID: "id-ann", Room: "general"})
		equal(t, "removed", len(only(a.take(), "room_left")), 1)
		a.send(`{"type":"join_room","roomId":"third"}`)
		close(admitted)
		synctest.Wait()
		close(hold)
		synctest.Wait()
		equal(t, "rooms", r.roomsOf("ann", "general", "side", "third"), []string{"third"})
	})
}

// A room that fails while a member is being admitted to another one does not keep the
// member: the socket, on its way back into the failed room, was in both from then on.
func TestMoveWhileTheRoomFails(t *testing.T) {
	slow := &slowRoomLog{slow: "general"}
	change := func(c *Config) { slow.memLog, c.Log = c.Log.(*memLog), slow }
	bubble(t, change, func(r *harness) {
		a := r.join("ann", `,"roomId":"side"`)
		a.send(`{"type":"join_room","roomId":"general"}`)
		admitted := make(chan struct{})
		r.admission.set(func(l *memAdmission) { l.late = admitted })
		a.send(`{"type":"join_room","roomId":"side"}`)
		slow.hold = make(chan struct{})
		runtime.Halt(r.hub.live("general").Ref)
		after(time.Second)
		close(admitted)
		synctest.Wait()
		close(slow.hold)
		synctest.Wait()
		equal(t, "rooms", r.roomsOf("ann", "general", "side"), []string{"side"})
		a.take()
		a.say("x")
		equal(t, "in side", kinds(a.take()), []string{"message"})
	})
}
