// Codes in messages: the countdown until one opens, and the way to open it.
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { http } from 'msw';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { ok, server } from '@/net/server.fixture';
import { queryClient, resetQueries } from '@/queries/client';
import PostedCodes from './PostedCodes';

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => {
  vi.useRealTimers();
  server.resetHandlers();
  resetQueries();
});
afterAll(() => server.close());

it('counts down by the clock of the server, then leads to the code', async () => {
  vi.useFakeTimers({
    toFake: ['Date', 'setInterval', 'clearInterval'],
    now: Date.parse('2026-05-04T10:00:00Z'),
  });
  server.use(
    http.get('/api/chat/message/m1/codes', () =>
      ok({
        // The server's clock is an hour ahead of this one.
        now: '2026-05-04T11:00:00Z',
        codes: [{ code: 'GATE-0900', opensAt: '2026-05-04T11:00:03Z', expiresAt: null }],
      }),
    ),
  );
  const router = createMemoryRouter([
    { path: '/', element: <PostedCodes messageId="m1" reachable /> },
    { path: '/decrypt', element: <p>decrypt</p> },
  ]);
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  expect(await screen.findByText('00:00:03')).toBeVisible();
  expect(screen.queryByRole('link')).toBeNull();
  act(() => void vi.advanceTimersByTime(2_000));
  expect(screen.getByText('00:00:01')).toBeVisible();
  act(() => void vi.advanceTimersByTime(1_000));
  const link = screen.getByRole('link', { name: /GATE-0900.*Decrypt/ });
  act(() => link.click());
  expect(await screen.findByText('decrypt')).toBeVisible();
  // Not in the address, where it would be kept.
  expect(router.state.location).toMatchObject({
    pathname: '/decrypt',
    search: '',
    state: { code: 'GATE-0900' },
  });
});
