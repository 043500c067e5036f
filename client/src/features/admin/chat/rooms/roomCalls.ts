// What the back office changes about rooms. Each change has what it makes out
// of date asked again.
import { api } from '@/net/api';
import { adminRoomsQuery, roomAccessListQuery } from '@/queries/chat/adminRooms';
import { queryClient } from '@/queries/client';
import { holds, orFound, orGone } from '@/queries/lostAnswer';
import { markStale } from '@/stores/stale';
import type {
  AccessChanged,
  CreateRoom,
  GrantRoomAccess,
  RevokeRoomAccess,
  RoomCreated,
  RoomDeleted,
  RoomUpdated,
  UpdateRoom,
  UserAccess,
} from '@/wire/bodies.gen';

function roomsChanged() {
  markStale('rooms');
  return queryClient.invalidateQueries({ queryKey: adminRoomsQuery.queryKey });
}

function accessChanged(roomId: string) {
  return Promise.all([
    roomsChanged(),
    queryClient.invalidateQueries({ queryKey: roomAccessListQuery(roomId).queryKey }),
  ]);
}

/** Makes a room; the same key makes no second one. */
export async function createRoom(body: CreateRoom, key: string) {
  const { room } = await api.post<RoomCreated>('/admin/rooms', body, { headers: { 'Idempotency-Key': key } });
  await roomsChanged();
  return room;
}

export async function updateRoom(roomId: string, body: UpdateRoom) {
  await orFound<unknown>(
    () => api.patch<RoomUpdated>(`/admin/rooms/${encodeURIComponent(roomId)}`, body),
    async () => {
      const rooms = await queryClient.fetchQuery({ ...adminRoomsQuery, staleTime: 0 });
      return rooms.some((room) => room.id === roomId && holds(room, body)) || undefined;
    },
  );
  await roomsChanged();
}

export async function deleteRoom(roomId: string) {
  await orGone(api.delete<RoomDeleted>(`/admin/rooms/${encodeURIComponent(roomId)}`));
  await roomsChanged();
}

export async function grantAccess(body: GrantRoomAccess) {
  await api.post<AccessChanged>('/admin/room-access', body);
  await accessChanged(body.room_id);
}

export async function revokeAccess(body: RevokeRoomAccess) {
  await orFound<unknown>(
    () => api.delete<AccessChanged>('/admin/room-access', { body }),
    async () => {
      const path = `/admin/users/${encodeURIComponent(body.user_id)}/room-access` as const;
      const { access } = await api.get<UserAccess>(path);
      return !access.some(({ id }) => id === body.room_id) || undefined;
    },
  );
  await accessChanged(body.room_id);
}
