// Events of the stores reach the queries, whichever module is loaded first.
import { beforeEach, expect, it, vi } from 'vitest';
import { me } from '@/stores/session/me.fixture';

const modules = [
  () => import('@/stores/session/session'),
  () => import('@/stores/stale'),
  () => import('@/stores/badges'),
  () => import('@/stores/session/memberStore'),
  () => import('@/queries/client'),
  () => import('@/queries/chat/push'),
  () => import('@/queries/stale'),
  () => import('./wiring'),
];
const orders = { first: modules, last: modules.toReversed() };

const unsubscribe = vi.fn(async () => true);

beforeEach(() => {
  vi.resetModules();
  unsubscribe.mockClear();
  const subscription = { endpoint: 'https://push.example/1', unsubscribe };
  const registration = { pushManager: { getSubscription: async () => subscription } };
  const serviceWorker = { ...registration, getRegistration: async () => registration };
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', class {});
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: serviceWorker });
  return () => Reflect.deleteProperty(navigator, 'serviceWorker');
});

it.each(['first', 'last'] as const)('connects the members’ area with its stores loaded %s', async (order) => {
  for (const load of orders[order]) await load();
  const { wireMembers } = await import('./wiring');
  const { markStale } = await import('@/stores/stale');
  const { onBadgesChanged } = await import('@/stores/badges');
  const { endSession, startSession } = await import('@/stores/session/session');
  const { queryClient } = await import('@/queries/client');
  const { profileQuery } = await import('@/queries/people/me');
  const { pointsKey } = await import('@/queries/rank/points');
  startSession('t', me);
  const invalidate = vi.spyOn(queryClient, 'invalidateQueries');

  markStale('points');
  expect(invalidate).not.toHaveBeenCalled();
  wireMembers();
  wireMembers(); // the area is opened once more
  markStale('points');
  expect(invalidate.mock.calls).toEqual([[{ queryKey: pointsKey }]]);

  queryClient.setQueryData(profileQuery.queryKey, { user_id: 'u-me', badge_tags: [] } as never);
  const badge_tags = [{ text: 'Founder', emoji: '', color: '#fff', addedAt: '2026-11-21T12:00:00Z' }];
  onBadgesChanged({ type: 'badges_changed', position: 1, userId: 'u-me', username: 'me', badge_tags });
  expect(queryClient.getQueryData(profileQuery.queryKey)).toMatchObject({ badge_tags });

  endSession();
  await vi.waitFor(() => expect(unsubscribe).toHaveBeenCalledTimes(1));
});

// Nothing that had read the words was loaded yet when the member signed out on the first
// screen, so nothing forgot them.
it('has words forgotten at a sign-out before any screen has read them', async () => {
  sessionStorage.setItem('words_of', me.id);
  sessionStorage.setItem('campaign_draft', '{"message":"composed"}');
  const { endSession, startSession } = await import('@/stores/session/session');
  startSession('t', me);
  (await import('./wiring')).wireMembers();
  expect(sessionStorage.getItem('campaign_draft')).not.toBeNull();
  endSession(true);
  expect(sessionStorage.getItem('campaign_draft')).toBeNull();
});
