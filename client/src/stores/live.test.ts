// Frames in, stores and frames out: joining, resuming, gaps, pending sends.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api } from '@/net/api';
import { FakeSocket, playSockets } from '@/net/socket.fixture';
import type { User } from '@/wire/bodies.gen';
import type { Message, Outgoing } from '@/wire/frames.gen';
import { useChat } from './chat';
import { bodies, body } from './chat.fixture';
import { draft, draftOf, useDrafts } from './drafts';
import { leaveLine, useLine } from './line';
import { enterRoom, leaveChat } from './live';
import { useNaming, usernameAnswered } from './naming';
import { useNotices } from './notices';
import { discard, enqueue, retry, useOutgoing } from './outgoing';
import { usePresence } from './presence';
import { endSession, startSession, useSession } from './session';

const me: User = {
  id: 'u-me',
  name: 'Me',
  email: null,
  phone: null,
  username: 'me',
  face_recognition_enabled: false,
  face_recognition_status: 'none',
};

const receive = (frame: Outgoing) => FakeSocket.last.receive(frame);
const sent = (type: string) => FakeSocket.last.sent.filter((frame) => frame.type === type);
const texts = () => useChat.getState().messages.map((m) => m.message);
const message = (over: Parameters<typeof body>[0]): Message => ({ type: 'message', ...body(over) });
const error = (text: string, over: { clientMsgId?: string; retryAfterMs?: number } = {}): Outgoing => ({
  type: 'error',
  message: text,
  error: text,
  code: 'x',
  ...over,
});
const joined = (seq: number, resumed = false): Outgoing => ({
  type: 'room_joined',
  roomId: 'general',
  onlineCount: 3,
  seq,
  resumed,
});

function comeIn(seq = 3) {
  enterRoom('general');
  FakeSocket.last.accept();
  receive({ type: 'connected', serverTime: '2026-11-21T12:00:00Z' });
  receive({ type: 'joined', userId: 'u-me', username: 'me', isAdmin: false, onlineCount: 9 });
  receive(joined(seq));
  receive({ type: 'message_history', roomId: 'general', messages: bodies(1, 3) });
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  vi.spyOn(api, 'get').mockReturnValue(new Promise(() => {}));
  playSockets();
  startSession('token-1', me);
});

