// The emergency page through the real routes, over a played server.
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { openAt, signIn, tidy } from '@/app/app.fixture';
import { config, fail, ok, server } from '@/net/server.fixture';
import { queryClient } from '@/queries/client';
import { emergencyKey } from '@/queries/keys';
import { cut, fault, priorityOf } from '@/rules/emergency';
import { emergencyDraft } from '@/stores/emergency/emergencyDraft';

let replies: { quota: object; history: object[]; send: () => Response };
let sent: unknown[];
let keys: (string | null)[];
let asked: string[];

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => {
  sent = [];
  keys = [];
  asked = [];
  replies = {
    quota: { countThisHour: 0, countToday: 1, nextAllowedAt: null },
    history: [],
    send: () => ok({ message: 'Emergency message sent successfully. Alex has been notified.', id: 'e1' }),
  };
  server.use(
    http.get('/api/config', () => ok({ ...config, creatorName: 'Alex' })),
    http.get('/api/emergency/rate-limit', () => {
      asked.push('quota');
      return ok(replies.quota);
    }),
    http.get('/api/emergency/history', ({ request }) => {
      asked.push('history');
      const { searchParams } = new URL(request.url);
      const from = Number(searchParams.get('cursor') ?? 0);
      const to = from + Number(searchParams.get('limit') ?? 50);
      const nextCursor = to < replies.history.length ? `${to}` : null;
      return ok({ history: replies.history.slice(from, to), nextCursor });
    }),
    http.post('/api/emergency/send', async ({ request }) => {
      sent.push(await request.json());
      keys.push(request.headers.get('Idempotency-Key'));
      return replies.send();
    }),
  );
});
afterEach(() => {
  vi.useRealTimers();
  emergencyDraft.reset();
  tidy();
});
afterAll(() => server.close());

async function open() {
  signIn();
  openAt('/emergency');
  await screen.findByRole('heading', { name: 'Emergency' });
  return userEvent.setup(vi.isFakeTimers() ? { advanceTimers: vi.advanceTimersByTime } : {});
}

it('says what it is for, whom else to call, and what is left (EMRG-1, EMRG-17)', async () => {
  await open();
  expect(screen.getByText('FOR URGENT THREATS ONLY')).toBeVisible();
  expect(
    screen.getByText('Is somebody in danger right now? Call your local emergency services first.'),
  ).toBeVisible();
  await screen.findByText('1 / 3');
  const left = [...screen.getByLabelText('What is left').children].map((one) => one.textContent);
  expect(left).toEqual(['MESSAGES THIS HOUR: 0 / 1', 'MESSAGES TODAY: 1 / 3']);
  const guidelines = within(screen.getByRole('region', { name: 'Guidelines' })).getAllByRole('listitem');
  expect(guidelines.map((line) => line.textContent)).toEqual([
    'Immediate physical threats',
    'Security breaches',
    'Critical system failures affecting many users',
    'Time-sensitive emergencies',
  ]);
  expect(screen.getByText('0 / 160')).toBeVisible();
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'x'.repeat(200) } });
  expect(screen.getByRole('textbox')).toHaveValue('x'.repeat(160));
  expect(screen.getByText('160 / 160')).toBeVisible();
});

it('asks once more, with the priority, and says for 5 s what happened (EMRG-3, EMRG-13)', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const person = await open();
  await screen.findByText('1 / 3');
  await person.type(screen.getByRole('textbox'), 'A threat at the gate');
  await person.click(screen.getByRole('button', { name: 'SEND EMERGENCY MESSAGE' }));
  const question = await screen.findByRole('dialog', { name: 'CONFIRM EMERGENCY MESSAGE' });
  // It takes presses a moment after it is drawn.
  await vi.waitFor(() => expect(question.style.pointerEvents).toBe('auto'));
  const dialog = within(question);
  expect(dialog.getByText('A threat at the gate')).toBeVisible();
  expect(dialog.getByText('Detected priority:', { exact: false })).toHaveTextContent('critical');
  await person.click(dialog.getByRole('button', { name: 'CANCEL' }));
  expect(sent).toEqual([]);
  // The page behind takes presses again once the dialog has gone.
  await vi.waitFor(() => expect(document.body.style.pointerEvents).not.toBe('none'));
  await person.click(screen.getByRole('button', { name: 'SEND EMERGENCY MESSAGE' }));
  asked = [];
  await person.click(await screen.findByRole('button', { name: 'SEND NOW' }));
  const news = 'Emergency message sent successfully. Alex has been notified.';
  expect(await screen.findByText(news)).toBeVisible();
  expect(sent).toEqual([{ message: 'A threat at the gate', priority: 'critical' }]);
  expect(screen.getByRole('textbox')).toHaveValue('');
  await vi.waitFor(() => expect(asked.sort()).toEqual(['history', 'quota']));
  // Its button is closed until another may be sent, and would lose the focus.
  await waitFor(() => expect(screen.getByRole('textbox').closest('form')).toHaveFocus());
  await act(() => vi.advanceTimersByTimeAsync(4_000));
  expect(screen.getByText(news)).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(1_100));
  expect(screen.queryByText(news)).toBeNull();
});

