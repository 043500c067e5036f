// Frames in, stores and frames out: joining, resuming, gaps, leaving.
import { expect, it, vi } from 'vitest';
import { speak } from '@/languages/texts';
import { api } from '@/net/api';
import { FakeSocket } from '@/net/socket.fixture';
import { disconnect, returnToNewest, useConnection } from '@/stores/room/connection';
import { loadMessage } from '@/stores/room/history';
import { clearJump, useJump } from '@/stores/room/jump';
import { useOutgoing } from '@/stores/room/outgoing';
import { usePresence } from '@/stores/room/presence';
import { useRoomNotice } from '@/stores/room/roomNotice';
import { bodies, read } from '@/stores/roomlog/messages.fixture';
import { loadedAtMost, useRoomLog } from '@/stores/roomlog/roomLog';
import { endSession, useSession } from '@/stores/session/session';
import { onStale, type Stale } from '@/stores/stale';
import { comeIn, error, joined, message, playRoom, receive, sent, texts } from './frames.fixture';
import { enterRoom } from './roomSession';

playRoom();

it('joins with the token in the first frame, never in the address (WS-1, WS-4)', () => {
  comeIn();
  expect(FakeSocket.last.url).not.toContain('token');
  expect(FakeSocket.last.sent[0]).toEqual({ type: 'join_chat', token: 'token-1', roomId: 'general' });
  expect(texts()).toEqual(['text 1', 'text 2', 'text 3']);
  expect(useConnection.getState().inRoom).toBe(true);
  expect(usePresence.getState()).toMatchObject({ roomCount: 3, chatCount: 9 });
});

// Errors are said in the language that the socket was opened in.
it('comes back to its place on another socket when another language is chosen', async () => {
  comeIn();
  await speak('de');
  expect(FakeSocket.living).toHaveLength(1);
  FakeSocket.last.accept();
  expect(FakeSocket.last.sent).toEqual([
    { type: 'join_chat', token: 'token-1', roomId: 'general', lastSeq: 3 },
  ]);
  expect(useRoomNotice.getState().connection).toBeNull();
  // One that was being opened is not of use any more.
  FakeSocket.last.drop(1006);
  vi.advanceTimersByTime(3_000);
  const opening = FakeSocket.last;
  await speak('en');
  expect(FakeSocket.last).toBe(opening);
  opening.accept();
  expect(opening.sent).toEqual([]);
  FakeSocket.last.accept();
  expect(FakeSocket.last.sent).toMatchObject([{ type: 'join_chat', lastSeq: 3 }]);
});

it("says 'Authentication required' without a token and opens no socket (WS-2)", () => {
  endSession();
  enterRoom('general');
  expect(FakeSocket.opened).toHaveLength(0);
  expect(useRoomNotice.getState().notice?.text).toBe('Authentication required');
});

it('resumes from the last event after a lost connection (WS-16)', () => {
  comeIn();
  receive(message({ seq: 4 }));
  FakeSocket.last.drop(1006);
  vi.advanceTimersByTime(3_000);
  FakeSocket.last.accept();
  expect(FakeSocket.last.sent[0]).toMatchObject({ type: 'join_chat', roomId: 'general', lastSeq: 4 });
  receive(joined(6, true));
  receive(message({ seq: 5 }));
  receive({ type: 'message_deleted', roomId: 'general', seq: 6, messageId: 'm1', deleted_at: 'x' });
  expect(texts()).toEqual(['', 'text 2', 'text 3', 'text 4', 'text 5']);
  expect(useRoomLog.getState().lastSeq).toBe(6);
});

// A badge that was earned while the line was down was shown at the next visit only.
it('asks what was earned meanwhile when it comes back, and not when it comes', () => {
  const stale: Stale[] = [];
  const stop = onStale((what) => stale.push(what));
  comeIn();
  vi.advanceTimersByTime(3_000);
  expect(stale).not.toContain('earned');
  FakeSocket.last.drop(1006);
  vi.advanceTimersByTime(3_000);
  FakeSocket.last.accept();
  receive({ type: 'joined', userId: 'u-me', username: 'me', isAdmin: false, onlineCount: 9 });
  receive(joined(3, true));
  vi.advanceTimersByTime(3_000);
  expect(stale).toContain('earned');
  stop();
});

it.each([1001, 1006, 1008, 1013, 4408, 4409])(
  'comes back to its room and place after close %i (WS-16)',
  (code) => {
    comeIn();
    receive(message({ seq: 4 }));
    FakeSocket.last.drop(code);
    vi.advanceTimersByTime(12_000);
    FakeSocket.last.accept();
    expect(FakeSocket.last.sent).toEqual([
      { type: 'join_chat', token: 'token-1', roomId: 'general', lastSeq: 4 },
    ]);
  },
);

it('says nothing of a line that is back within 5 s (CHAT-31)', () => {
  comeIn();
  FakeSocket.last.drop(1006);
  vi.advanceTimersByTime(4_500);
  expect(useRoomNotice.getState().connection).toBeNull();
  FakeSocket.last.accept();
  receive(joined(3, true));
  vi.advanceTimersByTime(10_000);
  expect(useRoomNotice.getState().connection).toBeNull();
});

