// The notification settings of a room.
import { api } from '@/net/api';
import { onNotificationSettings } from '@/stores/chat/rooms';
import type { ChangeRoomNotifications, RoomNotificationsChanged } from '@/wire/bodies.gen';

/** Keeps the level and the mute of a room for the caller. */
export async function saveNotifications(roomId: string, body: ChangeRoomNotifications) {
  const path = `/chat/room/${encodeURIComponent(roomId)}/notifications`;
  const { notifications } = await api.put<RoomNotificationsChanged>(path, body);
  onNotificationSettings(roomId, notifications);
}