it('says what is wrong with a message (EMRG-2)', async () => {
  const person = await open();
  await person.type(screen.getByRole('textbox'), 'short');
  await person.click(screen.getByRole('button', { name: 'SEND EMERGENCY MESSAGE' }));
  expect(screen.getByText('Message must be at least 10 characters')).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
});

it.each([
  [
    'slow down',
    () => fail(429, 'slow down', 'emergency_limit'),
    'Rate limit exceeded. Please wait before sending another message.',
  ],
  ['its sentence', () => fail(400, 'The gate is shut'), 'The gate is shut'],
  ['nothing', () => fail(400, ''), 'Failed to send emergency message'],
  ['no answer', () => HttpResponse.error(), 'Failed to send emergency message. Please try again.'],
])('keeps what was written when the server says %s (EMRG-14)', async (_, reply, words) => {
  const person = await open();
  replies.send = reply;
  await person.type(screen.getByRole('textbox'), 'long enough now');
  await person.click(screen.getByRole('button', { name: 'SEND EMERGENCY MESSAGE' }));
  await person.click(await screen.findByRole('button', { name: 'SEND NOW' }));
  expect(await screen.findByText(words)).toBeVisible();
  expect(screen.getByRole('textbox')).toHaveValue('long enough now');
});

// The answer was lost on the line: the message counted already, and the form was closed.
it('sends a message without an answer again under its key (EMRG-7, EMRG-14)', async () => {
  const person = await open();
  async function press() {
    await person.click(screen.getByRole('button', { name: 'SEND EMERGENCY MESSAGE' }));
    await person.click(await screen.findByRole('button', { name: 'SEND NOW' }));
  }
  await screen.findByText('1 / 3');
  const answered = replies.send;
  replies.send = () => HttpResponse.error();
  replies.quota = { countThisHour: 1, countToday: 2, nextAllowedAt: '2026-05-04T10:00:00Z' };
  await person.type(screen.getByRole('textbox'), 'long enough now');
  await press();
  await screen.findByText('1 / 1');
  expect(screen.getByText('Failed to send emergency message. Please try again.')).toBeVisible();
  expect(screen.queryByText(/^You have reached your message limit/)).toBeNull();
  replies.send = answered;
  await press();
  expect(await screen.findByText(/^Emergency message sent successfully/)).toBeVisible();
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), keys[0]]);
  expect(screen.getByRole('button', { name: 'SEND EMERGENCY MESSAGE' })).toBeDisabled();
  // The same words later are another message.
  replies.quota = { countThisHour: 0, countToday: 2, nextAllowedAt: null };
  await act(() => queryClient.invalidateQueries({ queryKey: emergencyKey }));
  await waitFor(() => expect(screen.getByRole('textbox')).toBeEnabled());
  await person.type(screen.getByRole('textbox'), 'long enough now');
  await press();
  await waitFor(() => expect(keys).toHaveLength(3));
  expect(keys[2]).not.toBe(keys[0]);
});

// The refusal was of the second press alone, and the third made a second emergency.
it('keeps the key of a message without an answer when the next press is refused', async () => {
  const person = await open();
  async function press() {
    await person.click(screen.getByRole('button', { name: 'SEND EMERGENCY MESSAGE' }));
    await person.click(await screen.findByRole('button', { name: 'SEND NOW' }));
  }
  const answered = replies.send;
  replies.send = () => HttpResponse.error();
  await person.type(screen.getByRole('textbox'), 'long enough now');
  await press();
  await screen.findByText('Failed to send emergency message. Please try again.');
  replies.send = () => fail(403, 'A face is needed first', 'not_now');
  await press();
  await screen.findByText('A face is needed first');
  replies.send = answered;
  await press();
  expect(await screen.findByText(/^Emergency message sent successfully/)).toBeVisible();
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), keys[0], keys[0]]);
});

// The server looks for the message of the key before it counts: it is not there.
it('is closed when the limit was reached meanwhile', async () => {
  const person = await open();
  await screen.findByText('1 / 3');
  replies.send = () => fail(429, 'slow down', 'emergency_limit');
  replies.quota = { countThisHour: 1, countToday: 2, nextAllowedAt: '2026-05-04T10:00:00Z' };
  await person.type(screen.getByRole('textbox'), 'long enough now');
  await person.click(screen.getByRole('button', { name: 'SEND EMERGENCY MESSAGE' }));
  await person.click(await screen.findByRole('button', { name: 'SEND NOW' }));
  expect(await screen.findByText(/^You have reached your message limit/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'SEND EMERGENCY MESSAGE' })).toBeDisabled();
});

