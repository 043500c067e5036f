// Frames in, stores and frames out: people, reactions, names, refusals.
import { expect, it, vi } from 'vitest';
import { api } from '@/net/api';
import { FakeSocket } from '@/net/socket.fixture';
import { resetIgnored, useIgnored } from '@/stores/chat/ignored';
import { onMention } from '@/stores/chat/mentions';
import { useUsernamePrompt } from '@/stores/people/usernamePrompt';
import { useConnection } from '@/stores/room/connection';
import { draft, draftOf, useDrafts } from '@/stores/room/drafts';
import { enqueue, pauseSending, useOutgoing } from '@/stores/room/outgoing';
import { usePresence } from '@/stores/room/presence';
import '@/stores/room/history';
import { useRoom } from '@/stores/room/room';
import { useRoomNotice } from '@/stores/room/roomNotice';
import { body } from '@/stores/roomlog/messages.fixture';
import { useRoomLog } from '@/stores/roomlog/roomLog';
import { useSession } from '@/stores/session/session';
import { onStale, type Stale } from '@/stores/stale';
import { useToasts } from '@/stores/toast';
import type { Outgoing } from '@/wire/frames.gen';
import { comeIn, error, joined, message, playRoom, receive } from './frames.fixture';
import { memberRenamed } from './memberRenamed';
import { enterRoom, usernameSet } from './roomSession';

playRoom();

const ownErasure = {
  userId: 'u-me',
  oldUsername: 'me',
  newUsername: 'erased_1',
  siteSeq: 9,
  erased: true,
};

it('shows other errors for 3 s and ignores the two that are no news (CHAT-32, WS-3)', () => {
  comeIn();
  receive(error('Not authenticated', { code: 'not_authenticated' }));
  receive(error('You must join a room first', { code: 'no_room' }));
  expect(useRoomNotice.getState().notice).toBeNull();
  receive(error('Something else'));
  vi.advanceTimersByTime(2_999);
  expect(useRoomNotice.getState().notice?.text).toBe('Something else');
  vi.advanceTimersByTime(1);
  expect(useRoomNotice.getState().notice).toBeNull();
});

it.each<Outgoing>([
  { type: 'username_required' },
  error('Username required for chat access', { code: 'username_required' }),
])('asks for a username when the server does, and enters with it: $type (WS-22)', (frame) => {
  comeIn();
  receive(frame);
  expect(useUsernamePrompt.getState().open).toBe(true);
  expect(useRoom.getState().status).toBe('nameless');
  usernameSet('me');
  expect(useUsernamePrompt.getState().open).toBe(false);
  FakeSocket.last.accept();
  expect(FakeSocket.last.sent[0]).toMatchObject({ type: 'join_chat', roomId: 'general' });
});

it('shuts the denied out, closes the connection and empties the stores (ROOM-12, WS-28)', () => {
  comeIn();
  receive({ type: 'room_left', roomId: 'general' });
  receive(error('You do not have access to this chat room', { code: 'no_room_access' }));
  expect(useRoom.getState()).toEqual({ roomId: 'general', status: 'denied' });
  expect(FakeSocket.living).toHaveLength(0);
  expect(useRoomLog.getState().messages).toEqual([]);
  enterRoom('general');
  vi.advanceTimersByTime(60_000);
  expect(useRoom.getState().status).toBe('denied');
  expect(FakeSocket.opened).toHaveLength(1);
});

it.each(['frame', 'close'])('shuts the banned out by a %s (CHAT-33, WS-28)', (by) => {
  comeIn();
  if (by === 'frame') receive(error('You are currently banned from chat', { code: 'banned' }));
  else FakeSocket.last.drop(4403);
  expect(useRoom.getState().status).toBe('banned');
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.living).toHaveLength(0);
  expect(FakeSocket.opened).toHaveLength(1);
});

// The server announces a member to everybody else; the second room of a socket lacked "you".
it('knows oneself in the second room of a socket (WS-6)', () => {
  comeIn();
  enterRoom('night-watch');
  receive({ type: 'room_left', roomId: 'general' });
  receive({ type: 'room_joined', roomId: 'night-watch', onlineCount: 1, seq: 0, resumed: false });
  expect([...usePresence.getState().people.keys()]).toEqual(['u-me']);
});

