// The caller's own profile over a long visit.
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { profile } from '@/net/server.fixture';
import { resetSession, useSession } from '@/stores/session/session';
import { queryClient, resetQueries } from '../client';
import { profileQuery } from './me';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  resetQueries();
  resetSession();
  vi.useRealTimers();
});

// The dashboard showed the points of when the page was loaded, and a picture whose link had ended.
it('is not the one of the first moment again after some time in the chat', async () => {
  useSession.setState({ token: 'a', profile });
  const leave = new QueryObserver(queryClient, profileQuery).subscribe(() => {});
  const changed = { ...profile, points: profile.points + 50 };
  queryClient.setQueryData(profileQuery.queryKey, changed);
  leave();
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  const again = new QueryObserver(queryClient, { ...profileQuery, enabled: false });
  expect(again.getCurrentResult().data).toEqual(changed);
});
