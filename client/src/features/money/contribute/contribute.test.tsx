// The contribute page and its success page through the real routes, over a
// played server.
import { act, cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openAt, signIn, tidy } from '@/app/app.fixture';
import { config, fail, ok, server } from '@/net/server.fixture';
import { playCheckout } from '@/parts/money/payment.fixture';
import { loseSession } from '@/stores/session/session';
import { contributionDraft } from '@/stores/sumDrafts';
import type { ContributionEntry } from '@/wire/bodies.gen';

const entry = (id: number, change: Partial<ContributionEntry> = {}): ContributionEntry => ({
  id: `c${id}`,
  amount: 25,
  refunded: 0,
  contributedAt: '2026-05-04T10:00:00Z',
  status: 'completed',
  purpose: 'contribution',
  isAnonymous: false,
  ...change,
});

let till: ReturnType<typeof playCheckout>;
let history: ContributionEntry[];

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => {
  history = [];
  server.use(
    http.get('/api/config', () => ok({ ...config, paymentProvider: 'Stripe', testPayments: true })),
    http.get('/api/contribute/history', () => ok({ history, nextCursor: null })),
    http.get('/api/contribute/total', () => ok({ total: 1234.5 })),
  );
  till = playCheckout('contribute');
  signIn();
});
afterEach(() => {
  contributionDraft.reset();
  tidy();
});
afterAll(() => server.close());

async function open() {
  openAt('/contribute');
  await screen.findByRole('heading', { name: 'SUPPORT THE ARMY' });
  return userEvent.setup();
}
const button = () => screen.getByRole('button', { name: 'CONTRIBUTE WITH STRIPE' });
const field = () => screen.getByRole('textbox', { name: 'Custom amount' });
const total = () => within(screen.getByText('Total').parentElement as HTMLElement).getByRole('definition');

