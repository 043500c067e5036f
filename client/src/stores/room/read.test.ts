// How far the member has read: sent when the newest message was really seen.
import { expect, it, vi } from 'vitest';
import { api } from '@/net/api';
import { resetIgnored, useIgnored } from '@/stores/chat/ignored';
import { onRoomMoved, onRoomsListed, resetRooms, useRooms } from '@/stores/chat/rooms';
import { listed } from '@/stores/chat/rooms.fixture';
import { comeIn, message, playRoom, receive } from '@/stores/frames/frames.fixture';
import { leaveRoomNow } from '@/stores/frames/roomSession';
import { useRoomLog } from '@/stores/roomlog/roomLog';
import { endSession } from '@/stores/session/session';
import { usePresence } from './presence';
import { readOnAnotherDevice, setAttending } from './read';

playRoom();

function come() {
  const post = vi
    .spyOn(api, 'post')
    .mockImplementation((_, body) =>
      Promise.resolve({ lastReadSeq: (body as { seq: number }).seq, unread: 0, mentions: 0 } as never),
    );
  resetRooms();
  onRoomsListed([listed({ lastSeq: 3, lastReadSeq: 1, unread: 2 })]);
  comeIn();
  return () => post.mock.calls.map(([path, body]) => [path, (body as { seq: number }).seq]);
}
const path = '/chat/room/general/read';

it('sends nothing while the newest message is not in view', () => {
  const marks = come();
  vi.advanceTimersByTime(60_000);
  expect(marks()).toEqual([]);
});

it('sends soon after coming in, then from time to time, and at once on looking away', async () => {
  const marks = come();
  setAttending(true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(marks()).toEqual([[path, 3]]);
  expect(useRooms.getState().byId.general).toMatchObject({ lastReadSeq: 3, unread: 0 });
  for (let seq = 4; seq < 10; seq++) receive(message({ seq }));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(marks()).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(marks().at(-1)).toEqual([path, 9]);
  receive(message({ seq: 10 }));
  setAttending(false);
  expect(marks().at(-1)).toEqual([path, 10]);
  receive(message({ seq: 11 }));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(marks()).toHaveLength(3);
});

// A thousand people in one room sent eighty marks a second, a third of the node's work.
it('sends less often in a large room, but soon of a message that names the member', async () => {
  const marks = come();
  usePresence.setState({ roomCount: 1_000 });
  setAttending(true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(marks()).toEqual([[path, 3]]);
  receive(message({ seq: 4 }));
  await vi.advanceTimersByTimeAsync(44_000);
  expect(marks()).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(24_000);
  expect(marks()).toEqual([
    [path, 3],
    [path, 4],
  ]);
  receive(message({ seq: 5 }));
  await vi.advanceTimersByTimeAsync(5_000);
  receive(message({ seq: 6, mentions: ['u-me'] }));
  receive(message({ seq: 7 }));
  await vi.advanceTimersByTimeAsync(15_000);
  expect(marks().at(-1)).toEqual([path, 7]);
  // What was seen is sent at once on looking away, however large the room.
  receive(message({ seq: 8 }));
  setAttending(false);
  expect(marks().at(-1)).toEqual([path, 8]);
});

it('sends what was seen when the room is left', async () => {
  const marks = come();
  setAttending(true);
  await vi.advanceTimersByTimeAsync(1_000);
  receive(message({ seq: 4 }));
  leaveRoomNow();
  expect(marks().at(-1)).toEqual([path, 4]);
});

it('sends again what could not be sent', async () => {
  const marks = come();
  vi.mocked(api.post).mockRejectedValueOnce(new Error('gone'));
  setAttending(true);
  await vi.advanceTimersByTimeAsync(1_000);
  setAttending(false);
  setAttending(true);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(marks()).toEqual([
    [path, 3],
    [path, 3],
  ]);
});

// The mark went to the server before the list had given the place of the "new" line.
it('waits for the list before it sends', async () => {
  const marks = come();
  useRooms.setState({ byId: {} });
  setAttending(true);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(marks()).toEqual([]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(marks()).toEqual([[path, 3]]);
});

it('moves the "new" line by what was read on another device, not by its own word', async () => {
  come();
  useRoomLog.setState({ unreadAfter: 1 });
  readOnAnotherDevice('general', 2);
  expect(useRoomLog.getState().unreadAfter).toBe(2);
  // A frame that comes late moves the line back to nothing that was read.
  readOnAnotherDevice('general', 1);
  expect(useRoomLog.getState().unreadAfter).toBe(2);
  setAttending(true);
  await vi.advanceTimersByTimeAsync(1_000);
  readOnAnotherDevice('general', 3);
  expect(useRoomLog.getState().unreadAfter).toBe(2);
});

it('shows the room on screen in the list, its count while the person looks away', async () => {
  come();
  receive(message({ seq: 4, message: 'hello' }));
  await vi.advanceTimersByTimeAsync(1_000);
  const general = () => useRooms.getState().byId.general;
  expect(general()).toMatchObject({ lastSeq: 4, unread: 3, lastMessage: { preview: 'hello' } });
  setAttending(true);
  receive(message({ seq: 5 }));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(general()?.unread).toBe(0);
});

// The list of rooms counted what ignored members wrote, as the server never does.
it('shows no unread messages of ignored members in the list', () => {
  come();
  setAttending(false);
  useIgnored.setState({ members: new Map([['u-eve', 'eve']]) });
  receive(message({ seq: 4, user_id: 'u-eve', username: 'eve' }));
  vi.advanceTimersByTime(2_000);
  expect(useRooms.getState().byId.general).toMatchObject({ lastSeq: 4, unread: 2 });
  resetIgnored();
});

// The answer to a mark counts the messages up to the moment at which the server made it.
function markThatIsAnsweredLate() {
  let answer = () => {};
  const marked = { lastReadSeq: 3, unread: 0, mentions: 0 };
  vi.mocked(api.post).mockImplementation(
    () =>
      new Promise((done) => {
        answer = () => done(marked as never);
      }),
  );
  return () => {
    answer();
    return vi.advanceTimersByTimeAsync(0);
  };
}

it('does not count a message as read that came after the mark was made', async () => {
  come();
  const answer = markThatIsAnsweredLate();
  setAttending(true);
  await vi.advanceTimersByTimeAsync(1_000);
  setAttending(false);
  receive(message({ seq: 4 }));
  await vi.advanceTimersByTimeAsync(1_000);
  await answer();
  expect(useRooms.getState().byId.general).toMatchObject({ lastReadSeq: 3, unread: 1 });
});

it('does not count a message as read that came after the room was left', async () => {
  come();
  const answer = markThatIsAnsweredLate();
  setAttending(true);
  leaveRoomNow();
  onRoomMoved({
    type: 'room_activity',
    roomId: 'general',
    lastSeq: 4,
    lastMessage: {
      id: 'm4',
      userId: 'u-ann',
      username: 'ann',
      preview: '@me',
      messageType: 'text',
      createdAt: '2026-11-21T12:00:04Z',
    },
    mention: true,
  });
  await answer();
  expect(useRooms.getState().byId.general).toMatchObject({ lastReadSeq: 3, unread: 1, mentions: 1 });
});

// While the list of rooms had not come, a mark went out after the end of the session.
it('sends nothing once the session has ended', async () => {
  const marks = come();
  resetRooms();
  setAttending(true);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(marks()).toEqual([[path, 3]]);
  receive(message({ seq: 4 }));
  endSession();
  setAttending(false);
  expect(marks()).toEqual([[path, 3]]);
});
