// What the list of rooms shows, kept by frames over what HTTP brought.
import { beforeEach, expect, it, vi } from 'vitest';
import { me } from '@/stores/session/me.fixture';
import { startSession } from '@/stores/session/session';
import { onStale } from '@/stores/stale';
import type { RoomActivity } from '@/wire/frames.gen';
import { resetIgnored, useIgnored } from './ignored';
import {
  mentionsAreHeard,
  onNotificationSettings,
  onReadMarked,
  onRoomMoved,
  onRoomsListed,
  resetRooms,
  unreadIn,
  useRooms,
} from './rooms';
import { listed } from './rooms.fixture';

const mess = () => useRooms.getState().byId.mess;
const moved = (lastSeq: number, over: Partial<RoomActivity> = {}): RoomActivity => ({
  type: 'room_activity',
  roomId: 'mess',
  lastSeq,
  lastMessage: {
    id: `m${lastSeq}`,
    userId: 'u-ann',
    username: 'ann',
    preview: 'hej',
    messageType: 'text',
    createdAt: '2026-11-21T12:00:00Z',
  },
  mention: false,
  ...over,
});

beforeEach(() => {
  vi.useFakeTimers();
  startSession('t', me);
  resetRooms();
  onRoomsListed([listed({ id: 'mess', lastSeq: 5, lastReadSeq: 5 })]);
  return () => vi.useRealTimers();
});

it('counts what another room got, and the mentions', () => {
  onRoomMoved(moved(6));
  onRoomMoved(moved(7, { mention: true }));
  expect(mess()).toMatchObject({ unread: 2, mentions: 1, lastSeq: 7 });
  // An older word of the same room, and a reaction to the last message.
  onRoomMoved(moved(6));
  onRoomMoved({ ...moved(8), lastMessage: moved(7).lastMessage });
  expect(mess()).toMatchObject({ unread: 2, lastSeq: 8 });
});

it('does not count what the member wrote on another device', () => {
  const { lastMessage } = moved(6);
  onRoomMoved(moved(6, { lastMessage: lastMessage && { ...lastMessage, userId: 'u-me' } }));
  expect(mess()).toMatchObject({ unread: 0, lastSeq: 6 });
});

// A frame speaks of a second in which several messages may have come.
it('has the list asked again a little later, once for many frames', () => {
  const asked = vi.fn();
  const stop = onStale(asked);
  for (let seq = 6; seq < 40; seq++) onRoomMoved(moved(seq));
  vi.advanceTimersByTime(16_000);
  expect(asked.mock.calls).toEqual([['roomList']]);
  stop();
});

// The list showed one message less than had come until it was asked for again.
it('lays what a room got later over the list', () => {
  onRoomMoved(moved(9, { mention: true }));
  onRoomsListed([listed({ id: 'mess', lastSeq: 8, lastReadSeq: 5, unread: 3 })]);
  expect(mess()).toMatchObject({ lastSeq: 9, unread: 4, mentions: 1 });
  onRoomsListed([listed({ id: 'mess', lastSeq: 9, lastReadSeq: 5, unread: 4, mentions: 1 })]);
  expect(mess()).toMatchObject({ lastSeq: 9, unread: 4, mentions: 1 });
});

it('does not let a list of before undo what later frames brought', () => {
  onRoomMoved(moved(9));
  onReadMarked({ roomId: 'mess', lastReadSeq: 9, unread: 0, mentions: 0 });
  onRoomsListed([listed({ id: 'mess', lastSeq: 6, lastReadSeq: 5, unread: 1 })]);
  expect(mess()).toMatchObject({ lastSeq: 9, lastReadSeq: 9, unread: 0, lastMessage: { id: 'm9' } });
  onReadMarked({ roomId: 'mess', lastReadSeq: 7, unread: 4, mentions: 0 });
  expect(mess()?.lastReadSeq).toBe(9);
});

it('hears mentions by the level of the room, and not while it is muted', () => {
  expect(mentionsAreHeard('mess')).toBe(true);
  onNotificationSettings('mess', { level: 'none', mutedUntil: null });
  expect(mentionsAreHeard('mess')).toBe(false);
  const mutedUntil = new Date(Date.now() + 60_000).toISOString();
  onNotificationSettings('mess', { level: 'mentions', mutedUntil });
  expect(mentionsAreHeard('mess')).toBe(false);
  vi.advanceTimersByTime(61_000);
  expect(mentionsAreHeard('mess')).toBe(true);
});

// Until the server had counted, a message of an ignored member stood as unread.
it('counts no message of an ignored member as unread', () => {
  useIgnored.setState({ members: new Map([['u-ann', 'ann']]) });
  onRoomMoved(moved(6));
  expect(mess()).toMatchObject({ lastSeq: 6, unread: 0 });
  resetIgnored();
  onRoomMoved(moved(7));
  expect(mess()).toMatchObject({ lastSeq: 7, unread: 1 });
});

it('sums what is unread as far as the member wants to know of it', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  const room = (id: string, level: 'all' | 'mentions' | 'none', mutedUntil: string | null = null) =>
    listed({ id, unread: 10, mentions: 1, notifications: { level, mutedUntil } });
  onRoomsListed([
    room('all', 'all'),
    room('named', 'mentions'),
    room('silent', 'none'),
    room('muted', 'all', '2026-11-21T13:00:00Z'),
    room('was-muted', 'all', '2026-11-21T11:00:00Z'),
  ]);
  expect(unreadIn(useRooms.getState(), now)).toBe(21);
});