describe('the contribute page', () => {
  it('takes a preset or a sum of one’s own, and shows what will be charged (CONT-1, CONT-2, CONT-3, CONT-11, CONT-20)', async () => {
    const person = await open();
    expect(await screen.findByText('TEST PAYMENTS')).toBeVisible();
    const supports = within(screen.getByRole('region', { name: 'What your contribution supports' }));
    expect(supports.getAllByRole('listitem').map((each) => each.textContent)).toEqual([
      'Platform maintenance and security',
      'New feature development',
      'Direct communication with the creator',
      'Exclusive content and updates',
      'Community growth',
    ]);
    expect(button()).toBeDisabled();
    const presets = screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent);
    expect(presets).toEqual(['$10', '$25', '$50', '$100']);

    await person.click(screen.getByRole('radio', { name: '$50' }));
    expect(total()).toHaveTextContent('$50');
    const live = within(screen.getByRole('region', { name: 'Your contribution' })).getByRole('status');
    expect(live).toHaveTextContent(/^\$50$/);
    await person.type(field(), '0');
    expect(button()).toBeDisabled();
    await person.clear(field());
    await person.type(field(), '1x2.3.456');
    expect(field()).toHaveValue('12.34');
    expect(live).toHaveTextContent(/^\$12.34$/);
    expect(screen.getByRole('radio', { name: '$50' })).not.toBeChecked();
    expect(total()).toHaveTextContent('$12.34');
    await person.click(screen.getByRole('radio', { name: '$10' }));
    expect(field()).toHaveValue('');
    expect(total()).toHaveTextContent(/^\$10$/);
    expect(live).toHaveTextContent(/^\$10$/);
    const anonymous = screen.getByRole('checkbox', { name: 'Contribute anonymously' });
    await person.tripleClick(anonymous);
    expect(anonymous).toBeChecked();
    await person.click(button());
    await act(async () => {});
    expect(till.asked.map(({ body }) => body)).toEqual([{ amount: 10, isAnonymous: true }]);
    expect(till.left).toHaveBeenCalledWith('https://pay.example/c/1');
  });

  it('says the limits and sends nothing beyond them (CONT-4)', async () => {
    const person = await open();
    await person.type(field(), '4.99');
    await person.click(button());
    expect(screen.getByText('Minimum contribution is $5')).toBeVisible();
    expect(field()).toHaveFocus();
    await person.clear(field());
    await person.type(field(), '10000.01{Enter}');
    expect(screen.getByText('Maximum contribution is $10,000')).toBeVisible();
    expect(till.asked).toEqual([]);
    await person.clear(field());
    await person.type(field(), '10000{Enter}');
    expect(await screen.findByRole('button', { name: 'CONTRIBUTE WITH STRIPE' })).toHaveAttribute(
      'aria-busy',
    );
    expect(till.asked).toHaveLength(1);
  });

  it('makes one checkout of a double click and of a retry, another of another sum (PAY-9, CONT-6, CONT-7)', async () => {
    let release = () => {};
    const gate = new Promise<void>((done) => {
      release = done;
    });
    till.answer = async () => {
      await gate;
      return fail(503, 'Failed to initialize payment. Please try again.', 'unavailable');
    };
    const person = await open();
    await person.click(screen.getByRole('radio', { name: '$25' }));
    await person.dblClick(button());
    release();
    expect(await screen.findByText('Failed to initialize payment. Please try again.')).toBeVisible();
    expect(till.asked).toHaveLength(1);
    till.answer = () => HttpResponse.error();
    await person.click(button());
    expect(await screen.findByText('Failed to process payment. Please try again.')).toBeVisible();
    till.answer = () => ok({});
    till.left.mockReturnValue(false);
    await person.click(button());
    expect(await screen.findByText('Failed to initialize payment. Please try again.')).toBeVisible();
    await person.click(screen.getByRole('radio', { name: '$100' }));
    expect(screen.queryByText(/Please try again/)).toBeNull();
    await person.click(button());
    await screen.findByText('Failed to initialize payment. Please try again.');
    const keys = till.asked.map(({ key }) => key);
    expect(new Set(keys.slice(0, 3)).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(keys[3]).not.toBe(keys[0]);
  });

  it('begins anew for somebody who comes back from the provider', async () => {
    const person = await open();
    await person.click(screen.getByRole('radio', { name: '$25' }));
    await person.click(button());
    await act(async () => {});
    act(() => {
      window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    });
    expect(button()).not.toHaveAttribute('aria-busy');
    await person.click(button());
    await act(async () => {});
    expect(new Set(till.asked.map(({ key }) => key)).size).toBe(2);
  });

  it('shows ten of the latest, each with its status, and the total (CONT-8, CONT-9, CONT-10)', async () => {
    history = [
      entry(0, { amount: 10.5, status: 'pending' }),
      entry(1, { status: 'failed' }),
      entry(2, { status: 'partially_refunded', refunded: 5, purpose: 'server_cost' }),
      ...Array.from({ length: 10 }, (_, i) => entry(3 + i)),
    ];
    await open();
    expect(await screen.findByText('Showing 10 of 13 contributions')).toBeVisible();
    expect(screen.getByText('$1,234.50')).toBeVisible();
    const rows = screen.getAllByText(/^(Completed|Pending|Failed|Partly refunded)$/);
    expect(rows).toHaveLength(10);
    expect(rows[0]?.closest('li')).toHaveTextContent('$10.50Pending');
    expect(rows.slice(0, 4).map((row) => row.className.match(/alert|info|clear/)?.[0])).toEqual([
      'info',
      'alert',
      'alert',
      'clear',
    ]);
    expect(rows[2]?.closest('li')).toHaveTextContent('$5 refunded');
  });

  it('says when no payment can be made', async () => {
    server.use(http.get('/api/config', () => ok({ ...config, paymentProvider: '' })));
    const person = await open();
    expect(await screen.findByText('Payments are not set up on this server.')).toBeVisible();
    await person.click(screen.getByRole('radio', { name: '$25' }));
    expect(screen.getByRole('button', { name: /^CONTRIBUTE WITH/ })).toBeDisabled();
  });
});

// A session that ended by itself took the sum with it, and the wish to stay unnamed.
it('keeps what is chosen until it is paid', async () => {
  const person = await open();
  await person.type(field(), '42.50');
  await person.click(screen.getByRole('checkbox'));
  act(loseSession);
  cleanup();
  expect(sessionStorage.getItem('contribution_draft')).toContain('42.50');
  signIn();
  const page = openAt('/contribute');
  await screen.findByRole('heading', { name: 'SUPPORT THE ARMY' });
  expect(field()).toHaveValue('42.50');
  expect(screen.getByRole('checkbox')).toBeChecked();
  page.unmount();
  const contribution = { amount: 42.5, status: 'completed', serverCostImpact: { reduced: false } };
  server.use(http.post('/api/contribute/payment-success', () => ok({ contribution })));
  openAt('/contribute/success?session_id=cs_9');
  await screen.findByText('COMPLETED');
  expect(sessionStorage.getItem('contribution_draft')).toBeNull();
});

