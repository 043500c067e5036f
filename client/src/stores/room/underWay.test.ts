// What becomes of reactions and deletions that were sent and are not shown yet.
import { expect, it, vi } from 'vitest';
import { FakeSocket } from '@/net/socket.fixture';
import { comeIn, error, joined, playRoom, receive } from '@/stores/frames/frames.fixture';
import { enterRoom, leaveRoomNow } from '@/stores/frames/roomSession';
import { bodies } from '@/stores/roomlog/messages.fixture';
import { endSession } from '@/stores/session/session';
import { readTabItem } from '@/stores/session/tabStorage';
import { followMember, wordsUnder } from '@/stores/session/writing';
import type { Outgoing } from '@/wire/frames.gen';
import { rejoin } from './connection';
import { draftOf, useDrafts } from './drafts';
import { startEdit, submitEdit } from './editing';
import { useOutgoing } from './outgoing';
import { useRoomNotice } from './roomNotice';
import { sendChange } from './underWay';

playRoom();
followMember();

const react = (messageId: string) =>
  sendChange({ type: 'add_reaction', messageId, reaction: '🔥', roomId: 'general' });
const remove = (messageId: string) => sendChange({ type: 'delete_message', messageId, roomId: 'general' });
const changes = () => FakeSocket.last.sent.filter((frame) => 'messageId' in frame);
/** What the first change of this socket is called. */
const firstId = () => changes()[0]?.requestId ?? '';

// They were dropped when the room was left, or the page loaded anew.
it('sends reactions and deletions again when their room is entered again', () => {
  comeIn();
  for (const change of [react, remove]) for (const id of ['m1', 'm2', 'm0']) change(id);
  expect(changes()).toHaveLength(6);
  enterRoom('side');
  receive({ ...joined(1), roomId: 'side' } as Outgoing);
  receive({ type: 'message_history', roomId: 'side', messages: [] });
  FakeSocket.last.drop(1006);
  leaveRoomNow();
  enterRoom('general');
  FakeSocket.last.accept();
  receive(joined(3));
  const [first, second, third] = bodies(1, 3);
  const mine = { messageId: 'm1', user_id: 'u-me', username: 'me', reaction: '🔥' };
  const gone = { ...second, deleted_at: '2026-11-21T12:01:00Z' };
  receive({
    type: 'message_history',
    roomId: 'general',
    messages: [{ ...first, reactions: [mine] }, gone, third] as never,
  });
  // What the room shows has arrived; what is not loaded is sent a last time.
  expect(changes()).toMatchObject([
    { type: 'add_reaction', messageId: 'm0' },
    { type: 'delete_message', messageId: 'm1' },
    { type: 'delete_message', messageId: 'm0' },
  ]);
  receive(joined(3, true));
  expect(changes().slice(3)).toMatchObject([{ type: 'delete_message', messageId: 'm1' }]);
});

it('deletes them with the member', () => {
  comeIn();
  react('m1');
  expect(readTabItem(wordsUnder.changes)).toContain('m1');
  endSession(true);
  expect(readTabItem(wordsUnder.changes)).toBeNull();
});

// Each error made the tab forget all that was under way.
it('forgets of what is under way what the server refuses, and nothing else', () => {
  comeIn();
  react('m1');
  react('m2');
  startEdit({ roomId: 'general', id: 'm3', message: 'text 3' });
  submitEdit('general', 'third');
  receive(error('Message not found', { requestId: firstId() }));
  expect(useRoomNotice.getState().notice?.text).toBe('Message not found');
  expect(draftOf('general')(useDrafts.getState()).editing).toBeUndefined();
  receive(error('rate limit exceeded', { code: 'rate_limited', requestId: 'of another tab' }));
  // Of a join, which has no id.
  rejoin();
  receive(error('Not now', { code: 'unavailable' }));
  FakeSocket.last.drop(1006);
  vi.advanceTimersByTime(3_000);
  FakeSocket.last.accept();
  receive(joined(3, true));
  expect(changes()).toMatchObject([
    { type: 'edit_message', messageId: 'm3' },
    { type: 'add_reaction', messageId: 'm2' },
  ]);
});