afterEach(() => {
  leaveChat();
  usernameAnswered();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('joins with the token in the first frame, never in the address (WS-1, WS-4)', () => {
  comeIn();
  expect(FakeSocket.last.url).not.toContain('token');
  expect(FakeSocket.last.sent[0]).toEqual({ type: 'join_chat', token: 'token-1', roomId: 'general' });
  expect(texts()).toEqual(['text 1', 'text 2', 'text 3']);
  expect(useLine.getState().inRoom).toBe(true);
  expect(usePresence.getState()).toMatchObject({ inRoom: 3, inChat: 9 });
});

it("says 'Authentication required' without a token and opens no socket (WS-2)", () => {
  endSession();
  enterRoom('general');
  expect(FakeSocket.opened).toHaveLength(0);
  expect(useNotices.getState().notice?.text).toBe('Authentication required');
});

it('resumes from the last event after a lost line (WS-16)', () => {
  comeIn();
  receive(message({ seq: 4 }));
  FakeSocket.last.drop(1006);
  expect(useNotices.getState().line).toBe('Connection error. Reconnecting...');
  vi.advanceTimersByTime(3_000);
  FakeSocket.last.accept();
  expect(FakeSocket.last.sent[0]).toMatchObject({ type: 'join_chat', roomId: 'general', lastSeq: 4 });
  receive(joined(6, true));
  receive(message({ seq: 5 }));
  receive({ type: 'message_deleted', roomId: 'general', seq: 6, messageId: 'm1', deleted_at: 'x' });
  expect(texts()).toEqual(['', 'text 2', 'text 3', 'text 4', 'text 5']);
  expect(useChat.getState().lastSeq).toBe(6);
  expect(useNotices.getState().line).toBeNull();
});

it('takes the history anew when it cannot be resumed (WS-16)', () => {
  comeIn();
  receive(joined(500));
  receive(message({ seq: 501 }));
  receive({ type: 'message_history', roomId: 'general', messages: bodies(490, 500) });
  expect(useChat.getState().lastSeq).toBe(501);
  expect(useChat.getState().messages.map((m) => m.seq)).toEqual([
    490, 491, 492, 493, 494, 495, 496, 497, 498, 499, 500, 501,
  ]);
});

it('asks for what is missing when a number is skipped (WS-15)', () => {
  comeIn();
  receive(message({ seq: 6 }));
  expect(texts()).toHaveLength(3);
  expect(sent('join_room')).toEqual([{ type: 'join_room', roomId: 'general', lastSeq: 3 }]);
  receive(message({ seq: 7 }));
  expect(sent('join_room')).toHaveLength(1);
  receive(joined(7, true));
  for (const seq of [4, 5, 6, 7]) receive(message({ seq }));
  expect(useChat.getState().messages.map((m) => m.seq)).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

it('takes the line for dead when a join is not answered', () => {
  comeIn();
  receive(message({ seq: 9 }));
  vi.advanceTimersByTime(8_000);
  expect(FakeSocket.opened).toHaveLength(2);
  expect(FakeSocket.living).toHaveLength(1);
});

it('leaves one room and joins the other on the same socket (WS-6, CHAT-30)', () => {
  comeIn();
  receive({ type: 'typing_users_update', roomId: 'general', users: ['ann'] });
  enterRoom('night-watch');
  expect(FakeSocket.opened).toHaveLength(1);
  expect(FakeSocket.last.sent.slice(-2)).toEqual([
    { type: 'leave_room', roomId: 'general' },
    { type: 'join_room', roomId: 'night-watch' },
  ]);
  expect(texts()).toEqual([]);
  expect(usePresence.getState().typing).toEqual([]);
  // What still comes from the room that was left is not shown.
  receive({ type: 'room_left', roomId: 'general' });
  receive(message({ seq: 4 }));
  expect(texts()).toEqual([]);
});

it('shows a send once: pending until its message event (CHAT-7, WS-14)', () => {
  comeIn();
  enqueue('text', 'hello', null);
  const [frame] = sent('send_message');
  expect(frame).toMatchObject({ message: 'hello', messageType: 'text', roomId: 'general' });
  const id = useOutgoing.getState().items[0]?.clientMsgId;
  const event = message({ seq: 4, message: 'hello', user_id: 'u-me', username: 'me', clientMsgId: id });
  receive(event);
  receive(event);
  expect(useOutgoing.getState().items).toEqual([]);
  expect(texts().filter((t) => t === 'hello')).toHaveLength(1);
});

it('resends under the same id after a lost line, also after a reload', () => {
  comeIn();
  enqueue('text', 'kept', null);
  const id = useOutgoing.getState().items[0]?.clientMsgId;
  FakeSocket.last.drop(1006);
  leaveChat(); // the page goes; the queue stays in this tab
  comeIn();
  expect(sent('send_message')).toMatchObject([{ message: 'kept', clientMsgId: id }]);
  // The server had stored it the first time: it answers with that old event.
  receive(message({ seq: 2, id: 'm2', message: 'kept', clientMsgId: id }));
  expect(useOutgoing.getState().items).toEqual([]);
});

it('sends one at a time, so that the room has them in the order of writing', () => {
  comeIn();
  enqueue('text', 'one', null);
  enqueue('text', 'two', null);
  expect(sent('send_message')).toHaveLength(1);
  const id = useOutgoing.getState().items[0]?.clientMsgId;
  receive(message({ seq: 4, message: 'one', clientMsgId: id }));
  expect(sent('send_message')).toHaveLength(2);
});

it("says 'Connection lost. Reconnecting...' when sending while down, and reconnects at once (CHAT-31)", () => {
  comeIn();
  FakeSocket.last.drop(1006);
  enqueue('text', 'later', null);
  expect(useNotices.getState().line).toBe('Connection lost. Reconnecting...');
  expect(FakeSocket.opened).toHaveLength(2);
  FakeSocket.last.drop(1006);
  expect(useNotices.getState().line).toBe('Connection lost. Reconnecting...');
  window.dispatchEvent(new Event('online'));
  FakeSocket.last.accept();
  receive(joined(3, true));
  expect(useNotices.getState().line).toBeNull();
  expect(sent('send_message')).toMatchObject([{ message: 'later' }]);
});

it('keeps a refused message with its reason, for another try or for giving up (CHAT-31)', () => {
  comeIn();
  enqueue('text', 'no', null);
  const id = useOutgoing.getState().items[0]?.clientMsgId ?? '';
  receive(error('The reply target is gone', { clientMsgId: id }));
  expect(useOutgoing.getState().items[0]).toMatchObject({
    state: 'failed',
    reason: 'The reply target is gone',
  });
  expect(useNotices.getState().notice?.text).toBe('Failed to send message');
  retry(id);
  expect(sent('send_message')).toHaveLength(2);
  receive(error('No', { clientMsgId: id }));
  discard(id);
  expect(useOutgoing.getState().items).toEqual([]);
});

it('loses no text to the rate limit: it goes after the wait (CHAT-27, WS-23)', () => {
  comeIn();
  enqueue('text', 'fast', null);
  const id = useOutgoing.getState().items[0]?.clientMsgId;
  receive(
    error('You are over the rate limit. Please wait a moment.', { clientMsgId: id, retryAfterMs: 400 }),
  );
  expect(useOutgoing.getState().waitUntil).not.toBeNull();
  expect(useNotices.getState().notice).toBeNull();
  vi.advanceTimersByTime(999);
  expect(sent('send_message')).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(sent('send_message')).toMatchObject([{ clientMsgId: id }, { clientMsgId: id }]);
});

it('shows other errors for 3 s and ignores the two that are no news (CHAT-32, WS-3)', () => {
  comeIn();
  receive(error('Not authenticated'));
  receive(error('You must join a room first'));
  expect(useNotices.getState().notice).toBeNull();
  receive(error('Something else'));
  expect(useNotices.getState().notice?.text).toBe('Something else');
  vi.advanceTimersByTime(3_000);
  expect(useNotices.getState().notice).toBeNull();
});

// A send that met a server which has us in no room used to be repeated at once,
// for ever.
it('joins again before it repeats a send that the room refused', () => {
  comeIn();
  enqueue('text', 'x', null);
  const id = useOutgoing.getState().items[0]?.clientMsgId;
  receive(error('You must join a room first', { clientMsgId: id }));
  expect(sent('send_message')).toHaveLength(1);
  expect(sent('join_room')).toHaveLength(1);
  receive(joined(3, true));
  expect(sent('send_message')).toHaveLength(2);
});

it('asks for a username when the server does (WS-22)', () => {
  comeIn();
  receive({ type: 'username_required' });
  expect(useNaming.getState().open).toBe(true);
  usernameAnswered();
  receive(error('Username required for chat access'));
  expect(useNaming.getState().open).toBe(true);
});

it('shows the banned and the denied out (CHAT-33, ROOM-12, WS-28)', () => {
  comeIn();
  receive({ type: 'room_left', roomId: 'general' });
  receive(error('You do not have access to this chat room'));
  expect(useChat.getState().shutOut).toBe('denied');
  receive(error('You are currently banned from chat'));
  FakeSocket.last.drop(4403);
  expect(useChat.getState().shutOut).toBe('banned');
  expect(useLine.getState().ended).toBe('banned');
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.opened).toHaveLength(1);
});

it('signs out on 4401 (WS-28)', () => {
  comeIn();
  FakeSocket.last.drop(4401);
  expect(useSession.getState().token).toBeNull();
});

it('counts people and queues join notices for others only (WS-7, CHAT-28)', () => {
  comeIn();
  const came = (userId: string, username: string, showNotification: boolean): Outgoing => ({
    type: 'user_joined_room',
    roomId: 'general',
    userId,
    username,
    showNotification,
    isRecentContributor: username === 'bob',
    onlineCount: 5,
  });
  receive(came('u-bob', 'bob', true));
  receive(came('u-me', 'me', true));
  receive(came('u-cem', 'cem', false));
  const { inRoom, arrivals, here } = usePresence.getState();
  expect(inRoom).toBe(5);
  expect(arrivals.map((a) => [a.username, a.contributor])).toEqual([['bob', true]]);
  expect([...here.keys()]).toEqual(expect.arrayContaining(['u-me', 'u-bob', 'u-cem']));
  receive({ type: 'user_left_room', roomId: 'general', userId: 'u-bob', username: 'bob', onlineCount: 4 });
  receive({ type: 'user_left', userId: 'u-bob', username: 'bob', onlineCount: 8 });
  expect(usePresence.getState()).toMatchObject({ inRoom: 4, inChat: 8 });
  expect(usePresence.getState().here.has('u-bob')).toBe(false);
});

it('never shows oneself as typing, and forgets who has sent (CHAT-41)', () => {
  comeIn();
  receive({ type: 'typing_users_update', roomId: 'general', users: ['me', 'ann', 'bob'] });
  receive({ type: 'typing_indicator', roomId: 'general', username: 'me', isTyping: true });
  expect(usePresence.getState().typing).toEqual(['ann', 'bob']);
  receive(message({ seq: 4, username: 'ann' }));
  expect(usePresence.getState().typing).toEqual(['bob']);
  receive({ type: 'typing_indicator', roomId: 'general', username: 'bob', isTyping: false });
  expect(usePresence.getState().typing).toEqual([]);
});

it('takes a deleted message out of the reply being written (CHAT-11)', () => {
  comeIn();
  draft('general', {
    text: 'about that',
    replyTo: { id: 'm2', userId: 'u-ann', username: 'ann', text: 'text 2' },
  });
  receive({ type: 'message_deleted', roomId: 'general', seq: 4, messageId: 'm2', deleted_at: 'x' });
  expect(draftOf('general')(useDrafts.getState())).toEqual({ text: 'about that', replyTo: null });
});

it('applies reactions in their turn and not twice (WS-17)', () => {
  comeIn();
  const base = { roomId: 'general', messageId: 'm1', user_id: 'u-bob', username: 'bob', reaction: '🔥' };
  receive({ type: 'reaction_added', seq: 4, ...base });
  receive({ type: 'reaction_removed', seq: 5, ...base });
  receive({ type: 'reaction_added', seq: 4, ...base });
  expect(useChat.getState().messages[0]?.reactions).toEqual([]);
});

it('relabels after a rename, and says so to oneself for 5 s (WS-21, CHAT-36)', () => {
  comeIn();
  receive({ type: 'username_changed', userId: 'u-ann', oldUsername: 'ann', newUsername: 'anna' });
  expect(useChat.getState().messages[0]?.username).toBe('anna');
  expect(useNotices.getState().notice).toBeNull();
  receive({ type: 'username_changed', userId: 'u-me', oldUsername: 'me', newUsername: 'moi' });
  receive({
    type: 'room_username_changed',
    roomId: 'general',
    userId: 'u-me',
    oldUsername: 'me',
    newUsername: 'moi',
  });
  expect(useNotices.getState().notice?.text).toBe('Username changed successfully to: @moi');
  expect(useSession.getState().user?.username).toBe('moi');
  vi.advanceTimersByTime(4_999);
  expect(useNotices.getState().notice).not.toBeNull();
  vi.advanceTimersByTime(1);
  expect(useNotices.getState().notice).toBeNull();
});

it('leaves the room and closes the line on the way out', () => {
  comeIn();
  leaveLine();
  expect(FakeSocket.last.sent.at(-1)).toEqual({ type: 'leave_room', roomId: 'general' });
  expect(FakeSocket.living).toHaveLength(0);
});
