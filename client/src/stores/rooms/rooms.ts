// The rooms of the list as they are now: what the list brought (queries/rooms.ts)
// and what frames have told since.
import { create } from 'zustand';
import { serverNow } from '@/net/serverClock';
import { isIgnored, useIgnored } from '@/stores/members/ignored';
import { useSession } from '@/stores/session/session';
import { markStale } from '@/stores/stale';
import type { ListedRoom, RoomNotifications } from '@/wire/bodies.gen';
import type { ReadState, RoomActivity, RoomBody } from '@/wire/frames.gen';

interface RoomsState {
  byId: Readonly<Record<string, ListedRoom>>;
}

/** The server counts no further. */
export const countedAtMost = 100;

export const useRooms = create<RoomsState>(() => ({ byId: {} }));

export const listedRoom = (roomId: string) => (rooms: RoomsState) => rooms.byId[roomId];

/** The list as HTTP gives it; what frames have told of a later moment stands. */
export function onRoomsListed(rooms: readonly ListedRoom[]) {
  useRooms.setState(({ byId }) => ({
    byId: Object.fromEntries(rooms.map((room) => [room.id, later(byId[room.id], room)])),
  }));
}

function later(known: ListedRoom | undefined, listed: ListedRoom): ListedRoom {
  if (!known) return listed;
  const moved =
    known.lastSeq > listed.lastSeq ? { lastSeq: known.lastSeq, lastMessage: known.lastMessage } : {};
  const read =
    known.lastReadSeq > listed.lastReadSeq
      ? { lastReadSeq: known.lastReadSeq, unread: known.unread, mentions: known.mentions }
      : {};
  return { ...listed, ...moved, ...read };
}

function change(roomId: string, over: Partial<ListedRoom>) {
  useRooms.setState(({ byId }) => {
    const room = byId[roomId];
    return room ? { byId: { ...byId, [roomId]: { ...room, ...over } } } : {};
  });
}

/** Another room's log has moved. How many messages came is counted by the server a little later. */
export function onRoomMoved({ roomId, lastSeq, lastMessage, mention }: RoomActivity) {
  const room = useRooms.getState().byId[roomId];
  if (!room || lastSeq <= room.lastSeq) {
    if (!room) recountSoon();
    return;
  }
  const writer = lastMessage?.userId ?? '';
  const counts = writer !== useSession.getState().user?.id && !isIgnored(writer)(useIgnored.getState());
  const more = lastMessage !== null && lastMessage.id !== room.lastMessage?.id && counts ? 1 : 0;
  change(roomId, {
    lastSeq,
    lastMessage,
    unread: Math.min(countedAtMost, room.unread + more),
    mentions: Math.min(countedAtMost, room.mentions + (mention ? 1 : 0)),
  });
  if (more > 0 || mention) recountSoon();
}

const recountMs = 8_000;
const recountSpreadMs = 8_000;
let recount: ReturnType<typeof setTimeout> | undefined;

/** Has the list asked again in a while, at most once in that time. */
function recountSoon() {
  recount ??= setTimeout(recountNow, recountMs + Math.random() * recountSpreadMs);
}

function recountNow() {
  clearTimeout(recount);
  recount = undefined;
  markStale('roomList');
}

const reconnectSpreadMs = 3_000; // a node's members come back together, their questions need not

/** The connection was down: other rooms have moved unheard, and other devices may have read. */
export function recountAfterReconnect() {
  clearTimeout(recount);
  recount = setTimeout(recountNow, Math.random() * reconnectSpreadMs);
}

/** How far the member has read a room, on whatever device. */
export function onReadMarked({ roomId, lastReadSeq, unread, mentions }: Omit<ReadState, 'type'>) {
  const room = useRooms.getState().byId[roomId];
  if (room && lastReadSeq >= room.lastReadSeq) change(roomId, { lastReadSeq, unread, mentions });
}

/** What the room on screen shows of itself in the list. */
export function shownRoomMoved(
  roomId: string,
  now: Pick<ListedRoom, 'lastSeq' | 'lastMessage' | 'unread'> & Partial<Pick<ListedRoom, 'mentions'>>,
) {
  change(roomId, now);
}

/** A room's name or settings were changed. */
export function onRoomSettings(room: RoomBody) {
  change(room.id, room);
}

/** What the member is told of a room was changed. */
export function onNotificationSettings(roomId: string, notifications: RoomNotifications) {
  change(roomId, { notifications });
}

/** Whether a room is muted at a moment. */
export const isMuted = ({ mutedUntil }: RoomNotifications, now: number) =>
  mutedUntil !== null && Date.parse(mutedUntil) > now;

/** Whether a mention in a room is to be heard. */
export function mentionsAreHeard(roomId: string): boolean {
  const notifications = useRooms.getState().byId[roomId]?.notifications;
  return !notifications || (notifications.level !== 'none' && !isMuted(notifications, serverNow()));
}

export function resetRooms() {
  clearTimeout(recount);
  recount = undefined;
  useRooms.setState(useRooms.getInitialState(), true);
}

useSession.subscribe((now, before) => {
  if (now.endings !== before.endings) resetRooms();
});
