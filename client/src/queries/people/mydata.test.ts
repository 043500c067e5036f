// The copy of the member's data, on a screen that stays open.
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api } from '@/net/api';
import { queryClient, resetQueries } from '../client';
import { exportQuery } from './mydata';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  resetQueries();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

// The sheet stood open over the coffee break: the link in it opened nothing any more.
it('has a link that is younger than ten minutes', async () => {
  let minute = 0;
  vi.spyOn(api, 'get').mockImplementation(
    () =>
      Promise.resolve({
        success: true,
        state: 'ready',
        url: `/media/e?until=${minute + 10}`,
      }) as Promise<never>,
  );
  const observer = new QueryObserver(queryClient, exportQuery);
  const leave = observer.subscribe(() => {});
  for (; minute < 25; minute++) {
    await vi.advanceTimersByTimeAsync(60_000);
    expect(Number(observer.getCurrentResult().data?.url?.split('=')[1])).toBeGreaterThan(minute);
  }
  leave();
});