describe('the success page', () => {
  const paid = (reduced: boolean) => ({
    contribution: {
      id: 'c1',
      amount: 25.5,
      status: 'completed',
      isAnonymous: false,
      serverCostImpact: { reduced },
    },
  });
  let asked: unknown[];
  let answer: () => Response | Promise<Response>;
  beforeEach(() => {
    asked = [];
    server.use(
      http.post('/api/contribute/payment-success', async ({ request }) => {
        asked.push(await request.json());
        return answer();
      }),
    );
  });

  it('thanks, with the sum and the status (CONT-12, CONT-13, CONT-15, CONT-19)', async () => {
    answer = () => ok(paid(true));
    openAt('/contribute/success?session_id=cs_1');
    expect(await screen.findByRole('heading', { name: 'THANK YOU, SOLDIER!' })).toBeVisible();
    expect(screen.getByText('$25.50')).toBeVisible();
    expect(screen.getByText('COMPLETED')).toBeVisible();
    expect(screen.getByText('Your contribution also helps reduce server costs!')).toBeVisible();
    expect(screen.getByText(/confirmation e-mail was sent/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'GO TO DASHBOARD' })).toHaveAttribute('href', '/dashboard');
    expect(screen.getByRole('link', { name: 'CONTRIBUTE AGAIN' })).toHaveAttribute('href', '/contribute');
    expect(asked).toEqual([{ sessionId: 'cs_1' }]);
  });

  it('says the same again when it is loaded anew (CONT-17)', async () => {
    answer = () => ok(paid(true));
    const says: (string | null)[] = [];
    for (const _ of [1, 2]) {
      const page = openAt('/contribute/success?session_id=cs_5');
      await screen.findByText('COMPLETED');
      says.push(page.container.textContent);
      page.unmount();
    }
    expect(says[1]).toBe(says[0]);
  });

  it.each([
    ['sms', 'A confirmation was sent to your phone.'],
    ['none', null],
  ])('says of a receipt by %s what is true (CONT-16)', async (receipt, words) => {
    answer = () => ok({ contribution: { ...paid(false).contribution, receipt } });
    openAt('/contribute/success?session_id=cs_1');
    await screen.findByText('COMPLETED');
    expect(screen.queryByText(/e-mail was sent/)).toBeNull();
    if (words) expect(screen.getByText(words)).toBeVisible();
  });

  it('waits with its words, and claims no reduction that was none (CONT-12, CONT-18)', async () => {
    answer = () => new Promise(() => {});
    const first = openAt('/contribute/success?session_id=cs_2');
    expect(await screen.findByRole('heading', { name: 'VERIFYING PAYMENT...' })).toBeVisible();
    first.unmount();
    answer = () => ok(paid(false));
    openAt('/contribute/success?session_id=cs_3');
    await screen.findByText('COMPLETED');
    expect(screen.queryByText(/reduce server costs/)).toBeNull();
  });

  it.each([
    ['', () => ok(), 'Invalid payment session'],
    ['?session_id=x', () => fail(400, ''), 'Payment verification failed'],
    ['?session_id=x', () => fail(403, 'Not your payment'), 'Not your payment'],
  ])('says what is wrong with %s (CONT-14, Z-17)', async (search, reply, words) => {
    answer = reply;
    openAt(`/contribute/success${search}`);
    expect(await screen.findByRole('heading', { name: 'PAYMENT VERIFICATION FAILED' })).toBeVisible();
    expect(screen.getByText(words)).toBeVisible();
    expect(screen.getByRole('link', { name: 'TRY AGAIN' })).toHaveAttribute('href', '/contribute');
    expect(screen.queryByRole('button', { name: 'Check again' })).toBeNull();
  });

  it('asks again where no answer came, before anybody pays twice (CONT-14, CONT-17)', async () => {
    answer = () => fail(503, '');
    openAt('/contribute/success?session_id=cs_4');
    expect(await screen.findByText('Failed to verify payment')).toBeVisible();
    expect(screen.getByText(/You need not pay again/)).toBeVisible();
    answer = () => ok(paid(false));
    await userEvent.click(screen.getByRole('button', { name: 'Check again' }));
    expect(await screen.findByRole('heading', { name: 'THANK YOU, SOLDIER!' })).toBeVisible();
  });
});