// The back button threw the message away, and its key: sent again it might have come twice.
it('keeps what was written when the page is left, and sends it again under its key', async () => {
  let person = await open();
  const answered = replies.send;
  replies.send = () => HttpResponse.error();
  async function press() {
    await person.click(screen.getByRole('button', { name: 'SEND EMERGENCY MESSAGE' }));
    await person.click(await screen.findByRole('button', { name: 'SEND NOW' }));
  }
  await person.type(screen.getByRole('textbox'), 'long enough now');
  await press();
  await screen.findByText('Failed to send emergency message. Please try again.');
  cleanup();
  replies.send = answered;
  person = await open();
  expect(screen.getByRole('textbox')).toHaveValue('long enough now');
  await press();
  expect(await screen.findByText(/^Emergency message sent successfully/)).toBeVisible();
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), keys[0]]);
  expect(screen.getByRole('textbox')).toHaveValue('');
});

it.each([
  [1, 1],
  [0, 3],
])('is closed with %i sent this hour and %i today (EMRG-12)', async (countThisHour, countToday) => {
  replies.quota = { countThisHour, countToday, nextAllowedAt: '2026-05-04T10:00:00Z' };
  await open();
  const limit = await screen.findByText(
    /^You have reached your message limit\. Please wait before sending another message\./,
  );
  expect(limit).toBeVisible();
  expect(screen.getByRole('textbox')).toBeDisabled();
  expect(screen.getByRole('button', { name: 'SEND EMERGENCY MESSAGE' })).toBeDisabled();
});

// "You can send again from 14:05": at 14:05 nothing happened until the window was left and entered.
it('opens by itself when the next message is allowed (EMRG-12)', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  replies.quota = {
    countThisHour: 1,
    countToday: 1,
    nextAllowedAt: new Date(Date.now() + 90_000).toISOString(),
  };
  await open();
  await waitFor(() => expect(screen.getByRole('textbox')).toBeDisabled());
  replies.quota = { countThisHour: 0, countToday: 1, nextAllowedAt: null };
  await act(() => vi.advanceTimersByTimeAsync(91_000));
  await waitFor(() => expect(screen.getByRole('textbox')).toBeEnabled());
});

it('shows five of the latest with what became of them (EMRG-11)', async () => {
  replies.history = Array.from({ length: 7 }, (_, i) => ({
    id: `e${i}`,
    priority: i === 0 ? 'critical' : 'high',
    sentAt: '2026-05-04T10:00:00Z',
    message: `message ${i}`,
    isResolved: i === 0,
    receipt: ['resolved', 'acknowledged', 'handed_over', 'stored'][Math.min(i, 3)],
  }));
  await open();
  expect(await screen.findByText('RESOLVED')).toBeVisible();
  const entries = within(screen.getByRole('region', { name: 'Your latest messages' })).getAllByRole(
    'listitem',
  );
  expect(entries.map((one) => within(one).getByText(/^message \d$/).textContent)).toEqual(
    [0, 1, 2, 3, 4].map((i) => `message ${i}`),
  );
  for (const [i, words] of [
    ['critical', 'RESOLVED'],
    ['high', 'Acknowledged'],
    ['high', 'Handed over'],
    ['high', 'Stored'],
  ].entries())
    for (const word of words) expect(within(entries[i] as HTMLElement).getByText(word)).toBeVisible();
  for (const one of entries)
    expect(one.querySelector('time')).toHaveAttribute('datetime', '2026-05-04T10:00:00Z');
});

// What came before the latest five could not be read.
it('shows the older ones when asked', async () => {
  replies.history = Array.from({ length: 57 }, (_, i) => ({
    id: `e${i}`,
    priority: 'high',
    sentAt: '2026-05-04T10:00:00Z',
    message: `message ${i}`,
    isResolved: true,
    receipt: 'resolved',
  }));
  const user = await open();
  await user.click(await screen.findByRole('button', { name: 'Show more' }));
  expect(await screen.findByText('message 54')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  expect(await screen.findByText('message 56')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

// An older one was resolved, and the page did not show it.
it('asks again while any of the messages is not resolved', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const message = (id: string, isResolved: boolean) => ({
    id,
    priority: 'high',
    sentAt: '2026-05-04T10:00:00Z',
    message: `message ${id}`,
    isResolved,
    receipt: isResolved ? 'resolved' : 'stored',
  });
  replies.history = [message('e2', true), message('e1', false)];
  await open();
  expect(await screen.findByText('Stored')).toBeVisible();
  replies.history = [message('e2', true), message('e1', true)];
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  await waitFor(() => expect(screen.getAllByText('RESOLVED')).toHaveLength(2));
  asked = [];
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  expect(asked).not.toContain('history');
});

it.each([
  ...['danger', 'threat', 'urgent', 'emergency', 'help', 'critical'].map((word) => [
    `x${word}x asap`,
    'critical',
  ]),
  ...['important', 'serious', 'asap', 'quickly'].map((word) => [`x${word.toUpperCase()}`, 'high']),
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
