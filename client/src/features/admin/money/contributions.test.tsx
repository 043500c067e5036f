// The contributions tab through the real route, over a played server.
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { openAt, signIn, tidy } from '@/app/app.fixture';
import { fail, ok, server } from '@/net/server.fixture';
import { allContributionsKey } from '@/queries/adminKeys';
import { invalidate } from '@/queries/client';
import * as saving from '@/ui/save';
import type { AdminContribution } from '@/wire/bodies.gen';

const paid = (id: string, change: Partial<AdminContribution> = {}): AdminContribution => ({
  id,
  amount: 25,
  refunded: 0,
  status: 'completed',
  purpose: 'contribution',
  userId: `u-${id}`,
  username: 'ann',
  name: 'Ann Lee',
  anonymous: false,
  at: '2026-05-04T10:00:00Z',
  ...change,
});

let all: AdminContribution[];
let asked: string[];
let sent: unknown[];
let refund: () => Response;
let keys: string[];

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => {
  all = [
    paid('c1'),
    paid('c2', {
      username: null,
      name: '=Bob()',
      anonymous: true,
      amount: 40,
      refunded: 10,
      status: 'partially_refunded',
    }),
    paid('c3', { status: 'failed', purpose: 'server_cost' }),
  ];
  asked = [];
  sent = [];
  keys = [];
  refund = () => ok({ contribution: all[0] });
  server.use(
    http.get('/api/chat/user-status', () =>
      ok({ hasUsername: true, username: 'chief', isAdmin: true, isBanned: false, creatorId: null }),
    ),
    http.get('/api/admin/contributions', ({ request }) => {
      const { searchParams } = new URL(request.url);
      asked.push(searchParams.toString());
      const from = Number(searchParams.get('cursor') ?? 0);
      const status = searchParams.get('status');
      const shown = all.filter((one) => !status || one.status === status);
      return ok({
        contributions: shown.slice(from, from + 2),
        nextCursor: from + 2 < shown.length ? '2' : null,
      });
    }),
    http.get('/api/admin/contributions/totals', () =>
      ok({
        chartData: [
          { date: '2026-05-03', amount: 0, count: 0 },
          { date: '2026-05-04', amount: 55, count: 2 },
        ],
        total: 55,
        count: 2,
      }),
    ),
    http.post('/api/admin/contributions/:id/refund', async ({ params, request }) => {
      sent.push([params.id, await request.json()]);
      keys.push(request.headers.get('Idempotency-Key') ?? '');
      return refund();
    }),
    http.get('/api/admin/server-cost', () =>
      ok({
        serverCost: { currentCost: 65, monthlyBase: 120, resetDay: 1, nextReset: '2026-06-01T00:00:00Z' },
      }),
    ),
    http.patch('/api/admin/server-cost', async ({ request }) => {
      const body = await request.json();
      sent.push(body);
      return ok({
        serverCost: { currentCost: 95, monthlyBase: 150, resetDay: 15, nextReset: '2026-05-15T00:00:00Z' },
      });
    }),
  );
  signIn();
});
afterEach(() => {
  cleanup();
  tidy();
});
afterAll(() => server.close());

async function open(query = '') {
  openAt(`/admin?tab=contributions${query}`);
  await screen.findByRole('table', { name: 'Contributions, newest first' });
  return userEvent.setup();
}

it('lists, narrows and totals; names stand beside anonymous ones (PAY-11)', async () => {
  const person = await open();
  const row = screen.getByText('=Bob()').closest('tr') as HTMLElement;
  expect(row).toHaveTextContent('Anonymous to members');
  expect(row).toHaveTextContent('$40.00$10.00 refunded');
  expect(screen.getByText('$55.00')).toBeVisible();
  await person.click(screen.getByText('Contributed each day: as a table'));
  const days = within(screen.getByRole('table', { name: 'Contributed each day' }));
  expect(days.getAllByRole('row').map((each) => each.textContent)).toEqual([
    'DaySumContributions',
    'May 4, 2026$552 contributions',
    'May 3, 2026$00 contributions',
  ]);
  await person.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'failed');
  await person.type(screen.getByLabelText('From'), '2026-05-01');
  await person.type(screen.getByLabelText('To'), '2026-04-01');
  expect(await screen.findByText('The first day must not be after the last one')).toBeVisible();
  // Of one's own calendar, as the times that are shown: the server's day hid rows near midnight.
  const from = new Date('2026-05-01T00:00:00').toISOString();
  await waitFor(() => expect(asked.at(-1)).toBe(new URLSearchParams({ status: 'failed', from }).toString()));
});