// A node that has just started has nobody in a room.
it('sends them again after a join when the server has the member in no room', () => {
  comeIn();
  react('m1');
  startEdit({ roomId: 'general', id: 'm3', message: 'text 3' });
  submitEdit('general', 'third');
  receive(error('You must join a room first', { code: 'no_room', requestId: firstId() }));
  receive(joined(3, true));
  expect(changes().slice(2)).toMatchObject([
    { type: 'edit_message', messageId: 'm3' },
    { type: 'add_reaction', messageId: 'm1' },
  ]);
});

// The event of the first ended the wait for the second.
it('sends again that an emoji was taken back, though it was seen to be added', () => {
  comeIn();
  react('m1');
  sendChange({ type: 'remove_reaction', messageId: 'm1', reaction: '🔥', roomId: 'general' });
  const mine = { messageId: 'm1', reaction: '🔥', user_id: 'u-me', username: 'me' };
  receive({ type: 'reaction_added', roomId: 'general', seq: 4, ...mine });
  FakeSocket.last.drop(1006);
  vi.advanceTimersByTime(3_000);
  FakeSocket.last.accept();
  receive(joined(4, true));
  expect(changes()).toMatchObject([{ type: 'remove_reaction', messageId: 'm1' }]);
  receive({ type: 'reaction_removed', roomId: 'general', seq: 5, ...mine });
  expect(readTabItem(wordsUnder.changes)).toBeNull();
});

// It was dropped, and nothing said so.
it('sends what came too fast again after the pause, one after the other', () => {
  comeIn();
  for (const id of ['m1', 'm2', 'm3']) react(id);
  const tooFast = (requestId: string | undefined) =>
    receive(error('rate limit exceeded', { code: 'rate_limited', requestId, retryAfterMs: 1_500 }));
  tooFast(changes()[1]?.requestId);
  tooFast(changes()[2]?.requestId);
  expect(useOutgoing.getState().waitUntil).toBe(Date.now() + 1_500);
  // Behind those that wait.
  remove('m1');
  const later = () => changes().slice(3);
  vi.advanceTimersByTime(1_499);
  expect(later()).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(later()).toMatchObject([{ type: 'add_reaction', messageId: 'm2' }]);
  vi.advanceTimersByTime(1_000);
  expect(later().slice(1)).toMatchObject([{ type: 'add_reaction', messageId: 'm3' }]);
  // Refused once more: it waits again.
  tooFast(later()[1]?.requestId);
  vi.advanceTimersByTime(1_500);
  expect(later().slice(2)).toMatchObject([{ type: 'add_reaction', messageId: 'm3' }]);
  vi.advanceTimersByTime(1_000);
  expect(later().slice(3)).toMatchObject([{ type: 'delete_message', messageId: 'm1' }]);
  vi.advanceTimersByTime(5_000);
  expect(later()).toHaveLength(4);
  react('m2');
  expect(later()).toHaveLength(5);
});

it('sends what waits for the pause when its room is entered again, and in no other', () => {
  comeIn();
  react('m1');
  receive(error('rate limit exceeded', { code: 'rate_limited', requestId: firstId() }));
  enterRoom('side');
  receive({ ...joined(1), roomId: 'side' } as Outgoing);
  vi.advanceTimersByTime(5_000);
  expect(changes()).toHaveLength(1);
  enterRoom('general');
  receive(joined(3));
  receive({ type: 'message_history', roomId: 'general', messages: bodies(1, 3) });
  expect(changes().slice(1)).toMatchObject([{ type: 'add_reaction', messageId: 'm1' }]);
});

// It was dropped: a change of a message that is not loaded was sent a last time and forgotten.
it('waits for the pause with a change of a message that is not loaded, too', () => {
  comeIn();
  react('m0');
  FakeSocket.last.drop(1006);
  vi.advanceTimersByTime(3_000);
  FakeSocket.last.accept();
  receive(joined(3, true));
  expect(changes()).toHaveLength(1);
  receive(error('rate limit exceeded', { code: 'rate_limited', requestId: firstId(), retryAfterMs: 1_500 }));
  vi.advanceTimersByTime(1_500);
  expect(changes().slice(1)).toMatchObject([{ type: 'add_reaction', messageId: 'm0' }]);
  // That was the last time.
  receive(joined(3, true));
  expect(changes()).toHaveLength(2);
  expect(readTabItem(wordsUnder.changes)).toBeNull();
});