it("says 'Connection error. Reconnecting...' of one that stays away, until it is back (CHAT-31)", () => {
  comeIn();
  FakeSocket.last.drop(1006);
  vi.advanceTimersByTime(3_000);
  FakeSocket.last.drop(1006);
  vi.advanceTimersByTime(1_999);
  expect(useRoomNotice.getState().connection).toBeNull();
  vi.advanceTimersByTime(1);
  expect(useRoomNotice.getState().connection).toBe('Connection error. Reconnecting...');
  vi.advanceTimersByTime(6_000);
  FakeSocket.last.accept();
  receive(joined(3, true));
  expect(useRoomNotice.getState().connection).toBeNull();
});

it('takes the history anew when it cannot be resumed (WS-16)', () => {
  comeIn();
  receive(joined(500));
  receive(message({ seq: 501 }));
  receive({ type: 'message_history', roomId: 'general', messages: bodies(490, 500) });
  expect(useRoomLog.getState().lastSeq).toBe(501);
  expect(useRoomLog.getState().messages.map((m) => m.seq)).toEqual([
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
  expect(useRoomLog.getState().messages.map((m) => m.seq)).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

it('takes the connection for dead when a join is not answered', () => {
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

it('signs out on 4401 (WS-28)', () => {
  comeIn();
  FakeSocket.last.drop(4401);
  expect(useSession.getState().token).toBeNull();
});

it('leaves the room and closes the connection on the way out', () => {
  comeIn();
  disconnect();
  expect(FakeSocket.last.sent.at(-1)).toEqual({ type: 'leave_room', roomId: 'general' });
  expect(FakeSocket.living).toHaveLength(0);
});

// A reader far above in a busy room loaded without bound.
it('cuts a very long list at the newest, and asks for the history anew at its end', () => {
  comeIn();
  receive(joined(loadedAtMost));
  receive({ type: 'message_history', roomId: 'general', messages: bodies(1, loadedAtMost) });
  receive(message({ seq: loadedAtMost + 1 }));
  expect(useRoomLog.getState().newerCut).toBe(true);
  expect(texts()).toHaveLength(loadedAtMost);
  returnToNewest();
  returnToNewest();
  expect(sent('join_room')).toEqual([{ type: 'join_room', roomId: 'general' }]);
  receive(joined(loadedAtMost + 101));
  receive({
    type: 'message_history',
    roomId: 'general',
    messages: bodies(loadedAtMost + 52, loadedAtMost + 101),
  });
  expect(useRoomLog.getState().newerCut).toBe(false);
  expect(texts()).toHaveLength(50);
  receive(message({ seq: loadedAtMost + 102 }));
  expect(texts()).toHaveLength(51);
});

// The page around a message came before the socket's history, which took its place: a link
// to a message ended at the newest ones.
it('goes to a message again whose page was replaced by the history', async () => {
  vi.mocked(api.get).mockImplementation((path: string) =>
    Promise.resolve(read(path.includes('around=') ? bodies(475, 525) : bodies(1_951, 2_000))),
  );
  enterRoom('general');
  await vi.advanceTimersByTimeAsync(0);
  expect(await loadMessage('m500')).toBe('found');
  expect(useJump.getState().target).toBeNull();
  FakeSocket.last.accept();
  const history = () => {
    receive(joined(2_000));
    receive({ type: 'message_history', roomId: 'general', messages: bodies(1_951, 2_000) });
  };
  history();
  expect(useJump.getState().target).toMatchObject({ messageId: 'm500', roomId: 'general' });
  clearJump(useJump.getState().target?.key ?? 0);
  await loadMessage('m500');
  returnToNewest(); // the person asked for the newest
  history();
  expect(useJump.getState().target).toBeNull();
  expect(texts()).toHaveLength(50);
});

// A node that needs 10 s for a storm of joins got every client again every 8 s.
it('backs off from a server that does not answer the join (WS-29)', () => {
  enterRoom('general');
  FakeSocket.last.accept();
  vi.advanceTimersByTime(8_000);
  expect(FakeSocket.living).toHaveLength(0);
  vi.advanceTimersByTime(2_900);
  expect(FakeSocket.opened).toHaveLength(1);
  vi.advanceTimersByTime(100);
  FakeSocket.last.accept();
  vi.advanceTimersByTime(8_000 + 5_900);
  expect(FakeSocket.opened).toHaveLength(2);
  vi.advanceTimersByTime(100);
  expect(FakeSocket.opened).toHaveLength(3);
});

it('connects anew at once when a connection that worked answers no more', () => {
  comeIn();
  window.dispatchEvent(new Event('online'));
  vi.advanceTimersByTime(8_000);
  expect(FakeSocket.opened).toHaveLength(2);
});

// The answer was still awaited, and a healthy socket was dropped 8 s later.
it('keeps a healthy socket whose probe met the rate limit', () => {
  comeIn();
  window.dispatchEvent(new Event('online'));
  receive(error('You are over the rate limit.', { code: 'rate_limited', retryAfterMs: 500 }));
  expect(useOutgoing.getState().waitUntil).toBeNull();
  vi.advanceTimersByTime(500);
  expect(sent('join_room')).toHaveLength(2);
  receive(joined(3, true));
  vi.advanceTimersByTime(20_000);
  expect(FakeSocket.opened).toHaveLength(1);
});

// The number was taken with the join: a socket that died before the history
// resumed from there, and left a hole.
it('resumes from nothing while the history is still on its way (WS-16)', () => {
  comeIn();
  receive(joined(60));
  FakeSocket.last.drop(1006);
  vi.advanceTimersByTime(3_000);
  FakeSocket.last.accept();
  expect(FakeSocket.last.sent[0]).toEqual({ type: 'join_chat', token: 'token-1', roomId: 'general' });
});