it('shows the days of the address, also when another place of the tab was gone to', async () => {
  const person = await open();
  await person.type(screen.getByLabelText('From'), '2026-05-01');
  await waitFor(() => expect(asked.at(-1)).toContain('from='));
  await person.keyboard('{Control>}k{/Control}');
  await person.click(await screen.findByRole('option', { name: 'Contributions' }));
  await waitFor(() => expect(asked.at(-1)).toBe(''));
  expect(screen.getByLabelText('From')).toHaveValue('');
});

it('pays back the whole or a part, never more than is left', async () => {
  const person = await open();
  const buttons = screen.getAllByRole('button', { name: /^Refund/ });
  expect(buttons).toHaveLength(2);
  await person.click(buttons[1] as HTMLElement);
  const dialog = within(await screen.findByRole('dialog', { name: 'Refund =Bob()?' }));
  const field = dialog.getByRole('textbox');
  expect(field).toHaveValue('30.00');
  await person.clear(field);
  await person.type(field, '30.01');
  expect(dialog.getByRole('button', { name: 'Refund' })).toBeDisabled();
  await person.clear(field);
  await person.type(field, '7.5');
  refund = () => fail(502, 'The provider did not answer');
  for (const _ of [1, 2]) {
    await person.click(dialog.getByRole('button', { name: 'Refund $7.50' }));
    expect(await dialog.findByText('The provider did not answer')).toBeVisible();
  }
  refund = () => ok({ contribution: all[1] });
  await person.clear(field);
  await person.type(field, '30');
  all[1] = paid('c2', { username: null, name: '=Bob()', amount: 40, refunded: 40, status: 'refunded' });
  await person.click(dialog.getByRole('button', { name: 'Refund $30.00' }));
  expect(await screen.findByText('Refund requested')).toBeVisible();
  // The focus was lost with the button, a moment after the dialog had given it back.
  await waitFor(() => expect(screen.getAllByRole('button', { name: /^Refund/ })).toHaveLength(1));
  await waitFor(() => expect(screen.getByRole('link', { name: '=Bob()' })).toHaveFocus());
  expect(sent).toEqual([
    ['c2', { amount: 7.5 }],
    ['c2', { amount: 7.5 }],
    ['c2', {}],
  ]);
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(keys.map((key) => key === keys[0])).toEqual([true, true, false]);
});

