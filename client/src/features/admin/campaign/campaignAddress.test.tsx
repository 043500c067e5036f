// A campaign that the address names.
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openAt, signIn, tidy } from '@/app/app.fixture';
import { fail, ok, server } from '@/net/server.fixture';

const campaign = {
  id: 'c0',
  name: 'Old',
  status: 'completed',
  notification_type: 'email',
  recipient_group: 'all',
  subject: 'Hello',
  message: 'We meet at noon',
  success_count: 30,
  failure_count: 0,
  unknown_count: 0,
  skipped_count: 0,
  recipient_count: 30,
  error_message: null,
  created_at: '2026-11-20T10:00:00Z',
  send_at: '2026-11-20T10:00:00Z',
};

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => {
  server.use(
    http.get('/api/chat/user-status', () =>
      ok({ hasUsername: true, username: 'ada_reyes', isAdmin: true, isBanned: false, creatorId: null }),
    ),
    http.get('/api/notifications/status/c0', () => ok({ campaign, progress: 100 })),
    http.get('/api/notifications/deliveries/c0', () => ok({ deliveries: [], nextCursor: null })),
  );
});
afterEach(tidy);
afterAll(() => server.close());

async function openDetails(name: string) {
  signIn();
  openAt('/admin?tab=notifications&part=history&campaign=c0');
  return within(await screen.findByRole('dialog', { name }));
}

// A link of the audit log led to a list that failed, and the campaign was not shown.
it.each([
  ['cannot be loaded', () => fail(404, 'Odd', 'not_found')],
  ['is empty', () => ok({ campaigns: [], nextCursor: null })],
])('is shown although the history %s', async (_, history) => {
  server.use(http.get('/api/notifications/history', history));
  const dialog = await openDetails('Old');
  expect(dialog.getByText('We meet at noon')).toBeVisible();
});

// The results stood there alone, without a word about what had been sent.
it('says that it cannot be loaded, and tries again', async () => {
  server.use(
    http.get('/api/notifications/history', () => ok({ campaigns: [], nextCursor: null })),
    http.get('/api/notifications/status/c0', () => fail(400, 'Not now', 'invalid'), { once: true }),
  );
  const dialog = await openDetails('Results');
  expect(await dialog.findByText('Not now')).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Try again' }));
  expect(await dialog.findByText('We meet at noon')).toBeVisible();
});
