package demo

import (
	"context"
	"time"

	chats "muster/store/postgres/chat"
	logs "muster/store/postgres/roomlog"
	"muster/store/roomlog"
)

// sampleReads is how long ago each member last read all rooms, by username. What
// was said since is unread: each has something that names them.
var sampleReads = map[string]time.Duration{
	"commander": 4 * time.Hour,
	"ann":       150 * time.Minute,
	"bob":       170 * time.Minute,
	"cleo":      10 * time.Hour,
	"":          60 * time.Hour, // who has no username yet
}

// reads marks the rooms as read, and lets two members choose what some rooms notify
// them of.
func (d *seeding) reads(ctx context.Context) error {
	if err := d.setBack(ctx, 0); err != nil {
		return err
	}
	for who, ago := range sampleReads {
		rooms, _, err := logs.New(d.db.DB).Rooms(ctx, d.members[who])
		if err != nil {
			return err
		}
		for _, r := range rooms {
			var seq int64
			err := d.db.Pool().QueryRow(ctx, `select coalesce(max(seq), 0) from room_events where room_id = $1 and at <= muster_now() - $2::interval`,
				r.ID, ago).Scan(&seq)
			if err == nil {
				_, _, err = logs.New(d.db.DB).MarkRead(ctx, d.members[who], r.ID, seq)
			}
			if err != nil {
				return err
			}
		}
	}
	if _, err := chats.New(d.db.DB).SetRoomNotifications(ctx, d.members["bob"], "night-watch", string(roomlog.NotifyMentions), nil); err != nil {
		return err
	}
	_, err := chats.New(d.db.DB).SetRoomNotifications(ctx, d.members["cleo"], "campfire", string(roomlog.NotifyNone), nil)
	return err
}
