// The server cost in the room's header.
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { expect, it } from 'vitest';
import { never, ok, server } from '@/net/server.fixture';
import { resetCost } from '@/stores/cost';
import { openRoomScreen, playChat, receive, wait } from '../chat.fixture';

playChat();

const answer = (currentCost: number) =>
  server.use(http.get('/api/server-cost', () => ok({ serverCost: { currentCost } })));
const pill = () => screen.findByRole('button', { name: /^Server cost/ });

it('shows the figure, and what is told over the socket at once (COST-2, COST-11)', async () => {
  answer(42.5);
  await openRoomScreen();
  expect(await pill()).toHaveTextContent('$42.50');
  receive({ type: 'server_cost_update', currentCost: 17.25 });
  expect(await pill()).toHaveTextContent('$17.25');
});

it('says that a month is covered (COST-1)', async () => {
  answer(-12.5);
  await openRoomScreen();
  expect(await pill()).toHaveTextContent('-$12.50Covered');
  await userEvent.click(await pill());
  const panel = await screen.findByRole('dialog', { name: 'Server cost' });
  expect(within(panel).getByText('This month is covered, with $12.50 to spare.')).toBeVisible();
});

it('shows no figure that it does not know', async () => {
  server.use(http.get('/api/server-cost', never));
  resetCost();
  await openRoomScreen();
  await wait(1_000);
  expect(screen.queryByRole('button', { name: /^Server cost/ })).toBeNull();
  receive({ type: 'server_cost_update', currentCost: 0 });
  expect(await pill()).toHaveTextContent('$0.00Covered');
});
