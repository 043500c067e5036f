// The back office's reports.
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openAt, signIn, tidy } from '@/app/app.fixture';
import { fail, ok, server } from '@/net/server.fixture';
import { useJump } from '@/stores/room/jump';
import { body } from '@/stores/roomlog/messages.fixture';
import { asksBeforeItCloses } from '@/ui/unsaved.fixture';
import type { Report } from '@/wire/bodies.gen';

const reported = body({ seq: 7, id: 'm-7', username: 'bob', user_id: 'u-bob', message: 'Buy my boots' });
const report: Report = {
  id: 'r-1',
  state: 'open',
  reason: 'spam',
  note: 'Third time this week',
  createdAt: '2026-11-20T10:00:00Z',
  reporter: { id: 'u-ann', username: 'ann' },
  subject: { id: 'u-bob', username: 'bob' },
  roomId: 'general',
  messageId: 'm-7',
  message: reported,
  outcome: null,
  outcomeNote: '',
  closedAt: null,
  closedBy: null,
};

let listed: Record<string, Report[]>;
let ruled: unknown[];
let rule: () => Response;

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => {
  listed = { open: [report], closed: [] };
  ruled = [];
  rule = () => ok({ report: { ...report, state: 'closed', outcome: 'deleted' } });
  server.use(
    http.get('/api/chat/user-status', () =>
      ok({ hasUsername: true, username: 'ada_reyes', isAdmin: true, isBanned: false, creatorId: null }),
    ),
    http.get('/api/admin/reports', ({ request }) => {
      const state = new URL(request.url).searchParams.get('state') ?? '';
      return ok({ reports: listed[state], nextCursor: null });
    }),
    http.post('/api/admin/reports/:id', async ({ params, request }) => {
      ruled.push([params.id, await request.json()]);
      listed = { open: [], closed: [report] };
      return rule();
    }),
    http.get('/api/chat/room/general/messages', () =>
      ok({
        roomId: 'general',
        hasMore: false,
        messages: [body({ seq: 6, id: 'm-6', message: 'Where do we meet?' }), reported],
      }),
    ),
  );
  signIn();
});
afterEach(() => {
  cleanup();
  useJump.setState({ target: null });
  tidy();
});
afterAll(() => server.close());

const card = async () =>
  (await screen.findAllByRole('listitem')).find((item) => within(item).queryByText(/boots/));

async function openReports() {
  openAt('/admin?tab=reports');
  await screen.findByText('Third time this week');
}

it('shows a report with its message, also in context', async () => {
  await openReports();
  expect(screen.getByText('Spam or advertising')).toBeVisible();
  expect(await card()).toHaveTextContent('Reported by ann');
  await userEvent.click(screen.getByRole('button', { name: 'Show what stands around it' }));
  expect(await screen.findByText('Where do we meet?')).toBeVisible();
  expect(screen.getByText('Buy my boots').closest('li')).toHaveAttribute('aria-current', 'true');
});

it('opens the profile with what the desk can do, where it is named', async () => {
  server.use(
    http.get('/api/admin/users/:id/:part', ({ params }) => fail(404, `Asked for ${params.id}`, 'x')),
  );
  await openReports();
  await userEvent.click(screen.getByRole('link', { name: 'bob' }));
  const dialog = await screen.findByRole('dialog', { name: 'User' });
  expect(await within(dialog).findByText('Asked for u-bob')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByText('Third time this week')).toBeVisible();
});

it('closes a report with an outcome and a note', async () => {
  await openReports();
  await userEvent.click(screen.getByRole('button', { name: 'Close report' }));
  const dialog = await screen.findByRole('dialog');
  const close = within(dialog).getByRole('button', { name: 'Close report' });
  expect(close).toBeDisabled();
  await userEvent.click(within(dialog).getByRole('radio', { name: /^Deleted/ }));
  await userEvent.type(within(dialog).getByRole('textbox'), ' advertising ');
  await userEvent.click(close);
  expect(await screen.findByText('Report closed')).toBeVisible();
  expect(ruled).toEqual([['r-1', { outcome: 'deleted', note: 'advertising' }]]);
  expect(await screen.findByText('Nothing to look at')).toBeVisible();
});

// The session ended while the ruling was written, and the note went with its dialog.
it('keeps a note when the session ends, until it is thrown away', async () => {
  const noted = async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Close report' }));
    return within(await screen.findByRole('dialog'));
  };
  await openReports();
  let dialog = await noted();
  await userEvent.type(dialog.getByRole('textbox'), 'Asked the others');
  rule = () => fail(401, 'Unauthorized', 'unauthorized');
  await userEvent.click(dialog.getByRole('radio', { name: /^Dismissed/ }));
  await userEvent.click(dialog.getByRole('button', { name: 'Close report' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  cleanup();
  listed = { open: [report], closed: [] };
  signIn();
  await openReports();
  dialog = await noted();
  expect(dialog.getByRole('textbox')).toHaveValue('Asked the others');
  asksBeforeItCloses();
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect((await noted()).getByRole('textbox')).toHaveValue('');
});

it('offers no deletion where no message stands, and says that somebody was quicker', async () => {
  listed.open = [{ ...report, message: null }];
  rule = () => fail(409, 'ruled already', 'conflict');
  await openReports();
  expect(screen.getByText('The message no longer stands.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Close report' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).queryByRole('radio', { name: /^Deleted/ })).toBeNull();
  await userEvent.click(within(dialog).getByRole('radio', { name: /^Dismissed/ }));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Close report' }));
  expect(await screen.findByText('Somebody has closed this report already.')).toBeVisible();
});

it('shows closed ones with their ruling', async () => {
  listed.closed = [
    {
      ...report,
      state: 'closed',
      outcome: 'warned',
      outcomeNote: 'First warning',
      closedAt: '2026-11-21T10:00:00Z',
      closedBy: { id: 'u-ada', username: 'ada_reyes' },
    },
  ];
  await openReports();
  await userEvent.click(screen.getByRole('radio', { name: 'Closed' }));
  expect(await screen.findByText('Warned')).toBeVisible();
  expect(screen.getByText('First warning')).toBeVisible();
  expect(screen.getByText(/^Closed by ada_reyes/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Close report' })).toBeNull();
});
