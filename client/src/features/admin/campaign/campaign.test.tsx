// Notification campaigns through the real route, over a played server.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { openAt, signIn, tidy } from '@/app/app.fixture';
import { fail, ok, server } from '@/net/server.fixture';
import { resetCampaignDraft } from '@/stores/campaign/campaignDraft';
import { onCampaignProgress } from '@/stores/campaign/campaigns';
import type { Campaign, CampaignState } from '@/wire/bodies.gen';

vi.mock('@/net/socket', async (original) => ({
  ...(await original<typeof import('@/net/socket')>()),
  createChatSocket: () => ({ open() {}, close() {}, send: () => true, healthy() {} }),
}));
afterAll(() => {
  vi.doUnmock('@/net/socket');
});

const campaign = (change: Partial<Campaign> = {}): Campaign => ({
  id: 'c1',
  name: 'News',
  notification_type: 'both',
  recipient_group: 'all',
  status: 'processing',
  subject: 'Hello',
  message: 'All',
  recipient_count: 40,
  success_count: 0,
  failure_count: 0,
  asOf: '10',
  unknown_count: 0,
  skipped_count: 0,
  error_message: null,
  created_at: '2026-05-04T10:00:00Z',
  send_at: '2026-05-04T10:00:00Z',
  ended_at: null,
  ...change,
});

let state: Omit<CampaignState, 'success'>;
let sent: { key: string | null; body: Record<string, unknown> }[];
let tested: unknown[];
let asked: number;

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => {
  sent = [];
  tested = [];
  asked = 0;
  state = {
    campaign: campaign(),
    stats: { sent: 4, failed: 0, unknown: 0, skipped: 0 },
    queuedCount: 40,
    progress: 10,
  };
  server.use(
    http.get('/api/chat/user-status', () =>
      ok({ hasUsername: true, username: 'chief', isAdmin: true, isBanned: false, creatorId: null }),
    ),
    http.get('/api/admin/rooms', () => ok({ rooms: [] })),
    http.get('/api/notifications/groups', () =>
      ok({
        groups: [
          { id: 'all', name: 'All Members', count: 30, description: 'Every member of the community' },
          { id: 'specific', name: 'Specific Users', count: 0, description: 'Members you choose one by one' },
        ],
        email: true,
        sms: true,
        outbox: true,
      }),
    ),
    http.get('/api/notifications/recipients/all', () => ok({ total: 30, withEmail: 25, withPhone: 15 })),
    http.get('/api/notifications/search-users', () =>
      ok({ users: [{ id: 'u1', name: 'Ann', username: 'ann', hasEmail: true, hasPhone: false }] }),
    ),
    http.get('/api/notifications/history', () =>
      ok({
        campaigns: [
          campaign({
            id: 'c0',
            name: 'Old',
            status: 'failed',
            error_message: 'The mail server could not be reached',
          }),
        ],
        nextCursor: null,
      }),
    ),
    http.get('/api/notifications/deliveries/c0', ({ request }) => {
      const one = { userId: 'u1', name: 'Ann', channel: 'email', status: 'unknown', error: 'The line broke' };
      const asked = new URL(request.url).searchParams.get('status') ?? one.status;
      return ok({ deliveries: asked === one.status ? [one] : [], nextCursor: null });
    }),
    http.get('/api/notifications/status/c1', () => {
      asked++;
      return ok(state);
    }),
    http.post('/api/notifications/pause/c1', () => {
      state = { ...state, campaign: campaign({ status: 'paused' }) };
      return ok(state);
    }),
    http.post('/api/notifications/test', async ({ request }) => {
      const body = (await request.json()) as { type: string };
      tested.push(body.type);
      return body.type === 'sms'
        ? fail(503, 'No provider', 'sms_off')
        : ok({ message: 'Test email sent successfully' });
    }),
    http.post('/api/notifications/send', async ({ request }) => {
      sent.push({
        key: request.headers.get('Idempotency-Key'),
        body: (await request.json()) as Record<string, unknown>,
      });
      return ok({
        message: 'Notification campaign started! Queued 40 messages.',
        campaign: campaign(),
        queuedCount: 40,
      });
    }),
  );
});
afterEach(() => {
  tidy();
  resetCampaignDraft();
  vi.useRealTimers();
});
afterAll(() => server.close());

