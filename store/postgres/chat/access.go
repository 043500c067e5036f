// Who may enter a room, and the end of rooms.

package chat

import (
	"context"

	"github.com/jackc/pgx/v5"

	"muster/store"
	"muster/store/postgres"
	logs "muster/store/postgres/roomlog"
	"muster/store/roomlog"
)

// accessRecord is a grant as the audit keeps it.
type accessRecord struct {
	AccessLevel roomlog.RoomRole `json:"access_level"`
}

// GrantRoom opens a room to a member in a role; granting again changes the
// role, and the same role changes nothing. It fails with NotFound for an unknown room or member and for one who was erased, with
// Invalid for an unknown role, with Conflict for a default room: it has no
// list.
func (o *Admin) GrantRoom(ctx context.Context, room, memberID string, role roomlog.RoomRole) (roomlog.RoomGrant, error) {
	return o.grant(ctx, room, memberID, role, o.Caller.Member.ID)
}

// GrantRoom is Admin.GrantRoom by the operator, in the name of the member by,
// "" for nobody's.
func (ch *Chat) GrantRoom(ctx context.Context, room, memberID string, role roomlog.RoomRole, by string) error {
	_, err := AdminOf(ch.db.Operator()).grant(ctx, room, memberID, role, by)
	return err
}

func (o *Admin) grant(ctx context.Context, room, memberID string, role roomlog.RoomRole, by string) (roomlog.RoomGrant, error) {
	member, ok := postgres.ParseID(memberID)
	if !ok {
		return roomlog.RoomGrant{}, postgres.ErrMemberUnknown()
	}
	granter, _ := postgres.ParseID(by)
	g := roomlog.RoomGrant{Room: room, Role: role}
	err := o.Change(ctx, nil, func(ctx context.Context, tx pgx.Tx) (postgres.AdminChange, error) {
		if err := lockRoom(ctx, tx, room, "share", "The default room is open to everyone and has no access list"); err != nil {
			return postgres.AdminChange{}, err
		}
		if err := postgres.KeepMemberIn(ctx, tx, member); err != nil {
			return postgres.AdminChange{}, err
		}
		var err error
		if g.Member, err = postgres.ReadMemberIn(ctx, tx, `m.id = $1`, member); err != nil {
			return postgres.AdminChange{}, err
		}
		d := postgres.AdminChange{
			Action: "room_access_granted", Subject: g.Member.ID, Room: room, After: accessRecord{role},
			Events: []store.SiteEvent{{Kind: store.RoomAccessChanged, MemberID: g.Member.ID, Room: room}},
		}
		var had roomlog.RoomRole
		err = tx.QueryRow(ctx, `select role, granted_at from room_access where room_id = $1 and member_id = $2 for update`, room, member).Scan(&had, &g.GrantedAt)
		switch {
		case err == nil && had == role:
			return postgres.AdminChange{}, nil
		case err == nil:
			d.Before = accessRecord{had}
		case !postgres.NoRow(err):
			return postgres.AdminChange{}, err
		}
		if err := tx.QueryRow(ctx, `
			insert into room_access (room_id, member_id, role, granted_by) values ($1, $2, $3, $4)
			on conflict (room_id, member_id) do update
			set role = excluded.role, granted_at = muster_now(), granted_by = excluded.granted_by
			returning granted_at`, room, member, role, granter).Scan(&g.GrantedAt); err != nil {
			return postgres.AdminChange{}, err
		}
		if had != "" {
			return d, nil
		}
		return d, logs.MarkAdmitted(ctx, tx, logs.GrantedRoom, member, room)
	})
	if err != nil {
		return roomlog.RoomGrant{}, err
	}
	return g, nil
}

