// The fees of expedited reviews in the contributions tab, over a played server.
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { act } from 'react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openAt, signIn, tidy } from '@/app/app.fixture';
import { fail, ok, server } from '@/net/server.fixture';
import { followAdminChanges } from '@/queries/adminChanges';
import type { AdminFee } from '@/wire/bodies.gen';

const fee = (id: string, change: Partial<AdminFee> = {}): AdminFee => ({
  id,
  amount: 50,
  refunded: 0,
  status: 'completed',
  applicationId: `a-${id}`,
  applicationNumber: `APP-${id}`,
  became: 'accepted',
  unused: false,
  at: '2026-05-04T10:00:00Z',
  ...change,
});

let all: AdminFee[];
let asked: string[];
let sent: unknown[];
let keys: string[];
let list: () => Response | undefined;
let refund: () => Response;

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => {
  all = [
    fee('A', { became: 'not_submitted', unused: true }),
    fee('B'),
    fee('C', {
      became: 'deleted',
      applicationId: null,
      applicationNumber: null,
      unused: true,
      refunded: 20,
      status: 'partially_refunded',
    }),
    fee('D', { became: 'on_hold', refunded: 50, status: 'refunded' }),
  ];
  asked = [];
  sent = [];
  keys = [];
  list = () => undefined;
  refund = () => ok({ fee: all[0] });
  server.use(
    http.get('/api/chat/user-status', () =>
      ok({ hasUsername: true, username: 'chief', isAdmin: true, isBanned: false, creatorId: null }),
    ),
    http.get('/api/admin/fees', ({ request }) => {
      const { searchParams } = new URL(request.url);
      asked.push(searchParams.toString());
      const application = searchParams.get('application');
      const shown = all.filter(
        ({ unused, applicationId }) =>
          (unused || searchParams.get('unused') !== 'true') &&
          (!application || applicationId === application),
      );
      const from = Number(searchParams.get('cursor') ?? 0);
      const nextCursor = from + 3 < shown.length ? '3' : null;
      return list() ?? ok({ fees: shown.slice(from, from + 3), nextCursor });
    }),
    http.post('/api/admin/fees/:id/refund', async ({ params, request }) => {
      sent.push([params.id, await request.json()]);
      keys.push(request.headers.get('Idempotency-Key') ?? '');
      return refund();
    }),
  );
  signIn();
});
afterEach(() => {
  cleanup();
  tidy();
});
afterAll(() => server.close());

const table = () => screen.findByRole('table', { name: 'Fees, newest first' });
const rows = async () =>
  within(await table())
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent?.replace(/^.*(?:AM|PM|\d\d:\d\d)/, ''));

async function open(query = '') {
  openAt(`/admin?tab=contributions&list=fees${query}`);
  return userEvent.setup();
}

it('says what became of each application, and marks what bought nothing (Z-62)', async () => {
  const person = await open();
  expect(await rows()).toEqual([
    'APP-ANot submittedUnused$50.00CompletedRefund',
    'APP-BAccepted$50.00CompletedRefund',
    'DeletedDeletedUnused$50.00$20.00 refundedPartly refundedAudit logRefund',
  ]);
  await person.click(screen.getByRole('button', { name: /more/i }));
  expect(await screen.findByText('APP-D')).toBeVisible();
  expect((await rows()).at(-1)).toBe('APP-DOn hold$50.00$50.00 refundedRefundedAudit log');
  await person.click(screen.getByRole('checkbox', { name: 'Only unused fees' }));
  expect(await screen.findByText('APP-A')).toBeVisible();
  expect(await rows()).toHaveLength(2);
  expect(asked).toEqual(['', 'cursor=3', 'unused=true']);

  // Another administrator decides about an application.
  all = [];
  act(() => followAdminChanges([{ part: 'applications', userId: '', by: 'u-boris' }]));
  expect(await screen.findByText('No unused fees')).toBeVisible();
});