async function openTab() {
  signIn();
  openAt('/admin?tab=notifications');
  await screen.findByRole('combobox', { name: 'Recipients' });
  return userEvent.setup();
}

/** The tab with a mail that is written, under a clock that the test moves on. */
async function composed() {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  signIn();
  openAt('/admin?tab=notifications');
  await screen.findByRole('combobox', { name: 'Recipients' });
  const person = userEvent.setup({ advanceTimers: vi.advanceTimersByTimeAsync });
  await person.selectOptions(screen.getByRole('combobox', { name: 'Recipients' }), 'all');
  await person.type(screen.getByRole('textbox', { name: 'Subject' }), 'Hello');
  await person.type(screen.getByRole('textbox', { name: 'Message' }), 'You');
  return person;
}

async function confirmed() {
  const person = await composed();
  await person.click(send());
  await person.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Send' }));
  await screen.findByRole('region', { name: 'News' });
  return person;
}
const send = () => screen.getByRole('button', { name: 'Send Notification' });

it('composes, warns, confirms, sends once and follows the campaign (NOTIF-1, NOTIF-5, NOTIF-6, NOTIF-7, NOTIF-14, NOTIF-17)', async () => {
  const person = await openTab();
  expect(screen.getByRole('tab', { name: 'Compose Notification', selected: true })).toBeVisible();
  expect(send()).toBeDisabled();
  await person.selectOptions(screen.getByRole('combobox', { name: 'Recipients' }), 'all');
  expect(await screen.findByText('30 recipients: 25 with email, 15 with phone')).toBeVisible();
  expect(send()).toBeDisabled();
  await person.click(screen.getByRole('radio', { name: 'Both' }));
  await person.click(screen.getByRole('textbox', { name: 'Message' }));
  await person.paste('a'.repeat(320));
  expect(
    screen.getByText(
      'Message exceeds 160 characters. Will be split into 2 SMS messages. Networks count these characters differently: it will be 3 messages.',
    ),
  ).toBeVisible();
  // A look at the history lost what was written.
  await person.click(screen.getByRole('tab', { name: 'History' }));
  await person.click(screen.getByRole('tab', { name: 'Compose Notification' }));
  expect(await screen.findByRole('textbox', { name: 'Message' })).toHaveValue('a'.repeat(320));
  expect(sessionStorage.getItem('campaign_draft')).toContain('a'.repeat(320));
  await person.click(send());
  expect(screen.getByText('Please enter a subject for email notifications')).toBeVisible();
  await person.type(screen.getByRole('textbox', { name: 'Subject' }), 'Hello');
  await person.click(send());
  const dialog = within(await screen.findByRole('dialog', { name: 'Send this notification?' }));
  expect(dialog.getByText(/40 messages to All Members/)).toBeVisible();
  await person.dblClick(dialog.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText('Notification campaign started! Queued 40 messages.')).toBeVisible();
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
  expect(sent[0]?.body).toMatchObject({ recipientGroup: 'all', notificationType: 'both', subject: 'Hello' });

  // The focus was lost with the button that sent it, and with those of what goes on.
  const region = await screen.findByRole('region', { name: 'News' });
  await waitFor(() => expect(region).toHaveFocus());
  const panel = within(region);
  expect(panel.getByText('4 sent, 0 failed of 40')).toBeVisible();
  act(() =>
    onCampaignProgress({
      campaignId: 'c1',
      status: 'processing',
      queuedCount: 40,
      sent: 20,
      failed: 1,
      unknown: 1,
      progress: 55,
      position: 11,
    }),
  );
  expect(panel.getByText('20 sent, 1 failed, 1 unknown of 40')).toBeVisible();
  expect(panel.getByText('55%')).toBeVisible();
  await person.click(panel.getByRole('button', { name: 'Pause' }));
  expect(await panel.findByRole('button', { name: 'Resume' })).toBeVisible();
  state = {
    campaign: campaign({ status: 'completed' }),
    stats: { sent: 38, failed: 1, unknown: 1, skipped: 0 },
    queuedCount: 40,
    progress: 100,
  };
  act(() =>
    onCampaignProgress({
      campaignId: 'c1',
      status: 'completed',
      queuedCount: 40,
      sent: 38,
      failed: 1,
      unknown: 1,
      progress: 100,
      position: 12,
    }),
  );
  expect(await screen.findByText('Campaign completed! Sent: 38, Failed: 2')).toBeVisible();
  expect(region).toHaveFocus();
});