// In a large room only the newest comer or goer is announced: names of people who had
// left stood in the list until the next join.
it('keeps no more names than people, and at most 100, oneself among them', () => {
  comeIn();
  const came = (n: number, onlineCount: number) =>
    receive({
      type: 'user_joined_room',
      roomId: 'general',
      userId: `u-${n}`,
      username: `member${n}`,
      showNotification: false,
      isRecentContributor: false,
      onlineCount,
    });
  for (let n = 1; n <= 200; n++) came(n, n + 1);
  const ids = () => [...usePresence.getState().people.keys()];
  expect(ids()).toHaveLength(101);
  expect(ids()).toContain('u-me');
  receive({ type: 'user_left_room', roomId: 'general', userId: 'u-200', username: '', onlineCount: 10 });
  expect(ids()).toContain('u-me');
  expect(ids().length).toBeLessThanOrEqual(11);
});

// A denial of the room one had just left shut one out of the next.
it('takes a denial that follows the end of another room for that room', () => {
  comeIn();
  enterRoom('night-watch');
  receive({ type: 'room_left', roomId: 'general' });
  receive(error('You do not have access to this chat room', { code: 'no_room_access' }));
  expect(useRoom.getState().status).toBe('entering');
  expect(FakeSocket.last.sent.filter((frame) => frame.type === 'join_room')).toHaveLength(2);
  receive(error('You do not have access to this chat room', { code: 'no_room_access' }));
  expect(useRoom.getState().status).toBe('denied');
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
  const { roomCount, arrivals, people } = usePresence.getState();
  expect(roomCount).toBe(5);
  expect(arrivals.map((a) => [a.username, a.contributor])).toEqual([['bob', true]]);
  expect([...people.keys()]).toEqual(expect.arrayContaining(['u-me', 'u-bob', 'u-cem']));
  receive({ type: 'user_left_room', roomId: 'general', userId: 'u-bob', username: 'bob', onlineCount: 4 });
  receive({ type: 'user_left', userId: 'u-bob', username: 'bob', onlineCount: 8 });
  expect(usePresence.getState()).toMatchObject({ roomCount: 4, chatCount: 8 });
  expect(usePresence.getState().people.has('u-bob')).toBe(false);
});

// A node started anew knows nobody, and announced a whole room to itself.
it('announces nobody who was here a minute ago, whatever a fresh node thinks (WS-8)', () => {
  comeIn();
  const came: Outgoing = {
    type: 'user_joined_room',
    roomId: 'general',
    userId: 'u-bob',
    username: 'bob',
    showNotification: true,
    isRecentContributor: false,
    onlineCount: 2,
  };
  const announced = () => usePresence.getState().arrivals.length;
  receive({ ...came, showNotification: false });
  receive({ type: 'room_joined', roomId: 'general', onlineCount: 1, seq: 3, resumed: true });
  expect(usePresence.getState().people.has('u-bob')).toBe(false);
  receive(came);
  receive(came);
  expect(announced()).toBe(0);
  receive({ type: 'user_left_room', roomId: 'general', userId: 'u-bob', username: 'bob', onlineCount: 1 });
  vi.advanceTimersByTime(60_000);
  receive(came);
  expect(announced()).toBe(1);
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
  // A send that waits for slow mode showed the deleted words too, and kept them in the tab.
  pauseSending(60_000, true);
  enqueue('text', 'yes', { id: 'm2', userId: 'u-ann', username: 'ann', text: 'text 2' });
  receive({ type: 'message_deleted', roomId: 'general', seq: 4, messageId: 'm2', deleted_at: 'x' });
  expect(draftOf('general')(useDrafts.getState())).toEqual({ text: 'about that', replyTo: null });
  expect(useOutgoing.getState().items).toMatchObject([{ content: 'yes', replyTo: { id: 'm2', text: '' } }]);
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('text 2');
});