// RevokeRoom closes a room to a member and gives the grant that ended. Once it returns, nothing of the member is stored there any more
// unless it may enter without the grant. NotFound when there was
// no grant.
func (o *Admin) RevokeRoom(ctx context.Context, room, memberID string) (roomlog.RoomGrant, error) {
	unknown := store.NewErrorReason(store.NotFound, "access_unknown", "This member has no access to revoke")
	member, ok := postgres.ParseID(memberID)
	if !ok || !store.ValidRoomID(room) {
		return roomlog.RoomGrant{}, unknown
	}
	g := roomlog.RoomGrant{Room: room}
	err := o.Change(ctx, nil, func(ctx context.Context, tx pgx.Tx) (postgres.AdminChange, error) {
		err := tx.QueryRow(ctx, `delete from room_access where room_id = $1 and member_id = $2 returning role, granted_at`,
			room, member).Scan(&g.Role, &g.GrantedAt)
		if postgres.NoRow(err) {
			return postgres.AdminChange{}, unknown
		}
		if err != nil {
			return postgres.AdminChange{}, err
		}
		if g.Member, err = postgres.ReadMemberIn(ctx, tx, `m.id = $1`, member); err != nil {
			return postgres.AdminChange{}, err
		}
		if err := logs.ForgetReads(ctx, tx, member); err != nil {
			return postgres.AdminChange{}, err
		}
		return postgres.AdminChange{
			Action: "room_access_revoked", Subject: g.Member.ID, Room: room, Before: accessRecord{g.Role},
			Events: []store.SiteEvent{{Kind: store.RoomAccessChanged, MemberID: g.Member.ID, Room: room}},
		}, nil
	})
	if err != nil {
		return roomlog.RoomGrant{}, err
	}
	return g, nil
}

// RevokeRoom is Admin.RevokeRoom by the operator.
func (ch *Chat) RevokeRoom(ctx context.Context, room, memberID string) error {
	_, err := AdminOf(ch.db.Operator()).RevokeRoom(ctx, room, memberID)
	return err
}

// DeleteRoom closes a room for ever and gives it as it was; its id is not used
// again (AddRoom). It fails with Conflict for a default room, with
// NotFound for an unknown one.
func (o *Admin) DeleteRoom(ctx context.Context, room string) (roomlog.Room, error) {
	var was roomlog.Room
	err := o.Change(ctx, nil, func(ctx context.Context, tx pgx.Tx) (postgres.AdminChange, error) {
		if err := lockRoom(ctx, tx, room, "update", "The default room is open to everyone and cannot be deleted"); err != nil {
			return postgres.AdminChange{}, err
		}
		res, err := tx.Query(ctx, `update rooms r set deleted_at = muster_now() where id = $1 returning `+logs.RoomColumns, room)
		if err != nil {
			return postgres.AdminChange{}, err
		}
		if was, err = pgx.CollectExactlyOneRow(res, logs.ScanRoom); err != nil {
			return postgres.AdminChange{}, err
		}
		return postgres.AdminChange{
			Action: "room_deleted", Subject: room, Before: roomRecordOf(was),
			Events: []store.SiteEvent{{Kind: store.RoomChanged, Room: room}},
		}, nil
	})
	if err != nil {
		return roomlog.Room{}, err
	}
	return was, nil
}

// DeleteRoom is Admin.DeleteRoom by the operator.
func (ch *Chat) DeleteRoom(ctx context.Context, room string) error {
	_, err := AdminOf(ch.db.Operator()).DeleteRoom(ctx, room)
	return err
}

// lockRoom locks a room that is no default one, for share or for update; of a
// default one it says open.
func lockRoom(ctx context.Context, tx pgx.Tx, room, strength, open string) error {
	if !store.ValidRoomID(room) {
		return postgres.ErrRoomUnknown()
	}
	var isDefault bool
	err := tx.QueryRow(ctx, `select is_default from rooms where id = $1 and deleted_at is null for `+strength, room).Scan(&isDefault)
	switch {
	case postgres.NoRow(err):
		return postgres.ErrRoomUnknown()
	case err != nil:
		return err
	case isDefault:
		return store.NewErrorReason(store.Conflict, "default_room", open)
	}
	return nil
}
