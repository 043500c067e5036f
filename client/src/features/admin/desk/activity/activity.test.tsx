// The Activity tab through the real route, over a played server.

import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { openAt, signIn, tidy } from '@/app/app.fixture';
import { fail, never, ok, server } from '@/net/server.fixture';
import type { ActivityItem } from '@/stores/desk/activity';
import { onActivity, onActivityLeftOut, useActivity } from '@/stores/desk/activity';
import { general, play } from '../../admin.fixture';
import { ago } from './activityTexts';
import { happened } from './happened';

const now = () => new Date().toISOString();
const node = {
  id: '0123456789abcdef',
  host: 'alpha',
  build: 'f13c9d2',
  startedAt: '2026-03-02T10:00:00Z',
  sockets: 12,
  people: 9,
  rooms: 3,
  lagMs: 2,
  logAgeMs: 300,
  at: '2026-03-02T10:00:00Z',
};
let asked = 0;

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => {
  asked = 0;
  play();
  server.use(
    http.get('/api/admin/analytics/realtime', () => {
      asked++;
      return ok({
        onlineUsers: [
          { user_id: 'u-bob', username: 'bob', last_seen: now(), in_chat: true },
          { user_id: 'u-nia', username: '', name: 'Nia Newby', last_seen: now(), in_chat: false },
        ],
        onlineCount: 1,
        recentMessages: [
          {
            id: 'm1',
            user_id: 'u-bob',
            room_id: general.id,
            username: 'bob',
            chat_rooms: { display_name: 'General' },
            message_type: 'text',
            message: 'Good morning',
            created_at: now(),
          },
        ],
        recentActivity: [
          {
            id: 'audit:1',
            at: '2026-03-02T10:00:00Z',
            kind: 'ban',
            actor: { id: 'u-chief', username: 'chief' },
            detail: { member: { id: 'u-cyd', username: 'cyd' } },
          },
        ],
      });
    }),
    http.get('/api/admin/nodes', () =>
      ok({ nodes: [node, { ...node, id: 'fedcba9876543210', host: 'beta', lagMs: 2400 }], redis: 'up' }),
    ),
  );
});
afterEach(tidy);
afterAll(() => server.close());

it('shows what happens, who is here and the nodes, and stands still when it is paused (ANLY-4, ANLY-5)', async () => {
  signIn();
  openAt('/admin?tab=activity');
  const feed = within(await screen.findByRole('region', { name: 'Activity' }));
  expect(await feed.findByText('Good morning')).toBeVisible();
  expect(feed.getByRole('button', { name: '@cyd' })).toBeVisible();
  expect(feed.getByRole('link', { name: 'General' })).toHaveAttribute('href', '/admin?room=general');
  expect(within(screen.getByRole('region', { name: 'Online users' })).getByText('In chat')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Nia Newby' })).toBeVisible();
  const late = await screen.findByRole('row', { name: /beta/ });
  expect(within(late).getByText('Behind')).toBeVisible();
  expect(within(screen.getByRole('row', { name: /alpha/ })).queryByText('Behind')).toBeNull();

  const joined = (name: string) =>
    onActivity({
      type: 'activity',
      at: now(),
      kind: 'user_joined',
      actor: { id: `u-${name}`, username: name },
      detail: {},
    });
  joined('dan');
  onActivityLeftOut(1200);
  expect(await feed.findByText('1,200 events left out: more happened than fits here')).toBeVisible();
  const before = asked;
  await userEvent.click(screen.getByRole('checkbox', { name: 'Auto-refresh' }));
  joined('eve');
  expect(await feed.findByRole('button', { name: 'Show 1 new event' })).toBeVisible();
  expect(feed.queryByRole('button', { name: '@eve' })).toBeNull();
  expect(asked).toBe(before);
  await userEvent.click(feed.getByRole('button', { name: 'Show 1 new event' }));
  expect(await feed.findByRole('button', { name: '@eve' })).toBeVisible();
});

// "0 people in chat" stood beside the name of somebody who was only seen lately.
it('counts those in chat and lists apart from them who was seen lately', async () => {
  signIn();
  openAt('/admin?tab=activity');
  const online = within(await screen.findByRole('region', { name: 'Online users' }));
  expect(await online.findByText('1 person in chat')).toBeVisible();
  const inChat = within(online.getByRole('list', { name: 'In chat' }));
  expect(inChat.getAllByRole('button').map((name) => name.textContent)).toEqual(['@bob']);
  const seen = within(online.getByRole('list', { name: 'Seen in the last 5 minutes' }));
  expect(seen.getAllByRole('button').map((name) => name.textContent)).toEqual(['Nia Newby']);
});

// A name that was pressed moved away when somebody came before it was released: nothing happened.
it('stands still while a name in it is pressed', async () => {
  signIn();
  openAt('/admin?tab=activity');
  const feed = within(await screen.findByRole('region', { name: 'Activity' }));
  const actor = { id: 'u-fay', username: 'fay' };
  const comes = () =>
    act(() => onActivity({ type: 'activity', at: now(), kind: 'user_joined', actor, detail: {} }));
  const name = await feed.findByRole('button', { name: '@cyd' });
  fireEvent.pointerDown(name);
  comes();
  expect(feed.queryByRole('button', { name: '@fay' })).toBeNull();
  fireEvent.pointerUp(name);
  fireEvent.click(name);
  expect(await screen.findByRole('dialog')).toBeVisible();
  expect(await feed.findByText('@fay')).toBeVisible();
});

it('asks every 5 s while auto-refresh is on and the tab is looked at (ANLY-4, LIM-9)', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    signIn();
    openAt('/admin?tab=activity');
    await screen.findByText('Good morning');
    const first = asked;
    await vi.advanceTimersByTimeAsync(10_500);
    expect(asked).toBe(first + 2);
    const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    document.dispatchEvent(new Event('visibilitychange'));
    await vi.advanceTimersByTimeAsync(30_000);
    expect(asked).toBe(first + 2);
    hidden.mockRestore();
  } finally {
    vi.useRealTimers();
  }
});

