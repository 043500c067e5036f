// A room entered over a played socket, for the tests of what frames do.
import { afterEach, beforeEach, vi } from 'vitest';
import { api } from '@/net/api';
import { FakeSocket, playSockets } from '@/net/socket.fixture';
import { flushFrames } from '@/stores/room/connection';
import { bodies, body } from '@/stores/roomlog/messages.fixture';
import { useRoomLog } from '@/stores/roomlog/roomLog';
import { me } from '@/stores/session/me.fixture';
import { endSession, startSession } from '@/stores/session/session';
import type { Message, Outgoing } from '@/wire/frames.gen';
import { enterRoom, leaveRoomNow } from './roomSession';

/** The server sends a frame, and it is applied. */
export function receive(frame: Outgoing) {
  FakeSocket.last.receive(frame);
  flushFrames();
}
export const sent = (type: string) => FakeSocket.last.sent.filter((frame) => frame.type === type);
export const texts = () => useRoomLog.getState().messages.map((m) => m.message);
export const message = (over: Parameters<typeof body>[0]): Message => ({ type: 'message', ...body(over) });
export const error = (
  text: string,
  over: { code?: string; clientMsgId?: string; requestId?: string; retryAfterMs?: number } = {},
): Outgoing => ({
  type: 'error',
  message: text,
  error: text,
  code: 'x',
  ...over,
});
export const joined = (seq: number, resumed = false): Outgoing => ({
  type: 'room_joined',
  roomId: 'general',
  onlineCount: 3,
  seq,
  resumed,
});

/** Enters the room general, which holds messages 1 to 3. */
export function comeIn(seq = 3) {
  enterRoom('general');
  FakeSocket.last.accept();
  receive({ type: 'connected', serverTime: '2026-11-21T12:00:00Z' });
  receive({ type: 'joined', userId: 'u-me', username: 'me', isAdmin: false, onlineCount: 9 });
  receive(joined(seq));
  receive({ type: 'message_history', roomId: 'general', messages: bodies(1, 3) });
}

/** Signs in, plays the socket and the clock, and leaves nothing behind. */
export function playRoom() {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    vi.spyOn(api, 'get').mockReturnValue(new Promise(() => {}));
    playSockets();
    startSession('token-1', me);
  });
  afterEach(() => {
    leaveRoomNow();
    endSession();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
}
