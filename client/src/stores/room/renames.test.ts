// What was renamed while the connection was down, seen after it is back.
import { expect, it, vi } from 'vitest';
import { api } from '@/net/api';
import { FakeSocket } from '@/net/socket.fixture';
import { comeIn, joined, message, playRoom, receive } from '@/stores/frames/frames.fixture';
import { enterRoom } from '@/stores/frames/roomSession';
import { body, read } from '@/stores/roomlog/messages.fixture';
import { useRoomLog } from '@/stores/roomlog/roomLog';
import type { MessageBody } from '@/wire/frames.gen';
import { usePresence } from './presence';

playRoom();

const names = () => useRoomLog.getState().messages.map((m) => m.username);
const ofHistory = (path: string) => path.includes('/messages');
const asked = () =>
  vi
    .mocked(api.get)
    .mock.calls.map(([path]) => path)
    .filter(ofHistory);

/** The connection breaks and comes back; the server's history says `page` from now on. */
function away(page: (path: string) => Promise<MessageBody[]>) {
  vi.mocked(api.get)
    .mockReset()
    .mockImplementation(
      (path: string): Promise<never> =>
        ofHistory(path) ? page(path).then((messages) => read(messages) as never) : new Promise(() => {}),
    );
  FakeSocket.last.drop(1006);
  vi.advanceTimersByTime(3_000);
  FakeSocket.last.accept();
  receive({ type: 'joined', userId: 'u-me', username: 'me', isAdmin: false, onlineCount: 9 });
  receive(joined(4, true));
}

const reply = { reply_to_message_id: 'gone', reply_to_username: 'bob', reply_to_text: 'hey' };
const old = [
  body({ seq: 1, reactions: [{ messageId: 'm1', user_id: 'u-bob', username: 'bob', reaction: '👍' }] }),
  body({ seq: 2, ...reply }),
  body({ seq: 3 }),
  body({ seq: 4, username: 'bob', user_id: 'u-bob' }),
];
const renamed = [
  body({
    seq: 1,
    username: 'anna',
    reactions: [{ messageId: 'm1', user_id: 'u-bob', username: 'rob', reaction: '👍' }],
  }),
  body({ seq: 2, username: 'anna', ...reply, reply_to_username: 'rob' }),
  body({ seq: 3, username: 'anna' }),
  body({ seq: 4, username: 'rob', user_id: 'u-bob' }),
];

function comeInTo(messages: MessageBody[]) {
  comeIn();
  receive(joined(4));
  receive({ type: 'message_history', roomId: 'general', messages });
  receive({
    type: 'user_joined_room',
    roomId: 'general',
    userId: 'u-bob',
    username: 'bob',
    onlineCount: 3,
    showNotification: false,
    isRecentContributor: false,
  });
}

// A member who was away during a rename kept the old name on what was shown.
it('takes new names for what is shown, in replies, reactions and the people too', async () => {
  comeInTo(old);
  away(() => Promise.resolve(renamed));
  expect(names()).toEqual(['ann', 'ann', 'ann', 'bob']);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(names()).toEqual(['anna', 'anna', 'anna', 'rob']);
  const [first, second] = useRoomLog.getState().messages;
  expect(first?.reactions[0]?.username).toBe('rob');
  expect(second?.reply_to_username).toBe('rob');
  expect(usePresence.getState().people.get('u-bob')?.username).toBe('rob');
  expect(asked()).toEqual(['/chat/room/general/messages?limit=50']);
});

// An erasure changes messages without events: they stood there until a reload.
it('takes the texts that an erasure has changed, and leaves the others as they are', async () => {
  const picture = (signed: string) => {
    const [link, thumbnail] = [`/media/1?sig=${signed}`, `/media/1t?sig=${signed}`];
    return { message_type: 'image', message: link, media_url: link, media_thumbnail_url: thumbnail } as const;
  };
  const gone = {
    message: '',
    media_url: null,
    media_thumbnail_url: null,
    deleted_at: '2026-11-21T12:09:00Z',
  };
  comeInTo([
    body({ seq: 1, message: 'Ask @bob' }),
    body({ seq: 2, ...picture('a') }),
    body({ seq: 3, ...picture('a'), user_id: 'u-bob', username: 'bob' }),
    body({ seq: 4, username: 'bob', user_id: 'u-bob' }),
  ]);
  const [, kept] = useRoomLog.getState().messages;
  away(() =>
    Promise.resolve([
      body({ seq: 1, message: 'Ask @erased_1' }),
      body({ seq: 2, ...picture('b') }),
      body({ seq: 3, ...picture('b'), ...gone, user_id: 'u-bob', username: 'erased_1' }),
      body({ seq: 4, username: 'erased_1', user_id: 'u-bob' }),
    ]),
  );
  await vi.advanceTimersByTimeAsync(3_000);
  const [first, second, third] = useRoomLog.getState().messages;
  expect(first?.message).toBe('Ask @erased_1');
  expect(second).toBe(kept);
  expect(third).toMatchObject(gone);
  expect(names()).toEqual(['ann', 'ann', 'erased_1', 'erased_1']);
});

it('asks nothing on a first join, nor for a doubt about an open connection', async () => {
  comeInTo(old);
  vi.mocked(api.get).mockClear();
  window.dispatchEvent(new Event('online'));
  receive(joined(4, true));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(asked()).toEqual([]);
});

it('keeps a rename received meanwhile over a page that is older', async () => {
  comeInTo(old);
  let answer: (page: MessageBody[]) => void = () => {};
  away(
    () =>
      new Promise((done) => {
        answer = done;
      }),
  );
  await vi.advanceTimersByTimeAsync(3_000);
  receive({
    type: 'username_changed',
    userId: 'u-bob',
    oldUsername: 'bob',
    newUsername: 'robert',
    siteSeq: 9,
  });
  answer(renamed);
  await vi.advanceTimersByTimeAsync(0);
  expect(names()).toEqual(['anna', 'anna', 'anna', 'robert']);
});

it('goes back as far as somebody shown has not been named, four pages at most', async () => {
  comeInTo([body({ seq: 1, username: 'zoe', user_id: 'u-zoe' }), ...old.slice(1)]);
  const page = Array.from({ length: 50 }, (_, i) => body({ seq: 100 + i, username: 'anna' }));
  away((path) => Promise.resolve(path.includes('before') ? page : [...page, ...renamed.slice(3)]));
  await vi.advanceTimersByTimeAsync(3_000);
  expect(asked()).toHaveLength(4);
  expect(names()).toEqual(['zoe', 'anna', 'anna', 'rob']);
});

it('does not put the names of one room into the next', async () => {
  comeInTo(old);
  away(() => Promise.resolve(renamed));
  enterRoom('night-watch');
  vi.mocked(api.get).mockClear();
  receive({ type: 'room_left', roomId: 'general' });
  receive({ type: 'message_history', roomId: 'night-watch', messages: [] });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(asked()).toEqual([]);
});

it('knows who is here no longer than the count allows', () => {
  comeInTo(old);
  receive(message({ seq: 5, user_id: 'u-zoe', username: 'zoe' }));
  expect([...usePresence.getState().people.keys()]).toEqual(['u-me', 'u-bob', 'u-zoe']);
  receive({ type: 'room_joined', roomId: 'general', onlineCount: 2, seq: 5, resumed: true });
  expect([...usePresence.getState().people.keys()]).toEqual(['u-me']);
});