// The session ended while the sum was asked for, and the whole was offered again.
it('keeps a sum when the session ends, until it is thrown away', async () => {
  const person = await open();
  const asked = async () => {
    await person.click(screen.getAllByRole('button', { name: /^Refund/ })[0] as HTMLElement);
    return within(await screen.findByRole('dialog', { name: 'Refund @ann?' }));
  };
  let dialog = await asked();
  await person.clear(dialog.getByRole('textbox'));
  await person.type(dialog.getByRole('textbox'), '7.5');
  refund = () => fail(401, 'Unauthorized', 'unauthorized');
  await person.click(dialog.getByRole('button', { name: 'Refund $7.50' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  cleanup();
  signIn();
  await open();
  dialog = await asked();
  expect(dialog.getByRole('textbox')).toHaveValue('7.5');
  // The same refund as before: had it been made, it would be made twice.
  refund = () => fail(502, 'The provider did not answer');
  await person.click(dialog.getByRole('button', { name: 'Refund $7.50' }));
  expect(await dialog.findByText('The provider did not answer')).toBeVisible();
  expect(keys).toEqual([keys[0], keys[0]]);
  await person.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect((await asked()).getByRole('textbox')).toHaveValue('25.00');
});

// The dialog kept what its row had been, and offered a refund that was made in another tab.
it('follows a refund that is made elsewhere meanwhile', async () => {
  const person = await open();
  await person.click(screen.getAllByRole('button', { name: /^Refund/ })[0] as HTMLElement);
  const dialog = within(await screen.findByRole('dialog', { name: 'Refund @ann?' }));
  all[0] = paid('c1', { refunded: 10, status: 'partially_refunded' });
  invalidate(allContributionsKey);
  expect(await dialog.findByText('Enter a sum up to $15.00')).toBeVisible();
  const field = dialog.getByRole('textbox');
  await person.clear(field);
  await person.type(field, '15');
  // With its amount: only the whole that was seen is paid back as what is left.
  await person.click(dialog.getByRole('button', { name: 'Refund $15.00' }));
  await waitFor(() => expect(sent).toEqual([['c1', { amount: 15 }]]));
});

it('offers no refund of what is refunded already', async () => {
  const person = await open();
  await person.click(screen.getAllByRole('button', { name: /^Refund/ })[0] as HTMLElement);
  const dialog = within(await screen.findByRole('dialog', { name: 'Refund @ann?' }));
  all[0] = paid('c1', { refunded: 25, status: 'refunded' });
  invalidate(allContributionsKey);
  expect(await dialog.findByText('Nothing is left of this payment to refund')).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Refund' })).toBeDisabled();
});

// It left the list, and its dialog went on offering the whole of it.
it('follows a payment that its refund takes out of the list', async () => {
  const person = await open('&status=completed');
  await person.click(screen.getByRole('button', { name: /^Refund/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Refund @ann?' }));
  all[0] = paid('c1', { refunded: 10, status: 'partially_refunded' });
  invalidate(allContributionsKey);
  expect(await dialog.findByText('Enter a sum up to $15.00')).toBeVisible();
  expect(asked.at(-1)).toBe('from=2026-05-04T10%3A00%3A00.000Z&to=2026-05-04T10%3A00%3A01.000Z');
  all[0] = paid('c1', { refunded: 25, status: 'refunded' });
  invalidate(allContributionsKey);
  expect(await dialog.findByText('Nothing is left of this payment to refund')).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Refund' })).toBeDisabled();
});

it('exports what the filters let through', async () => {
  const saved = vi.spyOn(saving, 'saveTable').mockReturnValue();
  server.use(
    http.get('/api/admin/contributions/export', ({ request }) =>
      HttpResponse.text(`asked,${new URL(request.url).search}\r\n`),
    ),
  );
  const person = await open();
  await person.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'failed');
  await person.click(screen.getByRole('button', { name: 'Export as CSV' }));
  expect(await screen.findByText('Contributions exported')).toBeVisible();
  const [name, file] = saved.mock.lastCall ?? [];
  expect(name).toBe('contributions_failed.csv');
  expect(await file?.text()).toBe('asked,?status=failed\r\n');
});

it('changes the base and the day it is due (COST-13)', async () => {
  const person = await open();
  await person.click(screen.getByRole('button', { name: 'Change' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change the server cost' }));
  const day = dialog.getByRole('textbox', { name: 'Day of the month' });
  await person.clear(day);
  await person.type(day, '29');
  expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
  await person.clear(day);
  await person.type(day, '15');
  const base = dialog.getByRole('textbox', { name: 'Monthly base' });
  await person.clear(base);
  await person.type(base, '150');
  await person.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('$95.00')).toBeVisible();
  expect(sent).toEqual([{ monthlyBase: 150, resetDay: 15 }]);
});

// Both were sent: to move the day put a base back that another administrator had just changed.
it('changes of the cost only what was typed', async () => {
  const person = await open();
  await person.click(screen.getByRole('button', { name: 'Change' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change the server cost' }));
  expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
  const day = dialog.getByRole('textbox', { name: 'Day of the month' });
  await person.clear(day);
  await person.type(day, '15');
  await person.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toEqual([{ resetDay: 15 }]));
});
