// Pages outside chat follow what concerns their member over a socket that only watches.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeSocket, playSockets } from '@/net/socket.fixture';
import { useIgnored } from '@/stores/chat/ignored';
import { openProfile, useProfilePopup } from '@/stores/people/profilePopup';
import { useConnection } from '@/stores/room/connection';
import { useCost } from '@/stores/serverCost';
import { me } from '@/stores/session/me.fixture';
import { startSession, useSession } from '@/stores/session/session';
import { onStale, type Stale } from '@/stores/stale';
import { startWatching } from './watching';

const watching = { type: 'watching', userId: 'u-me', username: 'me', isAdmin: false } as const;
let stale: Stale[] = [];
let stops: (() => void)[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  playSockets();
  startSession('token-1', me);
  stale = [];
  stops = [onStale((what) => stale.push(what)), startWatching()];
  vi.advanceTimersByTime(300);
});
afterEach(() => {
  for (const stop of stops) stop();
  useConnection.setState(useConnection.getInitialState(), true);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The server lets the page watch. */
function begin() {
  FakeSocket.last.accept();
  FakeSocket.last.receive(watching);
  vi.advanceTimersByTime(0);
  stale = [];
}

describe('a page outside chat', () => {
  it('watches with its token and joins nothing', () => {
    FakeSocket.last.accept();
    expect(FakeSocket.last.sent).toEqual([{ type: 'watch', token: 'token-1' }]);
  });

  it('asks again for what concerns the member, and nobody else', () => {
    begin();
    const own = { userId: 'u-me', username: 'me' };
    FakeSocket.last.receive({ type: 'points_changed', points: 153 });
    expect(stale).toEqual(['profile', 'points']);
    stale = [];
    FakeSocket.last.receive({ type: 'rank_changed', userId: 'u-bob', username: 'bob' });
    expect(stale).toEqual(['member:bob']);
    stale = [];
    FakeSocket.last.receive({ type: 'emergency_receipt', id: 'e', receipt: 'handed_over' });
    FakeSocket.last.receive({
      type: 'standing_changed',
      isAdmin: false,
      chatEnabled: false,
      bannedUntil: null,
    });
    FakeSocket.last.receive({ type: 'contributor_changed', ...own, isRecentContributor: true, position: 3 });
    expect(stale).toEqual(['emergency', 'userStatus', 'contributions']);
    FakeSocket.last.receive({ type: 'server_cost_update', currentCost: 17.25, line: 3 });
    expect(useCost.getState().latest).toEqual([[3, 17.25]]);
  });

  it('takes the new name that an administrator gave', () => {
    begin();
    const renamed = { userId: 'u-me', oldUsername: 'me', newUsername: 'myself', siteSeq: 9 };
    FakeSocket.last.receive({ type: 'username_changed', ...renamed });
    expect(useSession.getState().user?.username).toBe('myself');
  });

  it('opens no profile of a member who chooses a first username', () => {
    begin();
    openProfile('');
    const first = { userId: 'u-new', oldUsername: '', newUsername: 'newcomer', siteSeq: 9 };
    FakeSocket.last.receive({ type: 'username_changed', ...first });
    expect(useProfilePopup.getState().username).toBe('');
  });

  // What was read over HTTP kept the name, and all of an erased member, until a reload.
  it('asks once for the lists with names that have changed', () => {
    begin();
    for (const [siteSeq, newUsername] of ['robert', 'erased_1'].entries()) {
      const oldUsername = siteSeq === 0 ? 'bob' : 'robert';
      FakeSocket.last.receive({
        type: 'username_changed',
        userId: 'u-bob',
        oldUsername,
        newUsername,
        siteSeq,
      });
    }
    expect(stale).toEqual([]);
    vi.advanceTimersByTime(3_000);
    expect(stale).toEqual(['names', 'admin']);
  });

  it('shows the new name of an ignored member and of the profile that is open', () => {
    begin();
    useIgnored.setState({ members: new Map([['u-bob', 'bob']]) });
    openProfile('bob');
    FakeSocket.last.receive({
      type: 'username_changed',
      userId: 'u-bob',
      oldUsername: 'bob',
      newUsername: 'robert',
      siteSeq: 9,
    });
    expect(useIgnored.getState().members.get('u-bob')).toBe('robert');
    expect(useProfilePopup.getState().username).toBe('robert');
  });

  it('comes back after a break and asks for what it missed', () => {
    begin();
    FakeSocket.last.drop(1006);
    vi.advanceTimersByTime(5_000);
    expect(FakeSocket.opened).toHaveLength(2);
    FakeSocket.last.accept();
    FakeSocket.last.receive(watching);
    expect(stale).toEqual([]);
    vi.advanceTimersByTime(3_000);
    expect(stale).toEqual([
      'userStatus',
      'profile',
      'points',
      'earned',
      'emergency',
      'cost',
      'contributions',
      'admin',
    ]);
  });

  it('signs out when the session has ended', () => {
    begin();
    FakeSocket.last.drop(4401);
    expect(useSession.getState().token).toBeNull();
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.living).toHaveLength(0);
  });

  it('leaves the frames to the room while one is open', () => {
    begin();
    useConnection.setState({ roomId: 'general' });
    expect(FakeSocket.living).toHaveLength(0);
    useConnection.setState({ roomId: null });
    vi.advanceTimersByTime(300);
    expect(FakeSocket.living).toHaveLength(1);
  });

  it('connects anew when a doubtful connection does not answer', () => {
    begin();
    window.dispatchEvent(new Event('online'));
    expect(FakeSocket.last.sent).toHaveLength(2);
    vi.advanceTimersByTime(8_000);
    expect(FakeSocket.opened).toHaveLength(2);
  });
});
