// What another administrator does is followed on open screens.
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { tidy } from '@/app/app.fixture';
import { user as me, ok, server } from '@/net/server.fixture';
import { queryClient } from '@/queries/client';
import { onAdminChange } from '@/stores/desk/adminChanges';
import type { Report } from '@/wire/bodies.gen';
import { openRooms, play, played, room } from './admin.fixture';

let asked: string[];

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => {
  asked = [];
  play();
  server.use(
    http.get('/api/admin/users/detailed', () => {
      asked.push('table');
      return ok({ users: [], pagination: { totalPages: 1, total: asked.length }, nextCursor: null });
    }),
    http.get('/api/admin/reports', () => ok({ reports: [] as Report[], nextCursor: null })),
  );
});
afterEach(tidy);
afterAll(() => server.close());

const received = (part: string, userId = '', by = 'another') =>
  act(async () => onAdminChange({ part, userId, by }));

it('shows a room that another administrator has just made', async () => {
  await openRooms();
  played.rooms = [...played.rooms, room('yard', { display_name: 'The Yard' })];
  await received('rooms');
  expect(await screen.findByRole('button', { name: 'The Yard' })).toBeVisible();
});

it('asks for the table of users once for many changes, and not while another tab is open', async () => {
  await openRooms();
  // Changes are gathered for a moment, which has to be over before the tab opens.
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await received('users', 'u-bo');
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  vi.useRealTimers();
  await userEvent.click(screen.getByRole('tab', { name: 'Users' }));
  await screen.findByText('1 user');
  for (const id of ['a', 'b', 'c']) await received('users', id, me.id);
  await waitFor(() => expect(asked).toHaveLength(2));
  expect(await screen.findByText('2 users')).toBeVisible();
});

it('asks again for what was changed while another screen was shown', async () => {
  await openRooms();
  cleanup();
  await received('rooms');
  const list = () => queryClient.getQueryState(['admin', 'rooms', 'list']);
  await waitFor(() => expect(list()?.isInvalidated).toBe(true));
});
