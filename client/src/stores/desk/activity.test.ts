// The feed of what happens: no doubles, the newest 50, unchanged while it is paused.
import { beforeEach, describe, expect, it } from 'vitest';
import { FakeSocket, playSockets } from '@/net/socket.fixture';
import { startWatching } from '@/stores/frames/watching';
import { me } from '@/stores/session/me.fixture';
import { startSession } from '@/stores/session/session';
import {
  onActivity,
  onActivityLeftOut,
  onActivityPolled,
  pauseActivity,
  renameInActivity,
  unwatchActivity,
  useActivity,
  watchActivity,
} from './activity';

const bob = { id: 'u-bob', username: 'bob' };
const at = (second: number) => new Date(Date.UTC(2026, 2, 4, 12, 0, second)).toISOString();
const spoke = (n: number) =>
  ({
    type: 'activity',
    id: `m${n}`,
    at: at(n),
    kind: 'message',
    actor: bob,
    roomId: 'general',
    detail: { messageId: `m${n}`, messageType: 'text' },
  }) as const;
const polled = (n: number, room = 'general') => ({
  id: `m${n}`,
  user_id: bob.id,
  room_id: room,
  username: 'bob',
  chat_rooms: { display_name: 'General' },
  message_type: 'text',
  message: `words ${n}`,
  created_at: at(n),
});
const keys = () => useActivity.getState().items.map(({ key }) => key);

beforeEach(() => {
  unwatchActivity();
  watchActivity({});
});

describe('the feed of activity', () => {
  it('shows what the socket and the polling call bring once, newest first, at most 50 (ANLY-5, LIM-9)', () => {
    for (let n = 0; n < 30; n++) onActivity(spoke(n));
    onActivityPolled(
      Array.from({ length: 50 }, (_, i) => polled(i + 10)),
      [],
    );
    expect(keys()).toEqual(Array.from({ length: 50 }, (_, i) => `m${59 - i}`));
    expect(useActivity.getState().items[49]).toMatchObject({ text: 'words 10', roomName: 'General' });
  });

  // An erased member kept its name there.
  it('shows the new name of a member', () => {
    onActivity(spoke(1));
    pauseActivity(true);
    onActivity({
      ...spoke(2),
      kind: 'ban',
      actor: { id: 'u-ann', username: 'ann' },
      detail: { member: bob },
    });
    renameInActivity(bob.id, 'erased_1');
    pauseActivity(false);
    const [ban, said] = useActivity.getState().items;
    expect(ban).toMatchObject({ actor: { username: 'ann' }, detail: { member: { username: 'erased_1' } } });
    expect(said).toMatchObject({ actor: { username: 'erased_1' }, detail: { messageId: 'm1' } });
  });

  it('counts what was left out in one line', () => {
    onActivity(spoke(1));
    onActivityLeftOut(100);
    onActivityLeftOut(20);
    expect(useActivity.getState().items.map(({ leftOut }) => leftOut)).toEqual([120, undefined]);
  });

  it('does not change while it is paused and loses nothing', () => {
    onActivity(spoke(1));
    pauseActivity(true);
    onActivity(spoke(2));
    onActivityPolled([polled(3)], []);
    expect(keys()).toEqual(['m1']);
    expect(useActivity.getState().pausedCount).toBe(1);
    pauseActivity(false);
    expect(keys()).toEqual(['m2', 'm1']);
  });

  // Its beginning stayed on the screen of whoever had the feed open.
  it('shows nothing of a message that was deleted', () => {
    const shown = () => useActivity.getState().items.map(({ text }) => text);
    onActivityPolled([polled(3), polled(2), polled(1)], []);
    pauseActivity(true);
    onActivity({
      ...spoke(4),
      id: 'general:9',
      kind: 'message_deleted',
      detail: { messageId: 'm2' },
    });
    expect(shown()).toEqual(['words 3', '', 'words 1']);
    // A filter may leave deletions out, and a socket misses some.
    pauseActivity(false);
    onActivityPolled([polled(3)], []);
    expect(shown()).toEqual([undefined, 'words 3', '', '']);
    // Older than all that the call brings.
    onActivityPolled(
      Array.from({ length: 50 }, (_, i) => polled(59 - i)),
      [],
    );
    onActivityPolled(
      Array.from({ length: 50 }, (_, i) => polled(60 - i)),
      [],
    );
    expect(shown().filter((text) => text === '')).toHaveLength(0);
  });

  it('takes from the polling call only what its filter selects', () => {
    watchActivity({ roomId: 'den', kinds: ['message'] });
    onActivityPolled(
      [polled(1), polled(2, 'den')],
      [{ id: 'points:1', at: at(3), kind: 'check_in', actor: bob, detail: { points: 5 } }],
    );
    expect(keys()).toEqual(['m2']);
  });
});

it('asks the server on every socket anew, and no longer when nobody looks', async () => {
  playSockets();
  startSession('t', me);
  watchActivity({ roomId: 'den' });
  const stop = startWatching();
  await new Promise((done) => setTimeout(done, 300));
  FakeSocket.last.accept();
  FakeSocket.last.receive({ type: 'watching', userId: 'u-me', username: 'me', isAdmin: true });
  expect(FakeSocket.last.sent.at(-1)).toEqual({ type: 'watch_activity', roomId: 'den' });
  FakeSocket.last.receive({ type: 'activity_watched', kinds: [], roomId: 'den' });
  expect(useActivity.getState().live).toBe(true);
  unwatchActivity();
  expect(FakeSocket.last.sent.at(-1)).toEqual({ type: 'unwatch_activity' });
  stop();
});
