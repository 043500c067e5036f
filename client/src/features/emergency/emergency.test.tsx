// The emergency page through the real routes, over a played server.
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openAt, signIn, tidy } from '@/app/app.fixture';
import { fail, ok, server } from '@/net/server.fixture';
import { cut, fault, priorityOf } from '@/rules/emergency';

let replies: { quota: object; history: object[]; send: () => Response };
let sent: unknown[];

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => {
  sent = [];
  replies = {
    quota: { countThisHour: 0, countToday: 1, nextAllowedAt: null },
    history: [],
    send: () => ok({ message: 'Emergency message sent successfully. Alex has been notified.', id: 'e1' }),
  };
  server.use(
    http.get('/api/emergency/rate-limit', () => ok(replies.quota)),
    http.get('/api/emergency/history', () => ok({ history: replies.history })),
    http.post('/api/emergency/send', async ({ request }) => {
      sent.push(await request.json());
      return replies.send();
    }),
  );
});
afterEach(tidy);
afterAll(() => server.close());

async function open() {
  signIn();
  openAt('/emergency');
  await screen.findByRole('heading', { name: 'Emergency' });
  return userEvent.setup();
}

it('asks once more, with the priority, and says what happened (EMRG-1, EMRG-3, EMRG-13)', async () => {
  const person = await open();
  expect(screen.getByText('FOR URGENT THREATS ONLY')).toBeVisible();
  expect(await screen.findByText('1 / 3')).toBeVisible();
  await person.type(screen.getByRole('textbox'), 'A threat at the gate');
  await person.click(screen.getByRole('button', { name: 'SEND EMERGENCY MESSAGE' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'CONFIRM EMERGENCY MESSAGE' }));
  expect(dialog.getByText('critical')).toBeVisible();
  await person.click(dialog.getByRole('button', { name: 'CANCEL' }));
  expect(sent).toEqual([]);
  await person.click(screen.getByRole('button', { name: 'SEND EMERGENCY MESSAGE' }));
  await person.click(await screen.findByRole('button', { name: 'SEND NOW' }));
  expect(
    await screen.findByText('Emergency message sent successfully. Alex has been notified.'),
  ).toBeVisible();
  expect(sent).toEqual([{ message: 'A threat at the gate', priority: 'critical' }]);
  expect(screen.getByRole('textbox')).toHaveValue('');
});

it('says what is wrong with a message, and what the server refused (EMRG-2, EMRG-14)', async () => {
  const person = await open();
  await person.type(screen.getByRole('textbox'), 'short');
  await person.click(screen.getByRole('button', { name: 'SEND EMERGENCY MESSAGE' }));
  expect(screen.getByText('Message must be at least 10 characters')).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
  replies.send = () => fail(429, 'slow down', 'emergency_limit');
  await person.type(screen.getByRole('textbox'), ' but longer now');
  await person.click(screen.getByRole('button', { name: 'SEND EMERGENCY MESSAGE' }));
  await person.click(await screen.findByRole('button', { name: 'SEND NOW' }));
  expect(
    await screen.findByText('Rate limit exceeded. Please wait before sending another message.'),
  ).toBeVisible();
  expect(screen.getByRole('textbox')).toHaveValue('short but longer now');
});

it('is closed while the quota is used up (EMRG-12)', async () => {
  replies.quota = { countThisHour: 1, countToday: 1, nextAllowedAt: '2026-05-04T10:00:00Z' };
  await open();
  expect(await screen.findByText(/You have reached your message limit/)).toBeVisible();
  expect(screen.getByRole('textbox')).toBeDisabled();
  expect(screen.getByRole('button', { name: 'SEND EMERGENCY MESSAGE' })).toBeDisabled();
});

it('shows five of the latest with what became of them (EMRG-11)', async () => {
  replies.history = Array.from({ length: 7 }, (_, i) => ({
    id: `e${i}`,
    priority: 'high',
    sentAt: '2026-05-04T10:00:00Z',
    message: `message ${i}`,
    isResolved: i === 0,
    receipt: i === 0 ? 'resolved' : 'handed_over',
  }));
  await open();
  expect(await screen.findByText('RESOLVED')).toBeVisible();
  expect(screen.getAllByText(/^message \d$/)).toHaveLength(5);
});

it.each([
  ['HELPful', 'critical'],
  ['asap please', 'high'],
  ['hello there', 'normal'],
])('finds in %s the priority %s (EMRG-4)', (text, priority) => {
  expect(priorityOf(text)).toBe(priority);
});

it('counts characters as people do (EMRG-2, EMRG-6)', () => {
  expect(fault('👍'.repeat(9))).not.toBe('');
  expect(fault('👍'.repeat(160))).toBe('');
  expect(fault('x'.repeat(161))).toBe('Message exceeds maximum length');
  expect([...cut('👍'.repeat(200))]).toHaveLength(160);
});
