// Who may enter a room, and the end of rooms.

package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"muster/store"
)

// GrantRoom opens a room to a member in a role; granting again changes the
// role (ADM-12). by is the administrator who does it, "" for the operator. It
// fails with NotFound for an unknown room or member, with Invalid for an
// unknown role, with Conflict for a default room: it has no list (ADM-11).
func (db *DB) GrantRoom(ctx context.Context, room, memberID string, role store.RoomRole, by string) error {
	member, ok := parseID(memberID)
	if !ok {
		return errMemberUnknown()
	}
	granter, _ := parseID(by)
	return db.write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if err := lockRoom(ctx, tx, room, "share"); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `
			insert into room_access (room_id, member_id, role, granted_by) values ($1, $2, $3, $4)
			on conflict (room_id, member_id) do update
			set role = excluded.role, granted_at = muster_now(), granted_by = excluded.granted_by`,
			room, member, role, granter); err != nil {
			return err
		}
		return note(ctx, tx, store.SiteEvent{Kind: store.RoomAccessChanged, MemberID: member.String(), Room: room})
	})
}

// RevokeRoom closes a room to a member. Once it returns, nothing of the member
// is stored there any more unless it may enter without the grant (promise P7).
// NotFound when there was no grant.
func (db *DB) RevokeRoom(ctx context.Context, room, memberID string) error {
	member, ok := parseID(memberID)
	if !ok {
		return errMemberUnknown()
	}
	return db.write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, `delete from room_access where room_id = $1 and member_id = $2`, room, member)
		if err != nil {
			return err
		}
		if tag.RowsAffected() == 0 {
			return store.Because(store.NotFound, "access_unknown", "This member has no access to revoke")
		}
		return note(ctx, tx, store.SiteEvent{Kind: store.RoomAccessChanged, MemberID: member.String(), Room: room})
	})
}

// DeleteRoom closes a room for ever; its id is not used again. It fails with
// Conflict for a default room (ADM-9), with NotFound for an unknown one.
func (db *DB) DeleteRoom(ctx context.Context, room string) error {
	return db.write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if err := lockRoom(ctx, tx, room, "update"); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `update rooms set deleted_at = muster_now() where id = $1`, room); err != nil {
			return err
		}
		return note(ctx, tx, store.SiteEvent{Kind: store.RoomChanged, Room: room})
	})
}

// lockRoom locks a room that has an access list, for share or for update.
func lockRoom(ctx context.Context, tx pgx.Tx, room, strength string) error {
	var isDefault bool
	err := tx.QueryRow(ctx, `select is_default from rooms where id = $1 and deleted_at is null for `+strength, room).Scan(&isDefault)
	switch {
	case noRow(err):
		return errRoomUnknown()
	case err != nil:
		return err
	case isDefault:
		return store.Because(store.Conflict, "default_room", "The default room is open to everyone and cannot be deleted")
	}
	return nil
}

func errRoomUnknown() *store.Error {
	return store.Because(store.NotFound, "room_unknown", "Room not found")
}