it('has the server select by kind, room and member', async () => {
  signIn();
  openAt('/admin?tab=activity');
  const feed = within(await screen.findByRole('region', { name: 'Activity' }));
  await feed.findByText('Good morning');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'Check-ins');
  expect(await feed.findByText('Nothing that these filters select has happened lately.')).toBeVisible();
  expect(useActivity.getState().filter).toEqual({ kinds: ['check_in'] });
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'Everything');
  await userEvent.click(await feed.findByRole('button', { name: 'Only @bob' }));
  expect(useActivity.getState().filter).toEqual({ userId: 'u-bob' });
  expect(feed.queryByRole('button', { name: '@cyd' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Show everybody' }));
  expect(await feed.findByRole('button', { name: '@cyd' })).toBeVisible();
});

it('says when nothing can be loaded (ANLY-11)', async () => {
  server.use(http.get('/api/admin/analytics/realtime', () => fail(503, 'Odd', 'unavailable')));
  signIn();
  openAt('/admin?tab=activity');
  expect(await screen.findByText('Failed to load data. Please refresh the page.')).toBeVisible();
});

// The failure gave way to the shape of what comes each 5 s, and came back; its button lost the focus.
it('goes on saying so while it is asked again', async () => {
  server.use(
    http.get('/api/admin/analytics/realtime', () => fail(503, 'Odd', 'unavailable')),
    http.get('/api/admin/nodes', () => fail(503, 'Odd', 'unavailable')),
  );
  signIn();
  openAt('/admin?tab=activity');
  const feed = within(await screen.findByRole('region', { name: 'Activity' }));
  const online = screen.getByRole('region', { name: 'Online users' });
  const button = await feed.findByRole('button', { name: 'Try again' });
  const shown = online.innerHTML;
  let again = 0;
  server.use(
    http.get('/api/admin/analytics/realtime', () => {
      again++;
      return never();
    }),
  );
  await userEvent.click(button);
  await waitFor(() => expect(again).toBe(1));
  expect(button).toHaveFocus();
  expect(online.innerHTML).toBe(shown);
  const nodes = within(screen.getByRole('region', { name: 'Nodes' }));
  server.use(http.get('/api/admin/nodes', () => never()));
  await userEvent.click(await nodes.findByRole('button', { name: 'Try again' }));
  expect(nodes.getByRole('button', { name: 'Try again' })).toHaveFocus();
});

it('puts times and deeds into words (ANLY-8)', () => {
  const at = Date.parse('2026-03-04T12:00:00Z');
  const before = (ms: number) => ago(new Date(at - ms).toISOString(), at);
  expect([before(0), before(60_000), before(3_600_000 * 2), before(86_400_000)]).toEqual([
    'Just now',
    '1 minute ago',
    '2 hours ago',
    'Mar 3, 2026',
  ]);
  const named = { who: <b>Ann</b>, room: <i>Lobby</i>, member: null };
  const said = (kind: string, detail: ActivityItem['detail'] = {}) =>
    render(happened({ kind, detail }, named)).container.textContent;
  expect(said('payment', { amount: 12.5 })).toBe('Ann paid $12.50');
  expect(said('refund', { amount: -5 })).toBe('Ann was paid back $5');
  expect(said('message', { messageType: 'image' })).toBe('Ann sent an image in Lobby');
  expect(said('comet_seen')).toBe('Ann: Comet seen');
});