// After a reload the banner went on showing the words of a message that had been
// deleted meanwhile.
it('takes it out too when the history shows that it was deleted (CHAT-11)', () => {
  draft('general', { text: 'so', replyTo: { id: 'm2', userId: 'u-ann', username: 'ann', text: 'text 2' } });
  comeIn();
  expect(draftOf('general')(useDrafts.getState()).replyTo?.id).toBe('m2');
  pauseSending(60_000, true);
  enqueue('text', 'yes', { id: 'm2', userId: 'u-ann', username: 'ann', text: 'text 2' });
  receive(joined(4));
  const messages = [body({ seq: 2, message: '', deleted_at: '2026-11-21T12:00:00Z' })];
  receive({ type: 'message_history', roomId: 'general', messages });
  expect(draftOf('general')(useDrafts.getState())).toEqual({ text: 'so', replyTo: null });
  expect(useOutgoing.getState().items[0]?.replyTo?.text).toBe('');
  draft('general', { text: '' });
});

it('applies reactions in their turn and not twice (WS-17)', () => {
  comeIn();
  const base = { roomId: 'general', messageId: 'm1', user_id: 'u-bob', username: 'bob', reaction: '🔥' };
  receive({ type: 'reaction_added', seq: 4, ...base });
  receive({ type: 'reaction_removed', seq: 5, ...base });
  receive({ type: 'reaction_added', seq: 4, ...base });
  expect(useRoomLog.getState().messages[0]?.reactions).toEqual([]);
});

// A newer server's event was skipped with its number, so the next message looked
// like one after a gap and the room was asked for again.
it('counts a numbered event of an unknown kind and shows nothing (WS-38)', () => {
  comeIn();
  const newer = (seq: number, roomId = 'general') =>
    receive({ type: 'message_pinned', roomId, seq, messageId: 'm1' } as unknown as Outgoing);
  newer(4);
  newer(4);
  newer(9, 'side');
  receive({ type: 'tide', height: 3 } as unknown as Outgoing);
  receive(message({ seq: 5 }));
  expect(useRoomLog.getState()).toMatchObject({ lastSeq: 5 });
  expect(useRoomLog.getState().messages.map((m) => m.seq)).toEqual([1, 2, 3, 5]);
  expect(useConnection.getState().inRoom).toBe(true);
  newer(7);
  expect(useConnection.getState().inRoom).toBe(false);
});

// A node of the build before sends only the number of an event that it does not know.
it('counts other words of media that it does not receive', () => {
  comeIn();
  const stale: Stale[] = [];
  const stop = onStale((what) => stale.push(what));
  const before = useRoomLog.getState().messages;
  receive({ type: 'message_media', roomId: 'general', seq: 4 } as unknown as Outgoing);
  vi.advanceTimersByTime(10_000);
  stop();
  expect(useRoomLog.getState()).toMatchObject({ lastSeq: 4, messages: before });
  // Captions are requested of none, and the gallery, where it is open, again.
  expect(stale).toEqual(['roomMedia']);
  expect(useConnection.getState().inRoom).toBe(true);
});

// The banner over the field had the old name until the reply was sent.
it('relabels the reply that is being written after a rename (WS-21)', () => {
  comeIn();
  const target = { id: 'm1', userId: 'u-ann', username: 'ann', text: 'text 1' };
  draft('general', { text: 'half', replyTo: target });
  receive({ type: 'username_changed', userId: 'u-ann', oldUsername: 'ann', newUsername: 'anna', siteSeq: 9 });
  expect(draftOf('general')(useDrafts.getState()).replyTo).toEqual({ ...target, username: 'anna' });
});

it('relabels after a rename, and says so to oneself for 5 s (WS-21, CHAT-36)', () => {
  comeIn();
  receive({ type: 'username_changed', userId: 'u-ann', oldUsername: 'ann', newUsername: 'anna', siteSeq: 9 });
  expect(useRoomLog.getState().messages[0]?.username).toBe('anna');
  expect(useRoomNotice.getState().notice).toBeNull();
  receive({ type: 'username_changed', userId: 'u-me', oldUsername: 'me', newUsername: 'moi', siteSeq: 9 });
  receive({
    type: 'room_username_changed',
    roomId: 'general',
    userId: 'u-me',
    oldUsername: 'me',
    newUsername: 'moi',
    siteSeq: 9,
  });
  expect(useRoomNotice.getState().notice?.text).toBe('Username changed successfully to: @moi');
  expect(useSession.getState().user?.username).toBe('moi');
  vi.advanceTimersByTime(4_999);
  expect(useRoomNotice.getState().notice).not.toBeNull();
  vi.advanceTimersByTime(1);
  expect(useRoomNotice.getState().notice).toBeNull();
});

