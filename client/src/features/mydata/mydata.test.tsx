// The member's own data, from the dashboard's menu, over a played server.
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { openAt, signIn, tidy } from '@/app/app.fixture';
import { fail, ok, server, user } from '@/net/server.fixture';
import { openSettings } from '@/stores/session/settings';

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(tidy);
afterAll(() => server.close());

let state: object;
let eraseAt: string | null;
let calls: string[];

async function openSheet() {
  calls = [];
  server.use(
    http.get('/api/profile/export', () => ok(state)),
    http.post('/api/profile/export', () => {
      calls.push('export');
      state = { state: 'running', url: null, expiresAt: null };
      return ok({ job: 'j', state: 'running' });
    }),
    http.get('/api/profile/erase', () => ok({ eraseAt })),
    http.post('/api/profile/erase', async ({ request }) => {
      const { confirm } = (await request.json()) as { confirm: string };
      calls.push(`erase ${confirm}`);
      if (confirm !== user.username) return fail(400, 'Type your username to confirm');
      eraseAt = '2026-05-11T10:00:00Z';
      return ok({ eraseAt });
    }),
    http.delete('/api/profile/erase', () => {
      calls.push('keep');
      eraseAt = null;
      return ok({ eraseAt });
    }),
  );
  signIn();
  openAt('/dashboard');
  await screen.findByRole('heading', { name: 'Dashboard' });
  await act(async () => openSettings('mydata'));
  return { person: userEvent.setup(), sheet: within(await screen.findByRole('dialog', { name: 'My data' })) };
}

it('prepares a copy and gives its link (SEC-5)', async () => {
  state = { state: 'none', url: null, expiresAt: null };
  eraseAt = null;
  const { person, sheet } = await openSheet();
  await person.click(await sheet.findByRole('button', { name: 'Prepare a copy' }));
  expect(await sheet.findByText(/is being prepared/)).toBeVisible();
  state = { state: 'ready', url: '/media/e/export?until=1&sig=x', expiresAt: '2026-05-05T10:00:00Z' };
  const link = await sheet.findByRole('link', { name: 'Download my data' }, { timeout: 4_000 });
  expect(link).toHaveAttribute('href', '/media/e/export?until=1&sig=x');
});

it('asks twice before it erases, and can take it back (SEC-5)', async () => {
  state = { state: 'expired', url: null, expiresAt: null };
  eraseAt = null;
  const { person, sheet } = await openSheet();
  await person.click(await sheet.findByRole('button', { name: 'Erase my data' }));
  const first = within(await screen.findByRole('dialog', { name: 'Erase your data?' }));
  await person.click(first.getByRole('button', { name: 'Continue' }));
  const second = within(await screen.findByRole('dialog', { name: 'Are you sure?' }));
  expect(calls).toEqual([]);
  const confirm = second.getByRole('button', { name: 'Erase me in seven days' });
  expect(confirm).toBeDisabled();
  await person.type(second.getByRole('textbox', { name: 'Your username' }), 'nobody');
  await person.click(confirm);
  expect(await second.findByText('Type your username to confirm')).toBeVisible();
  await person.clear(second.getByRole('textbox'));
  await person.type(second.getByRole('textbox'), `${user.username}{Enter}`);
  await person.click(await screen.findByRole('button', { name: 'Keep my account' }));
  expect(await screen.findByRole('button', { name: 'Erase my data' })).toBeVisible();
  expect(calls).toEqual(['erase nobody', `erase ${user.username}`, 'keep']);
});
