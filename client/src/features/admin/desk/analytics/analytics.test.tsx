// The analytics tab through the real route, over a played server.
import { texts } from 'texts:admin/desk/analytics';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { openAt, signIn, tidy } from '@/app/app.fixture';
import { fail, ok, server } from '@/net/server.fixture';
import { formatShort } from '@/rules/format';
import * as saving from '@/ui/save';
import { bandOf } from './ChatStats';

let asked: string[];
const hours = Array.from({ length: 24 }, (_, hour) => (hour === 9 ? 1200 : hour === 23 ? 300 : 0));

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => {
  asked = [];
  const note = (request: Request) => {
    const { pathname, search, searchParams } = new URL(request.url);
    asked.push(`${pathname.replace('/api/admin/analytics/', '')}${search}`);
    return searchParams;
  };
  server.use(
    http.get('/api/chat/user-status', () =>
      ok({ hasUsername: true, username: 'chief', isAdmin: true, isBanned: false, creatorId: null }),
    ),
    http.get('/api/admin/analytics/overview', () =>
      ok({
        users: { total: 1_234_567, growthRate: 2.5, onlineNow: 42, activeToday: 1000 },
        messages: { today: 1500, yesterday: 2000, growthRate: -25, averagePerDay: 0.29, thisWeek: 10_400 },
        rooms: { total: 4, active: 2 },
        media: { uploadsToday: 0 },
        timeZone: 'Europe/Berlin',
      }),
    ),
    http.get('/api/admin/analytics/chat', ({ request }) => {
      const timeRange = note(request).get('timeRange');
      return ok({
        timeRange,
        hourlyDistribution: hours,
        peakHour: [9, 1200],
        topUsers: [{ userId: 'u1', username: 'ann', email: 'ann@example.org', messageCount: 900 }],
        totalMessages: 1500,
        uniqueUsers: 3,
        averageMessagesPerUser: 500,
      });
    }),
    http.get('/api/admin/analytics/growth', () =>
      ok({
        chartData: Array.from({ length: 7 }, (_, i) => ({ date: `2026-05-0${i + 1}`, newUsers: i })),
        totalNewUsers: 21,
        averagePerDay: 3,
      }),
    ),
    http.get('/api/admin/analytics/rows', ({ request }) => {
      const params = note(request);
      const from = Number(params.get('cursor') ?? 0);
      const row = (n: number) => ({
        id: `m${n}`,
        at: '2026-05-04T10:00:00Z',
        userId: 'u1',
        username: 'ann',
        email: null,
        roomId: n === 2 ? 'gone' : 'general',
        roomName: n === 2 ? 'Gone' : 'General',
        roomDeleted: n === 2,
        type: 'text',
        messages: null,
      });
      // A row that moved to the next page meanwhile is shown once.
      return ok(
        from === 0
          ? { rows: [row(0), row(1)], nextCursor: '2' }
          : { rows: [row(1), row(2)], nextCursor: null },
      );
    }),
  );
  signIn();
});
afterEach(() => {
  cleanup();
  server.resetHandlers();
  tidy();
  vi.restoreAllMocks();
});
afterAll(() => server.close());

it('shows the counts in few characters, and says them whole (ANLY-1, ANLY-8)', async () => {
  openAt('/admin?tab=analytics');
  expect(await screen.findByRole('button', { name: 'Total users: 1,234,567, show them' })).toHaveTextContent(
    '1.2M',
  );
  expect(screen.getByRole('button', { name: /^Messages today: 1,500/ })).toHaveTextContent('1.5K');
  expect(screen.getByRole('button', { name: /^Active today/ })).toHaveTextContent('1,000');
  expect(screen.getByRole('button', { name: /^Online now: 42/ })).toHaveTextContent('in chat');
  expect(screen.getByText('-25%')).toBeVisible();
  expect(await screen.findByText('Peak hour 09:00–10:00 with 1,200 messages')).toBeVisible();
  expect(screen.getByText(/Days and hours are those of Europe\/Berlin/)).toBeVisible();
});

it('asks for the range that is chosen', async () => {
  openAt('/admin?tab=analytics');
  await screen.findByText(/Peak hour/);
  await userEvent.click(screen.getByRole('radio', { name: 'Month' }));
  await waitFor(() => expect(asked).toContain('chat?timeRange=month'));
});

it('opens the rows of an hour from the table, in pages, each row once', async () => {
  openAt('/admin?tab=analytics');
  const table = await screen.findByRole('table', { name: 'Messages by hour', hidden: true });
  await userEvent.click(
    within(table).getByRole('button', { name: 'Show the messages from 09:00–10:00', hidden: true }),
  );
  const sheet = await screen.findByRole('dialog', { name: 'Messages at 09:00–10:00, today' });
  await within(sheet).findAllByRole('link', { name: 'General' });
  await userEvent.click(within(sheet).getByRole('button', { name: 'Show more' }));
  expect(await within(sheet).findByText('Gone (deleted)')).toBeVisible();
  expect(within(sheet).getAllByRole('rowheader')).toHaveLength(3);
  expect(asked).toContain('rows?figure=messages&timeRange=day&hour=9');
});

it('exports what a figure counts', async () => {
  const saved = vi.spyOn(saving, 'saveTable').mockReturnValue();
  server.use(http.get('/api/admin/analytics/export', () => HttpResponse.text('id\nu1\n')));
  openAt('/admin?tab=analytics');
  await userEvent.click(await screen.findByRole('button', { name: /^Unique users: 3/ }));
  await userEvent.click(await screen.findByRole('button', { name: 'Export CSV' }));
  await waitFor(() => expect(saved).toHaveBeenCalled());
  const [name, file] = saved.mock.lastCall ?? [];
  expect(name).toBe('senders.csv');
  expect(await file?.text()).toBe('id\nu1\n');
});

it('asks again every 30 s, but not while the tab is hidden (ANLY-4, LIM-9)', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    openAt('/admin?tab=analytics');
    await screen.findByText(/Peak hour/);
    const times = () => asked.filter((path) => path.startsWith('chat')).length;
    const first = times();
    await vi.advanceTimersByTimeAsync(30_500);
    expect(times()).toBe(first + 1);
    const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    document.dispatchEvent(new Event('visibilitychange'));
    await vi.advanceTimersByTimeAsync(90_000);
    expect(times()).toBe(first + 1);
    hidden.mockRestore();
  } finally {
    vi.useRealTimers();
  }
});

it('says when the counts cannot be loaded (ANLY-11)', async () => {
  server.use(http.get('/api/admin/analytics/overview', () => fail(400, 'x')));
  openAt('/admin?tab=analytics');
  expect(await screen.findByText('Failed to load data. Please refresh the page.')).toBeVisible();
  expect(texts.failed).toBe('Failed to load data. Please refresh the page.');
});

it('cuts numbers above a thousand and a million, and bands bars by percent (ANLY-8)', () => {
  expect([999, 1000, 1001, 1999, 999_999, 1_000_000, 2_350_000].map(formatShort)).toEqual([
    '999',
    '1,000',
    '1K',
    '1.9K',
    '999.9K',
    '1000K',
    '2.3M',
  ]);
  expect([76, 75, 51, 50, 26, 25, 0].map((value) => bandOf(value, 100))).toEqual([
    'top',
    'high',
    'high',
    'middle',
    'middle',
    'low',
    'low',
  ]);
  expect(bandOf(0, 0)).toBe('low');
});
