// The rooms of the list: the HTTP answer (queries/chat/rooms.ts), updated with the frames received
// since.

import { serverNow } from '@/net/serverClock';
import { layOver, recentEvents } from '@/stores/asOf';
import { createMemberStore } from '@/stores/session/memberStore';
import { useSession } from '@/stores/session/session';
import { markStale } from '@/stores/stale';
import type { ListedRoom, RoomNotifications } from '@/wire/bodies.gen';
import type { ReadState, RoomActivity, RoomChanged } from '@/wire/frames.gen';
import { isIgnored, useIgnored } from './ignored';

interface RoomsState {
  byId: Readonly<Record<string, ListedRoom>>;
}

/** The server counts no further. */
export const countedAtMost = 100;

export const useRooms = createMemberStore<RoomsState>(() => ({ byId: {} }), resetRooms);

export const listedRoom = (roomId: string) => (rooms: RoomsState) => rooms.byId[roomId];

interface RoomChange {
  roomId: string;
  apply: (room: ListedRoom) => ListedRoom;
}

// A room of the list was read at the head of its log, lastSeq, and at the member's mark in
// it, lastReadSeq.
const moves = recentEvents<RoomChange>();
const marks = recentEvents<RoomChange>();

const afterChange = (room: ListedRoom, { roomId, apply }: RoomChange) =>
  room.id === roomId ? apply(room) : room;

/** The list over HTTP has come: updates it with later frames. */
export function onRoomsListed(rooms: readonly ListedRoom[]) {
  const now = rooms.map((room) => {
    const moved = layOver(room, room.lastSeq, moves, afterChange);
    return layOver(moved, room.lastReadSeq, marks, afterChange);
  });
  useRooms.setState({ byId: Object.fromEntries(now.map((room) => [room.id, room])) });
}

function change(roomId: string, apply: RoomChange['apply']) {
  useRooms.setState(({ byId }) => {
    const room = byId[roomId];
    return room ? { byId: { ...byId, [roomId]: apply(room) } } : {};
  });
}

/** A change that the room's log numbers. */
function changeAt(seq: number, roomId: string, apply: RoomChange['apply']) {
  moves.add(seq, { roomId, apply });
  change(roomId, apply);
}

/** Another room's log has moved. The exact counts come with the next list. */
export function onRoomMoved({ roomId, lastSeq, lastMessage, mention }: RoomActivity) {
  const writer = lastMessage?.userId ?? '';
  const counts = writer !== useSession.getState().user?.id && !isIgnored(writer)(useIgnored.getState());
  const room = useRooms.getState().byId[roomId];
  changeAt(lastSeq, roomId, (before) => {
    if (lastSeq <= before.lastSeq) return before;
    const more = lastMessage !== null && lastMessage.id !== before.lastMessage?.id && counts ? 1 : 0;
    return {
      ...before,
      lastSeq,
      lastMessage,
      unread: Math.min(countedAtMost, before.unread + more),
      mentions: Math.min(countedAtMost, before.mentions + (mention ? 1 : 0)),
    };
  });
  const now = useRooms.getState().byId[roomId];
  if (!room || now?.unread !== room.unread || now.mentions !== room.mentions) recountSoon();
}

const recountMs = 8_000;
const recountSpreadMs = 8_000;
let recount: ReturnType<typeof setTimeout> | undefined;

/** Has the list requested again in a while, at most once in that time. */
function recountSoon() {
  recount ??= setTimeout(recountNow, recountMs + Math.random() * recountSpreadMs);
}

function recountNow() {
  clearTimeout(recount);
  recount = undefined;
  markStale('roomList');
}

const reconnectSpreadMs = 3_000; // a node's members reconnect together; their requests are spread

/** The connection was down: activity in other rooms and marks of other devices were missed. */
export function recountAfterReconnect() {
  clearTimeout(recount);
  recount = setTimeout(recountNow, Math.random() * reconnectSpreadMs);
}

/** The member has read a room up to a message, on any device. */
export function onReadMarked({ roomId, lastReadSeq, unread, mentions }: Omit<ReadState, 'type'>) {
  const apply = (room: ListedRoom) =>
    lastReadSeq >= room.lastReadSeq ? { ...room, lastReadSeq, unread, mentions } : room;
  marks.add(lastReadSeq, { roomId, apply });
  change(roomId, apply);
}

/** The room on screen updates its own entry in the list. */
export function shownRoomMoved(
  roomId: string,
  now: Pick<ListedRoom, 'lastSeq' | 'lastMessage' | 'unread'> & Partial<Pick<ListedRoom, 'mentions'>>,
) {
  changeAt(now.lastSeq, roomId, (room) => ({ ...room, ...now }));
}

/** A room's name or settings were changed. */
export function onRoomSettings({ seq, room }: Pick<RoomChanged, 'seq' | 'room'>) {
  changeAt(seq, room.id, (before) => ({ ...before, ...room }));
}

/** The member's notification settings of a room were changed. */
export function onNotificationSettings(roomId: string, notifications: RoomNotifications) {
  change(roomId, (room) => ({ ...room, notifications }));
  markStale('roomList'); // a list that is on its way may be older
}

/** Whether a room is muted at a moment. */
export const isMuted = ({ mutedUntil }: RoomNotifications, now: number) =>
  mutedUntil !== null && Date.parse(mutedUntil) > now;

/** How many messages are unread in rooms that notify of them, at a moment; of some only mentions count. */
export function unreadIn({ byId }: RoomsState, now: number): number {
  let sum = 0;
  for (const { notifications, unread, mentions } of Object.values(byId)) {
    if (notifications.level === 'none' || isMuted(notifications, now)) continue;
    sum += notifications.level === 'mentions' ? mentions : unread;
  }
  return sum;
}

/** Whether a mention in a room plays its sound. */
export function mentionsAreHeard(roomId: string): boolean {
  const notifications = useRooms.getState().byId[roomId]?.notifications;
  return !notifications || (notifications.level !== 'none' && !isMuted(notifications, serverNow()));
}

export function resetRooms() {
  moves.clear();
  marks.clear();
  clearTimeout(recount);
  recount = undefined;
  useRooms.setState(useRooms.getInitialState(), true);
}
