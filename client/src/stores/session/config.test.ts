import { renderHook } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { config, ok, server } from '@/net/server.fixture';
import { fetchConfig, onCommunityChanged, resetConfig, useConfig, useConfigState } from './config';

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => {
  vi.useRealTimers();
  server.resetHandlers();
  resetConfig();
});
afterAll(() => server.close());

it('sets nothing from an answer that was requested before a reset', async () => {
  let answer = () => {};
  const held = new Promise<void>((done) => {
    answer = done;
  });
  server.use(
    http.get('/api/config', async () => {
      await held;
      return ok({ ...config, communityName: 'Before' });
    }),
  );
  const before = fetchConfig();
  resetConfig();
  server.use(http.get('/api/config', () => ok({ ...config, communityName: 'After' })));
  await fetchConfig();
  answer();
  await before;
  expect(useConfigState.getState().config?.communityName).toBe('After');
});

it('does not try again for a page of before a reset', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let asked = 0;
  server.use(
    http.get('/api/config', () => {
      asked++;
      return new HttpResponse(null, { status: 503 });
    }),
  );
  renderHook(() => useConfig());
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
  resetConfig();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toBe(1);
});

// An administrator's new name for the community reached an open page by a reload only.
it('asks again when the page is seen again, unless it was just answered', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  let communityName = 'Muster';
  let asked = 0;
  server.use(
    http.get('/api/config', () => {
      asked++;
      return ok({ ...config, communityName });
    }),
  );
  const { unmount } = renderHook(() => useConfig());
  await vi.waitFor(() => expect(useConfigState.getState().fresh).toBe(true));
  communityName = 'The Ninth';
  const see = () => document.dispatchEvent(new Event('visibilitychange'));
  see();
  vi.setSystemTime(Date.now() + 30_000);
  see();
  const name = () => useConfigState.getState().config?.communityName;
  await vi.waitFor(() => expect(name()).toBe('The Ninth'));
  expect(asked).toBe(2);
  unmount();
});

// The next start without a network showed the community by its former name.
it('stores on the device what an administrator has changed, whatever was asked before', async () => {
  server.use(http.get('/api/config', () => ok({ ...config, communityName: 'Before' })));
  await fetchConfig();
  const renamed = { type: 'community_changed', communityName: 'The Ninth', supportEmail: '' } as const;
  const shown = () => [
    useConfigState.getState().config?.communityName,
    JSON.parse(localStorage.getItem('config') ?? '{}').communityName,
  ];
  onCommunityChanged(renamed);
  expect(shown()).toEqual(['The Ninth', 'The Ninth']);
  const asked = fetchConfig();
  onCommunityChanged(renamed);
  await asked;
  await vi.waitFor(() => expect(shown()).toEqual(['The Ninth', 'The Ninth']));
});
