// The server cost in the room's header, and contributing to it.
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { afterEach, expect, it } from 'vitest';
import { openRoomScreen, playChat, receive, wait } from '@/features/chat/chat.fixture';
import { never, ok, server } from '@/net/server.fixture';
import { playCheckout } from '@/parts/money/payment.fixture';
import { useCost } from '@/stores/serverCost';
import { endSession } from '@/stores/session/session';
import { serverCostDraft } from '@/stores/sumDrafts';

playChat();
afterEach(serverCostDraft.reset);

const answer = (currentCost: number) =>
  server.use(http.get('/api/server-cost', () => ok({ serverCost: { currentCost, asOf: 1 } })));
// Behind an open sheet it is hidden from screen readers.
const pill = () => screen.findByRole('button', { name: /^Server cost/, hidden: true });

async function openSheet(currentCost: number) {
  answer(currentCost);
  await openRoomScreen();
  const person = userEvent.setup({ delay: null });
  await person.click(await pill());
  const sheet = within(await screen.findByRole('dialog', { name: 'Server cost' }));
  await act(async () => {});
  return { person, sheet };
}

it('shows the figure, and what the socket brings at once (COST-2, COST-11)', async () => {
  answer(42.5);
  await openRoomScreen();
  expect(await pill()).toHaveTextContent('$42.50');
  receive({ type: 'server_cost_update', currentCost: 17.25, line: 2 });
  expect(await pill()).toHaveTextContent('$17.25');
});

it('offers parts of the cost as it is now, and pays the chosen one (COST-2, COST-3, COST-6, COST-15)', async () => {
  const till = playCheckout('server-cost');
  const { person, sheet } = await openSheet(40.02);
  expect(sheet.getByText('Current monthly cost').nextElementSibling).toHaveTextContent('$40.02');
  const parts = () => sheet.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent);
  expect(parts()).toEqual(['25%$10.01', '50%$20.01RECOMMENDED', '75%$30.02RECOMMENDED', '100%$40.02']);
  expect(sheet.getByRole('button', { name: 'PAY' })).toBeDisabled();
  await person.click(sheet.getByRole('radio', { name: /^75%/ }));
  expect(sheet.getByRole('button', { name: 'PAY $30.02' })).toBeEnabled();
  receive({ type: 'server_cost_update', currentCost: 10, line: 3 });
  expect(await sheet.findByText('Below minimum')).toBeVisible();
  expect(parts()).toEqual(['25%Below minimum', '50%$5.00RECOMMENDED', '75%$7.50RECOMMENDED', '100%$10.00']);
  expect(sheet.getByRole('radio', { name: /^25%/ })).toBeDisabled();
  await person.click(sheet.getByRole('checkbox', { name: 'Contribute anonymously' }));
  await person.click(sheet.getByRole('button', { name: 'PAY $7.50' }));
  await act(async () => {});
  expect(till.asked.map(({ body }) => body)).toEqual([{ amount: 7.5, percentage: 75, isAnonymous: true }]);
  expect(till.left).toHaveBeenCalledWith('https://pay.example/c/1');
});

it.each([
  [11.98, '25%$3.00'],
  [11.97, '25%Below minimum'],
  [0, '25%Below minimum'],
])('decides on the rounded part of %d (COST-3, COST-4, COST-15)', async (cost, first) => {
  const { sheet } = await openSheet(cost);
  const [part] = sheet.getAllByRole('radio');
  expect(part?.closest('label')).toHaveTextContent(first);
  expect((part as HTMLInputElement).disabled).toBe(first.endsWith('Below minimum'));
});

it('says that the month is covered and takes a sum of one’s own (COST-1, COST-4, COST-5)', async () => {
  const till = playCheckout('server-cost');
  const { person, sheet } = await openSheet(-12.5);
  expect(await pill()).toHaveTextContent('-$12.50Covered');
  expect(sheet.getByText('This month is covered, with $12.50 to spare.')).toBeVisible();
  for (const part of sheet.getAllByRole('radio')) expect(part).toBeDisabled();
  const field = sheet.getByRole('textbox', { name: 'Custom amount' });
  await person.type(field, '2.99{Enter}');
  expect(sheet.getByText('Minimum payment is $3.00')).toBeVisible();
  await person.clear(field);
  await person.type(field, '10000.01{Enter}');
  expect(sheet.getByText('Maximum payment is $10,000')).toBeVisible();
  await person.clear(field);
  await person.type(field, '3');
  await person.type(field, '{Enter}');
  await act(async () => {});
  expect(till.asked.map(({ body }) => body)).toEqual([{ amount: 3, percentage: null, isAnonymous: false }]);
});

// Closing it, or a reload, threw the sum away.
it('keeps the sum until it is paid, for the same member', async () => {
  const { person, sheet } = await openSheet(40);
  await person.type(sheet.getByRole('textbox', { name: 'Custom amount' }), '12.5');
  await person.click(sheet.getByRole('checkbox', { name: 'Contribute anonymously' }));
  await person.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(sessionStorage.getItem('server_cost_draft')).toContain('12.5');
  await person.click(await pill());
  expect(await screen.findByRole('textbox', { name: 'Custom amount' })).toHaveValue('12.5');
  expect(screen.getByRole('checkbox', { name: 'Contribute anonymously' })).toBeChecked();
  act(() => endSession(true));
  expect(sessionStorage.getItem('server_cost_draft')).toBeNull();
  expect(serverCostDraft.use.getState().custom).toBe('');
});

it('shows the fresh cost when it had moved, and pays that (COST-7)', async () => {
  const till = playCheckout('server-cost');
  const { person, sheet } = await openSheet(40);
  till.answer = () =>
    HttpResponse.json(
      {
        success: false,
        message: 'moved',
        error: 'moved',
        code: 'cost_moved',
        serverCost: { currentCost: 30, asOf: '0000000000000000002' },
      },
      { status: 409 },
    );
  await person.click(sheet.getByRole('radio', { name: /^50%/ }));
  await person.click(sheet.getByRole('button', { name: 'PAY $20.00' }));
  expect(await sheet.findByText(/The server cost is \$30.00 now/)).toBeVisible();
  expect(await pill()).toHaveTextContent('$30.00');
  till.answer = () => ok({ checkoutUrl: 'https://pay.example/c/2' });
  await person.click(sheet.getByRole('button', { name: 'PAY $15.00' }));
  await act(async () => {});
  expect(till.asked.map(({ body }) => (body as { amount: number }).amount)).toEqual([20, 15]);
  expect(new Set(till.asked.map(({ key }) => key)).size).toBe(2);
});

it('shows no figure that it does not know', async () => {
  server.use(http.get('/api/server-cost', never));
  useCost.setState(useCost.getInitialState(), true);
  await openRoomScreen();
  await wait(1_000);
  expect(screen.queryByRole('button', { name: /^Server cost/ })).toBeNull();
  receive({ type: 'server_cost_update', currentCost: 0, line: 4 });
  expect(await pill()).toHaveTextContent('$0.00Covered');
});