// Beside the button that pauses, one press ended a campaign for good.
it('asks before a campaign is cancelled, in its panel and in the history', async () => {
  const cancelled: string[] = [];
  server.use(
    http.get('/api/notifications/history', () => ok({ campaigns: [campaign()], nextCursor: null })),
    http.post('/api/notifications/cancel/:id', ({ params }) => {
      cancelled.push(String(params.id));
      state = { ...state, campaign: campaign({ status: 'cancelled' }) };
      return ok(state);
    }),
  );
  const person = await confirmed();
  const ask = async (where: HTMLElement, answer: string) => {
    await person.click(within(where).getByRole('button', { name: 'Cancel Campaign: News' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Cancel News?' }));
    expect(cancelled).toEqual([]);
    await person.click(dialog.getByRole('button', { name: answer }));
  };
  await ask(screen.getByRole('region', { name: 'News' }), 'Keep it');
  await person.click(screen.getByRole('tab', { name: 'History' }));
  await ask(await screen.findByRole('row', { name: /News/ }), 'Cancel Campaign');
  await waitFor(() => expect(cancelled).toEqual(['c1']));
  // The button went with what it cancelled, and the focus with it.
  expect(screen.getByRole('button', { name: 'Results of News' })).toHaveFocus();
});

it('chooses recipients one by one, and tries both channels on oneself (NOTIF-4, NOTIF-5, NOTIF-16)', async () => {
  const person = await openTab();
  await person.selectOptions(screen.getByRole('combobox', { name: 'Recipients' }), 'specific');
  await person.type(screen.getByRole('textbox', { name: 'Subject' }), 'Hello');
  await person.type(screen.getByRole('textbox', { name: 'Message' }), 'You');
  await person.click(send());
  expect(screen.getByText('Please select at least one recipient')).toBeVisible();
  await person.type(screen.getByRole('searchbox', { name: 'Search users' }), 'an');
  await person.click(await screen.findByRole('button', { name: 'Add @ann' }));
  expect(screen.getByText('1 recipient: 1 with email, 0 with phone')).toBeVisible();
  await person.click(screen.getByRole('radio', { name: 'Both' }));
  await person.click(screen.getByRole('button', { name: 'Send Test' }));
  expect(
    await screen.findByText('SMS: Test failed: No provider · Email: Test email sent successfully'),
  ).toBeVisible();
  expect(tested).toEqual(['sms', 'email']);
  await person.click(send());
  await person.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(sent[0]?.body).toMatchObject({ recipientIds: ['u1'] }));
});

it('lists what was sent with its results, and says what failed (NOTIF-15, NOTIF-20)', async () => {
  const person = await openTab();
  await person.click(screen.getByRole('tab', { name: 'History' }));
  const row = within(await screen.findByRole('row', { name: /Old/ }));
  expect(row.getByText('The mail server could not be reached')).toBeVisible();
  await person.click(row.getByRole('button', { name: 'Results of Old' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Old' }));
  expect(await dialog.findByRole('row', { name: /Ann/ })).toHaveTextContent('UnknownThe line broke');
  await person.selectOptions(dialog.getByRole('combobox', { name: 'Result' }), 'Failed');
  expect(await dialog.findByText('No messages with this result.')).toBeVisible();
  expect(dialog.getByRole('link', { name: 'Audit log of this campaign' })).toHaveAttribute(
    'href',
    '/admin?tab=audit&subject=c0',
  );
  await person.keyboard('{Escape}');
});

it.each([
  ['groups', 'Failed to load recipient groups'],
  ['history', 'Failed to load notification history'],
])('says that %s cannot be loaded (NOTIF-20)', async (path, words) => {
  server.use(http.get(`/api/notifications/${path}`, () => fail(404, 'Odd', 'not_found')));
  signIn();
  openAt('/admin?tab=notifications');
  await userEvent.click(
    await screen.findByRole('tab', { name: path === 'history' ? 'History' : 'Compose Notification' }),
  );
  expect(await screen.findByText(words)).toBeVisible();
});

it('asks every 2 s until a campaign failed, says why, and hides 5 s later (NOTIF-12, NOTIF-14, LIM-9)', async () => {
  await confirmed();
  const before = asked;
  await act(() => vi.advanceTimersByTimeAsync(6_000));
  expect(asked - before).toBe(3);
  state = {
    campaign: campaign({ status: 'failed', error_message: 'The mail server could not be reached' }),
    stats: { sent: 0, failed: 40, unknown: 0, skipped: 0 },
    queuedCount: 40,
    progress: 100,
  };
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(await screen.findByText('Campaign failed: The mail server could not be reached')).toBeVisible();
  const ended = asked;
  await act(() => vi.advanceTimersByTimeAsync(4_000));
  expect(screen.getByRole('region', { name: 'News' })).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(1_500));
  expect(screen.queryByRole('region', { name: 'News' })).not.toBeInTheDocument();
  expect(asked).toBe(ended);
});

it('stops asking after five minutes and names the History (NOTIF-12, NOTIF-14)', async () => {
  await confirmed();
  await act(() => vi.advanceTimersByTimeAsync(298_000));
  expect(screen.queryByText(/See History/)).not.toBeInTheDocument();
  await act(() => vi.advanceTimersByTimeAsync(2_500));
  expect(screen.getByText('Still sending. See History for its progress.')).toBeVisible();
  const stopped = asked;
  expect(stopped).toBeGreaterThan(140);
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  expect(asked).toBe(stopped);
});

it('clears the result of a test after 7 s (NOTIF-16)', async () => {
  const person = await composed();
  await person.click(screen.getByRole('button', { name: 'Send Test' }));
  expect(await screen.findByText('Test email sent successfully')).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(6_000));
  expect(screen.getByText('Test email sent successfully')).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(1_500));
  expect(screen.queryByText('Test email sent successfully')).not.toBeInTheDocument();
  server.use(http.post('/api/notifications/test', () => HttpResponse.error()));
  await person.click(screen.getByRole('button', { name: 'Send Test' }));
  expect(await screen.findByText('Test failed: Unknown error')).toBeVisible();
});

it.each([
  [
    () => fail(409, 'This Idempotency-Key was used for another notification'),
    /^This Idempotency-Key was used/,
  ],
  [() => HttpResponse.error(), 'Failed to send notification'],
])('says why nothing was sent (NOTIF-20)', async (refuse, words) => {
  server.use(http.post('/api/notifications/send', refuse));
  const person = await composed();
  await person.click(send());
  await person.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Send' }));
  expect(await screen.findByText(words)).toBeVisible();
});

// The year of a date may be typed with five digits: the button did nothing then.
it('says that a time to send at is none', async () => {
  const person = await openTab();
  await person.selectOptions(screen.getByRole('combobox', { name: 'Recipients' }), 'all');
  await person.type(screen.getByRole('textbox', { name: 'Subject' }), 'Hello');
  await person.type(screen.getByRole('textbox', { name: 'Message' }), 'You');
  fireEvent.change(screen.getByLabelText('Send at'), { target: { value: '20261-01-01T10:00' } });
  await person.click(screen.getByRole('button', { name: 'Schedule Notification' }));
  expect(await screen.findByText('Please enter a valid date and time')).toBeVisible();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('says that users cannot be searched (NOTIF-20)', async () => {
  server.use(http.get('/api/notifications/search-users', () => fail(404, 'Odd', 'not_found')));
  const person = await openTab();
  await person.selectOptions(screen.getByRole('combobox', { name: 'Recipients' }), 'specific');
  await person.type(screen.getByRole('searchbox', { name: 'Search users' }), 'an');
  expect(await screen.findByText('Failed to search users')).toBeVisible();
});