it('leads to an application, and narrows to the fees of one', async () => {
  const person = await open('&application=a-B');
  await table();
  expect(screen.getAllByRole('link', { name: /APP-/ })).toHaveLength(1);
  await person.click(screen.getByRole('button', { name: 'Show all fees' }));
  expect(await screen.findByRole('link', { name: 'APP-A' })).toHaveAttribute(
    'href',
    '/admin/applications?application=a-A',
  );
  expect(screen.getAllByRole('link', { name: /APP-/ })).toHaveLength(2); // none to one that is deleted
  await waitFor(() => expect(asked).toEqual(['application=a-B', '']));
  expect(screen.queryByText('Fees of one application.')).toBeNull();
});

it('says when there are none, and asks again after a failure', async () => {
  all = [];
  list = () => fail(500, 'Out of order');
  const person = await open();
  expect(await screen.findByText('Out of order')).toBeVisible();
  list = () => undefined;
  await person.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No fees here')).toBeVisible();
});

it('pays a fee back, whole or in part, once however often it is tried (Z-62)', async () => {
  const person = await open('&unused=true');
  await table();
  await person.click(screen.getByRole('button', { name: 'Refund $50.00, Deleted' }));
  const dialog = within(
    await screen.findByRole('dialog', { name: 'Refund the fee of a deleted application?' }),
  );
  const field = dialog.getByRole('textbox');
  expect(field).toHaveValue('30.00');
  await person.clear(field);
  await person.type(field, '7.5');
  refund = () => fail(503, 'The provider did not answer');
  for (const _ of [1, 2]) {
    await person.click(dialog.getByRole('button', { name: 'Refund $7.50' }));
    expect(await dialog.findByText('The provider did not answer')).toBeVisible();
  }
  refund = () => ok({ fee: all[2] });
  await person.clear(field);
  await person.type(field, '30');
  all = [];
  await person.click(dialog.getByRole('button', { name: 'Refund $30.00' }));
  expect(await screen.findByText('Refund requested')).toBeVisible();
  expect(await screen.findByText('No unused fees')).toBeVisible();
  expect(sent).toEqual([
    ['C', { amount: 7.5 }],
    ['C', { amount: 7.5 }],
    ['C', {}],
  ]);
  expect(keys.map((key) => key === keys[0])).toEqual([true, true, false]);
});

// Another administrator had paid part of it back, and the dialog went on offering the whole.
it('follows a fee that its refund takes out of the list', async () => {
  const person = await open('&unused=true');
  await table();
  await person.click(screen.getByRole('button', { name: 'Refund $50.00, APP-A' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Refund the fee of APP-A?' }));
  all[0] = fee('A', { unused: false, refunded: 20, status: 'partially_refunded' });
  act(() => followAdminChanges([{ part: 'applications', userId: '', by: 'u-boris' }]));
  expect(await dialog.findByText('Enter a sum up to $30.00')).toBeVisible();
  expect(asked.at(-1)).toBe('application=a-A');
  all[0] = fee('A', { unused: false, refunded: 50, status: 'refunded' });
  act(() => followAdminChanges([{ part: 'contributions', userId: '', by: 'u-boris' }]));
  expect(await dialog.findByText('Nothing is left of this payment to refund')).toBeVisible();
});

// It was looked for on the first page of all fees, and the dialog went on offering the whole.
it('follows a fee of a deleted application behind the first page', async () => {
  const deleted = { applicationId: null, applicationNumber: null, became: 'deleted' };
  all = [fee('B'), fee('E'), fee('F'), fee('G', { ...deleted, unused: true })];
  const person = await open('&unused=true');
  await table();
  await person.click(screen.getByRole('button', { name: 'Refund $50.00, Deleted' }));
  const dialog = within(
    await screen.findByRole('dialog', { name: 'Refund the fee of a deleted application?' }),
  );
  all[3] = fee('G', { ...deleted, refunded: 50, status: 'refunded' });
  act(() => followAdminChanges([{ part: 'contributions', userId: '', by: 'u-boris' }]));
  expect(await dialog.findByText('Nothing is left of this payment to refund')).toBeVisible();
  expect(asked.slice(-2)).toEqual(['', 'cursor=3']);
});
