// Rooms as the back office sees and makes them.

package chat

import (
	"context"
	"encoding/json"
	"time"

	"github.com/jackc/pgx/v5"

	"muster/store"
	"muster/store/postgres"
	logs "muster/store/postgres/roomlog"
	"muster/store/roomlog"
)

// roomRecord is a room as the audit keeps it.
type roomRecord struct {
	DisplayName string              `json:"display_name"`
	Description string              `json:"description"`
	AccessLevel roomlog.AccessLevel `json:"access_level"`
	SlowMode    int                 `json:"slow_mode_seconds,omitempty"`
	ReadOnly    bool                `json:"read_only,omitempty"`
}

func roomRecordOf(r roomlog.Room) roomRecord {
	return roomRecord{r.DisplayName, r.Description, r.AccessLevel, int(r.SlowMode / time.Second), r.ReadOnly}
}

// AddRoom makes a room with an empty log and gives it. A deleted room keeps its id, to which
// its messages and old links lead, so another one of its name gets that with a number. The same
// attempt, "" for none, gives the same room again. It fails with Invalid for a bad id and with
// Conflict when there is such a room (room_exists), or the attempt was another one or is deleted.
func (o *Admin) AddRoom(ctx context.Context, r roomlog.Room, attempt string) (roomlog.Room, error) {
	name := r.ID
	err := o.Change(ctx, nil, func(ctx context.Context, tx pgx.Tx) (postgres.AdminChange, error) {
		change := postgres.AdminChange{Action: "room_created", Attempt: attempt}
		earlier, again, err := o.Earlier(ctx, tx, change)
		if err != nil {
			return postgres.AdminChange{}, err
		}
		if again {
			r.ID = earlier.Subject
			return postgres.AdminChange{}, checkAddedBefore(ctx, tx, earlier, name, r)
		}
		for number := 1; ; number++ {
			r.ID = roomlog.NumberedRoom(name, number)
			tag, err := tx.Exec(ctx, `
				insert into rooms (id, display_name, description, is_default, access_level) values ($1, $2, $3, $4, $5)
				on conflict (id) do nothing`, r.ID, r.DisplayName, r.Description, r.IsDefault, r.AccessLevel)
			if err != nil {
				return postgres.AdminChange{}, err
			}
			if tag.RowsAffected() == 1 {
				break
			}
			var deleted bool
			if err := tx.QueryRow(ctx, `select deleted_at is not null from rooms where id = $1`, r.ID).Scan(&deleted); err != nil {
				return postgres.AdminChange{}, err
			}
			if !deleted {
				return postgres.AdminChange{}, roomlog.ErrRoomExists()
			}
		}
		if err := logs.BeginIn(ctx, tx, r.ID); err != nil {
			return postgres.AdminChange{}, err
		}
		change.Subject, change.After = r.ID, roomRecordOf(r)
		change.Events = []store.SiteEvent{{Kind: store.RoomChanged, Room: r.ID}}
		return change, nil
	})
	return r, err
}

// checkAddedBefore checks that an earlier call made this room of a name, and that it is there.
func checkAddedBefore(ctx context.Context, tx pgx.Tx, e postgres.EarlierAttempt, name string, r roomlog.Room) error {
	var made roomRecord
	if err := json.Unmarshal(e.After, &made); err != nil {
		return err
	}
	var there bool
	if err := tx.QueryRow(ctx, `select exists (select from rooms where id = $1 and deleted_at is null)`, r.ID).Scan(&there); err != nil {
		return err
	}
	if !there || made != roomRecordOf(r) || !roomlog.IsNumberedRoom(r.ID, name) {
		return postgres.ErrAttemptUsed()
	}
	return nil
}

// AddRoom is Admin.AddRoom by the operator.
func (ch *Chat) AddRoom(ctx context.Context, r roomlog.Room) error {
	_, err := AdminOf(ch.db.Operator()).AddRoom(ctx, r, "")
	return err
}

// listTimeout is how long counting for a list may take.
const listTimeout = 3500 * time.Millisecond

// AllRooms lists every room with its counts, default ones first.
func (ch *Chat) AllRooms(ctx context.Context) ([]roomlog.RoomSummary, error) {
	var rooms []roomlog.RoomSummary
	err := ch.db.Analyze(ctx, listTimeout, func(ctx context.Context, tx pgx.Tx) error {
		res, err := tx.Query(ctx, `
			select `+logs.RoomColumns+`,
			       case r.access_level when 'all' then (select coalesce(sum(members), 0)::bigint from (`+postgres.MembersJoined+`) j) else coalesce(g.grants, 0) end,
			       h.seq - h.other_numbers - (select coalesce(sum(messages), 0)::bigint from erased_messages where room_id = r.id)
			from rooms r
			join room_heads h on h.room_id = r.id
			left join (select room_id, count(*) as grants from room_access group by room_id) g on g.room_id = r.id
			where r.deleted_at is null
			order by `+logs.RoomOrder)
		if err != nil {
			return err
		}
		rooms, err = pgx.CollectRows(res, func(row pgx.CollectableRow) (roomlog.RoomSummary, error) {
			var r roomlog.RoomSummary
			err := row.Scan(append(logs.RoomTargets(&r.Room), &r.Members, &r.Messages)...)
			return r, err
		})
		return err
	})
	return rooms, err
}

// defaultDescription is what a new default room says of itself until an administrator
// writes something else.
const defaultDescription = "Where everybody meets."

// EnsureDefaultRoom makes the default room if it is missing, and the default one
// of a room that is open to all. One that was it before is an open room like others from
// then on, which administrators may delete. A node calls it at start. It fails
// with Conflict and changes nothing when the id is a deleted room's, for that is
// for ever (room_deleted), or a private room's (room_private).
func (ch *Chat) EnsureDefaultRoom(ctx context.Context, id, displayName string) error {
	return ch.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `select from rooms where id = $1 or is_default order by id for no key update`, id); err != nil {
			return err
		}
		tag, err := tx.Exec(ctx, `
			insert into rooms (id, display_name, description, is_default, access_level) values ($1, $2, $3, true, 'all')
			on conflict (id) do update set is_default = true
			where not rooms.is_default and rooms.access_level = 'all' and rooms.deleted_at is null`, id, displayName, defaultDescription)
		if err != nil {
			return err
		}
		var events []store.SiteEvent
		if tag.RowsAffected() == 0 {
			err = defaultRoom(ctx, tx, id)
		} else {
			events = append(events, store.SiteEvent{Kind: store.RoomChanged, Room: id})
			err = logs.BeginIn(ctx, tx, id)
		}
		if err != nil {
			return err
		}
		rows, err := tx.Query(ctx, `update rooms set is_default = false where is_default and id <> $1 returning id`, id)
		if err != nil {
			return err
		}
		former, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			return err
		}
		for _, room := range former {
			events = append(events, store.SiteEvent{Kind: store.RoomChanged, Room: room})
		}
		return postgres.AppendSiteEvents(ctx, tx, events...)
	})
}

// defaultRoom says why a room that exists is not the default one; nil when it is.
func defaultRoom(ctx context.Context, tx pgx.Tx, id string) error {
	var deleted, private bool
	err := tx.QueryRow(ctx, `select deleted_at is not null, access_level <> 'all' from rooms where id = $1`, id).Scan(&deleted, &private)
	switch {
	case err != nil:
		return err
	case deleted:
		return store.NewErrorReason(store.Conflict, "room_deleted", "A deleted room cannot be the default room")
	case private:
		return store.NewErrorReason(store.Conflict, "room_private", "A private room cannot be the default room")
	}
	return nil
}