// The sign-in page said "Username changed successfully to: @erased_…" to who had been erased.
it.each(['in a room', 'outside of rooms'])('does not call an erasure a changed username, %s', (where) => {
  if (where === 'in a room') comeIn();
  useToasts.setState({ toasts: [] });
  memberRenamed(ownErasure);
  expect(useRoomNotice.getState().notice).toBeNull();
  expect(useToasts.getState().toasts.map((toast) => toast.text)).toEqual([
    'Your session has ended. Please sign in again.',
  ]);
});

// What a member had begun to write stayed in the tab after the member had been erased.
it('keeps nothing that an erased member wrote', () => {
  draft('general', { text: 'half a thought' });
  expect(Object.values(sessionStorage).join()).toContain('half a thought');
  memberRenamed(ownErasure);
  expect(useSession.getState().token).toBeNull();
  expect(draftOf('general')(useDrafts.getState()).text).toBe('');
  expect(Object.values(sessionStorage).join()).not.toContain('half a thought');
  expect(localStorage.getItem('signed_out')).toBe('yes'); // so the other tabs do the same
});

// Texts that named who was erased, and pictures that went, stood there until a reload.
it('reads the newest messages and the pins again after an erasure', async () => {
  comeIn();
  const [first] = useRoomLog.getState().messages;
  const read: string[] = [];
  vi.mocked(api.get).mockImplementation((path: string) => {
    read.push(path);
    const messages = [body({ seq: 1, message: 'Ask @erased_1' })];
    const page = { success: true, messages, hasMore: false, asOf: 3, siteAsOf: 9 };
    return (path.includes('/messages') ? Promise.resolve(page) : new Promise(() => {})) as never;
  });
  const erased = { userId: 'u-ann', oldUsername: 'ann', newUsername: 'erased_1', siteSeq: 9 };
  receive({ type: 'username_changed', ...erased, erased: true });
  receive({ type: 'room_username_changed', roomId: 'general', ...erased });
  expect(read).toEqual([]);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(read).toEqual(['/chat/room/general/messages?limit=50', '/chat/room/general/pins']);
  expect(first?.message).not.toBe('Ask @erased_1');
  expect(useRoomLog.getState().messages[0]?.message).toBe('Ask @erased_1');
  receive({ type: 'username_changed', ...erased, userId: 'u-bob', siteSeq: 10 });
  await vi.advanceTimersByTimeAsync(3_000);
  expect(read).toHaveLength(2);
});

it('hears a mention that an edit adds, once, and not from who is ignored', () => {
  const play = vi.fn();
  const stop = onMention(play);
  comeIn();
  receive(message({ seq: 4, mentions: ['u-me'] }));
  expect(play).toHaveBeenCalledTimes(1);
  let seq = 4;
  const edit = (messageId: string, mentions: string[]) => {
    vi.advanceTimersByTime(5_000);
    seq++;
    const editedAt = new Date().toISOString();
    receive({
      type: 'message_edited',
      roomId: 'general',
      messageId,
      message: 'again',
      editedAt,
      mentions,
      seq,
    });
  };
  edit('m4', ['u-me', 'u-bob']);
  expect(play).toHaveBeenCalledTimes(1);
  edit('m3', ['u-me']);
  expect(play).toHaveBeenCalledTimes(2);
  edit('m3', []);
  edit('m3', ['u-me']);
  expect(play).toHaveBeenCalledTimes(2);
  useIgnored.setState({ members: new Map([['u-ann', 'ann']]) });
  edit('m2', ['u-me']);
  receive(message({ seq: ++seq, mentions: ['u-me'] }));
  expect(play).toHaveBeenCalledTimes(2);
  receive(message({ seq: ++seq, mentions: [], mentionsAll: true }));
  expect(play).toHaveBeenCalledTimes(3);
  resetIgnored();
  stop();
});
