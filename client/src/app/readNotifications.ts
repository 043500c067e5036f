// Notifications go, and the number on the app's icon with them, when their room is read.
import { closeNotifications } from '@/net/push';
import { useRooms } from '@/stores/chat/rooms';

/** The tag of a room's notification, as the server sends it. */
const tagOf = (roomId: string) => `room:${roomId}`;

/** The tags of rooms without anything unread. One that names no room is read when the app is seen. */
function isRead(tag: string): boolean {
  if (tag === '') return document.visibilityState === 'visible';
  const room = Object.values(useRooms.getState().byId).find(({ id }) => tagOf(id) === tag);
  return room?.unread === 0;
}

/** Follows what is read here and on other devices. Returns how to stop. */
export function followRead(): () => void {
  const close = () => void closeNotifications(isRead).catch(() => {});
  const seen = () => {
    if (document.visibilityState === 'visible') close();
  };
  document.addEventListener('visibilitychange', seen);
  const stop = useRooms.subscribe(({ byId }, before) => {
    const wasRead = Object.values(byId).some(
      ({ id, unread }) => unread === 0 && before.byId[id]?.unread !== 0,
    );
    if (wasRead) close();
  });
  seen();
  return () => {
    document.removeEventListener('visibilitychange', seen);
    stop();
  };
}
