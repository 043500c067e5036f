// The chat screens over a server that answers as ours does, and a played socket.
import { act, cleanup } from '@testing-library/react';
import { http } from 'msw';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { type OpenApp, openAt, signIn, tidy } from '@/app/app.fixture';
import { ok, profile, server, user } from '@/net/server.fixture';
import { FakeSocket, playSockets } from '@/net/socket.fixture';
import { listed } from '@/stores/chat/rooms.fixture';
import { leaveRoomNow } from '@/stores/frames/roomSession';
import { flushFrames } from '@/stores/room/connection';
import { resetSession } from '@/stores/session/session';
import type { ListedRoom, Messages, Room, RoomAccess, Rooms, UserStatus } from '@/wire/bodies.gen';
import type { Outgoing } from '@/wire/frames.gen';

export const general: Room = {
  id: 'general',
  name: 'general',
  display_name: 'General',
  description: '',
  is_default: true,
  access_level: 'all',
  slow_mode_seconds: 0,
  read_only: false,
};

type Body<Reply> = Omit<Reply, 'success'>;

const userStatus: Body<UserStatus> = {
  hasUsername: true,
  username: user.username,
  isAdmin: false,
  isBanned: false,
  creatorId: null,
  welcomeDue: false,
  setupDue: false,
  notices: [],
};

/** What the server answers in one test. */
export let replies: {
  userStatus: Body<UserStatus>;
  status: () => Response;
  access: () => Response;
  rooms: () => Response;
  messages: () => Response;
};

export const access = (over: Partial<RoomAccess> = {}) =>
  ok({ hasAccess: true, room: general, role: 'member', ...over } satisfies Body<RoomAccess>);
export const rooms = (all: (Room | ListedRoom)[]) =>
  ok({ rooms: all.map(listed), asOf: '0', siteAsOf: '0' } satisfies Body<Rooms>);
export const messages = (page: Messages['messages'], roomId = 'general') =>
  ok({ roomId, messages: page, hasMore: false, asOf: '0', siteAsOf: '0' } satisfies Body<Messages>);

/** Answers chat's calls, plays the socket and lets the clock be moved. */
export function playChat() {
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    playSockets();
    replies = {
      userStatus,
      status: () => ok(replies.userStatus),
      access: () => access(),
      rooms: () => rooms([general]),
      messages: () => messages([]),
    };
    server.use(
      http.get('/api/config', () => ok({ defaultRoom: 'general', chatTitle: 'Group Chat', gifHosts: [] })),
      http.get('/api/chat/user-status', () => replies.status()),
      http.get('/api/chat/rooms', () => replies.rooms()),
      http.get('/api/chat/room/:roomId/access', () => replies.access()),
      http.get('/api/chat/room/:roomId/messages', () => replies.messages()),
      http.get('/api/chat/room/:roomId/people', () => ok({ people: [], total: 0, nextCursor: null })),
      http.get('/api/chat/room/:roomId/pins', () => ok({ pins: [] })),
      http.post('/api/chat/room/:roomId/read', () => ok({ lastReadSeq: 0, unread: 0, mentions: 0 })),
      http.get('/api/profile/username-change-eligibility', () =>
        ok({ canChange: true, nextAvailableDate: null, daysRemaining: 0, lockDays: 30 }),
      ),
    );
    signIn();
  });
  afterEach(() => {
    cleanup();
    leaveRoomNow();
    tidy();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  afterAll(() => server.close());
}

/** Has the browser store a member of another username, as the frame of a rename does too. */
export function renameStored(username: string | null) {
  localStorage.setItem('user', JSON.stringify({ ...user, username }));
  server.use(http.get('/api/profile/me', () => ok({ profile: { ...profile, username } })));
  resetSession();
}

/** Moves the clock. */
export const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/** The server sends frames, and they are drawn. */
export function receive(...frames: Outgoing[]) {
  act(() => {
    for (const frame of frames) FakeSocket.last.receive(frame);
    flushFrames();
  });
}

/** Opens a room's screen and is let in. */
export async function openRoomScreen(roomId = 'general'): Promise<OpenApp> {
  const before = FakeSocket.opened.length;
  const app = openAt(`/chat/${roomId}`);
  // The screen is fetched first, which a busy machine takes its time for.
  await vi.waitFor(
    () => {
      if (FakeSocket.opened.length === before) throw new Error('no socket was opened');
    },
    { timeout: 20_000 },
  );
  act(() => FakeSocket.last.accept());
  receive(
    { type: 'connected', serverTime: '2026-11-21T12:00:00Z' },
    { type: 'joined', userId: user.id, username: user.username ?? '', isAdmin: false, onlineCount: 9 },
    { type: 'room_joined', roomId, onlineCount: 3, seq: 0, resumed: false },
    { type: 'message_history', roomId, messages: [] },
  );
  return app;
}

export const errorFrame = (code: string, text: string): Outgoing => ({
  type: 'error',
  message: text,
  error: text,
  code,
});
