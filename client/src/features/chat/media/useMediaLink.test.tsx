import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { http } from 'msw';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { ok, server } from '@/net/server.fixture';
import { queryClient, resetQueries } from '@/queries/client';
import { useMediaLink } from './useMediaLink';

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => {
  vi.useRealTimers();
  server.resetHandlers();
  resetQueries();
});
afterAll(() => server.close());

// While the storage of files is away no link loads, however new.
it('tries a picture that does not load again by itself after half a minute', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let asked = 0;
  server.use(
    http.get('/api/chat/message/:id/media', () => {
      asked++;
      return ok({ media: { media_url: `/media/1/again${asked}`, media_thumbnail_url: null } });
    }),
  );
  const source = { messageId: 'm1', url: null, thumbnail: null };
  const { result } = renderHook(() => useMediaLink(source), {
    wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  });
  await waitFor(() => expect(result.current.url).toBe('/media/1/again1'));
  act(() => result.current.onError());
  expect(result.current.failed).toBe(true);
  act(() => vi.advanceTimersByTime(20_000));
  expect(result.current.failed).toBe(true);
  act(() => vi.advanceTimersByTime(10_000));
  await waitFor(() => expect(result.current.url).toBe('/media/1/again2'));
  expect(result.current.failed).toBe(false);
});
