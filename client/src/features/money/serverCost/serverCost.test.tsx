// The server cost's ledger and its success page, through the real routes.
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openAt, signIn, tidy } from '@/app/app.fixture';
import { fail, ok, server } from '@/net/server.fixture';
import { onServerCost } from '@/stores/serverCost';
import { serverCostDraft } from '@/stores/sumDrafts';
import type { ServerCostLine } from '@/wire/bodies.gen';

const line = (id: string, amount: number, change: Partial<ServerCostLine> = {}): ServerCostLine => ({
  id,
  kind: 'contribution',
  amount,
  at: '2026-05-04T10:00:00Z',
  username: 'ann',
  undoes: null,
  month: null,
  ...change,
});

let lines: ServerCostLine[];
let sum: number;
const pageSize = 3;

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => {
  lines = [
    line('5', 12.34, { kind: 'refund', undoes: '3' }),
    line('4', -0.1, { username: null }),
    line('3', -12.34),
    line('2', -20.2, { username: 'bob' }),
    line('1', 120, { kind: 'accrual', username: null, month: '2026-05-01' }),
  ];
  sum = 99.7;
  server.use(
    http.get('/api/server-cost', () => ok({ serverCost: { currentCost: sum, asOf: 7 } })),
    http.get('/api/server-cost/ledger', ({ request }) => {
      const from = Number(new URL(request.url).searchParams.get('cursor') ?? 0);
      const next = from + pageSize < lines.length ? String(from + pageSize) : null;
      return ok({ lines: lines.slice(from, from + pageSize), sum, nextCursor: next });
    }),
  );
  signIn();
});
afterEach(tidy);
afterAll(() => server.close());

const cells = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);

it('lets a member add the lines up to the meter, anonymous ones without a name (COST-12, PAY-11)', async () => {
  openAt('/server-cost');
  expect(await screen.findByText(/They add up to -\$0.10; the older ones bring \$99.80/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Show all lines' }));
  const proof = await screen.findByText('5 lines. Their sum is $99.70: what the meter shows.');
  // The button is gone, and the keyboard began again at the top of the page.
  expect(proof).toHaveFocus();
  const rows = screen.getAllByRole('row').slice(1);
  expect(rows.map((row) => cells(row).slice(1))).toEqual([
    ['@ann', '+$12.34', '$99.70'],
    ['Anonymous', '-$0.10', '$87.36'],
    ['@ann', '-$12.34', '$87.46'],
    ['@bob', '-$20.20', '$99.80'],
    ['—', '+$120.00', '$120.00'],
  ]);
  expect(screen.getByText('Monthly base, May 2026')).toBeVisible();
});

// A page that failed was asked for again without end, and nothing was said.
it('says that older lines did not come, and asks for them when it is pressed again', async () => {
  let asked = 0;
  const down = http.get('/api/server-cost/ledger', ({ request }) => {
    if (!new URL(request.url).searchParams.has('cursor')) return undefined;
    asked++;
    return fail(403, 'Not now');
  });
  server.use(down);
  openAt('/server-cost');
  await userEvent.click(await screen.findByRole('button', { name: 'Show all lines' }));
  expect(await screen.findByText(/could not be loaded/)).toBeVisible();
  await new Promise((done) => setTimeout(done, 300));
  expect(asked).toBe(1);
  server.use(http.get('/api/server-cost/ledger', () => ok({ lines: lines.slice(3), sum, nextCursor: null })));
  await userEvent.click(screen.getByRole('button', { name: 'Show all lines' }));
  expect(await screen.findByText('5 lines. Their sum is $99.70: what the meter shows.')).toBeVisible();
});

it('follows the meter, and says so when the lines do not add up (COST-11)', async () => {
  lines = lines.slice(3);
  sum = 99.8;
  openAt('/server-cost');
  expect(await screen.findByText('2 lines. Their sum is $99.80: what the meter shows.')).toBeVisible();
  lines = [line('3', -9.8), ...lines];
  sum = 90;
  onServerCost({ currentCost: 90, line: 8 });
  expect(await screen.findByText('3 lines. Their sum is $90.00: what the meter shows.')).toBeVisible();
  sum = 90.01;
  onServerCost({ currentCost: 90.01, line: 9 });
  expect(await screen.findByText(/Their sum is \$90.00, but the meter shows \$90.01/)).toBeVisible();
});

it.each([
  [-3.5, '-$3.50', 'clear'],
  [12, '$12.00', null],
])('shows the new cost %d after a payment (COST-9, COST-10)', async (newServerCost, words, tone) => {
  server.use(
    http.post('/api/server-cost/payment-success', () =>
      ok({ contribution: { id: 'c1', amount: 25, status: 'completed', isAnonymous: false, newServerCost } }),
    ),
  );
  serverCostDraft.change({ custom: '25' });
  openAt(`/server-cost/success?session_id=cs_${newServerCost}`);
  expect(await screen.findByText('$25.00')).toBeVisible();
  const figure = within(screen.getByText('New Server Cost').parentElement as HTMLElement).getByText(words);
  expect(figure.getAttribute('data-tone')).toBe(tone);
  expect(screen.getByRole('link', { name: 'Return to Chat' })).toHaveAttribute('href', '/chat');
  expect(sessionStorage.getItem('server_cost_draft')).toBeNull();
});

it.each([
  ['', 'No payment session found'],
  ['?session_id=x', 'Payment verification failed'],
])('says what is wrong with %s, with the same way back (COST-10, Z-17)', async (search, words) => {
  server.use(http.post('/api/server-cost/payment-success', () => fail(400, 'Payment verification failed')));
  openAt(`/server-cost/success${search}`);
  expect(await screen.findByText(words)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Return to Chat' })).toHaveAttribute('href', '/chat');
});
