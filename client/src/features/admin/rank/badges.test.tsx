// The badges tab through the real route, over a played server.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { openAt, signIn, tidy } from '@/app/app.fixture';
import { fail, ok, server } from '@/net/server.fixture';
import { badgeDraft } from '@/stores/desk/formDrafts';
import type { BadgeUser } from '@/wire/bodies.gen';

const ann: BadgeUser = {
  id: 'u-ann',
  username: 'ann',
  name: 'Ann Archer',
  badge_tags: [{ text: 'Helper', emoji: '⭐', color: 'Gold', addedAt: '2026-01-02T03:04:05Z' }],
};
const bob: BadgeUser = { id: 'u-bob', username: null, name: 'Bob Baker', badge_tags: [] };

let searched: (string | null)[];
let sent: unknown[];
let holders: BadgeUser[];

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => {
  searched = [];
  sent = [];
  holders = [ann];
  server.use(
    http.get('/api/chat/user-status', () =>
      ok({ hasUsername: true, username: 'chief', isAdmin: true, isBanned: false, creatorId: null }),
    ),
    http.get('/api/admin/rooms', () => ok({ rooms: [] })),
    http.get('/api/admin/badges/list', () => ok({ users: holders, nextCursor: null })),
    http.get('/api/admin/badges/earned', () => ok({ badges: [] })),
    http.get('/api/admin/badges/users', ({ request }) => {
      searched.push(new URL(request.url).searchParams.get('search'));
      return ok({ users: [bob], nextCursor: null });
    }),
  );
});
afterEach(() => {
  vi.useRealTimers();
  badgeDraft.reset();
  tidy();
});
afterAll(() => server.close());

async function openBadges() {
  signIn();
  openAt('/admin?tab=badges');
  await screen.findByText('@ann');
  return userEvent.setup();
}

it('finds a member and gives a badge (BADGE-1, BADGE-2, BADGE-4)', async () => {
  server.use(
    http.post('/api/admin/badges/assign', async ({ request }) => {
      const body = (await request.json()) as { badge: object };
      sent.push(body);
      const user = { ...bob, badge_tags: [{ addedAt: '2026-01-02T03:04:05Z', ...body.badge }] };
      holders = [ann, user as BadgeUser];
      return ok({ message: 'Badge assigned successfully', user });
    }),
  );
  const person = await openBadges();
  await person.type(screen.getByRole('searchbox', { name: 'Search members' }), 'bob');
  await person.click(await screen.findByRole('button', { name: 'Choose Bob Baker' }));
  expect(searched).toEqual(['bob']);
  await person.type(screen.getByRole('textbox', { name: 'Badge text' }), `${'x'.repeat(31)}`);
  expect(screen.getByRole('textbox', { name: 'Badge text' })).toHaveValue('x'.repeat(30));
  await person.click(screen.getByRole('textbox', { name: 'Emoji' }));
  await person.paste('👨‍👩‍👧🇸🇪⭐');
  await person.click(screen.getByRole('radio', { name: 'Cyan' }));
  await person.click(screen.getByRole('button', { name: 'Assign badge' }));
  expect(await screen.findByText('Badge assigned successfully')).toBeVisible();
  expect(sent).toEqual([
    { userId: 'u-bob', badge: { text: 'x'.repeat(30), emoji: '👨‍👩‍👧🇸🇪', color: 'Cyan' } },
  ]);
  expect(await screen.findByRole('button', { name: `Remove ${'x'.repeat(30)} of Bob Baker` })).toBeVisible();
});

it('says what is missing, and what the server says (BADGE-5, BADGE-6, BADGE-9)', async () => {
  const person = await openBadges();
  await person.click(screen.getByRole('button', { name: 'Assign badge' }));
  expect(screen.getByText('Please select a user and enter badge text')).toBeVisible();
  await person.click(screen.getByRole('button', { name: 'Give a badge: @ann' }));
  await person.type(screen.getByRole('textbox', { name: 'Badge text' }), 'More');
  server.use(
    http.post('/api/admin/badges/assign', () => fail(409, 'A member can have at most 20 badges', 'conflict')),
  );
  await person.click(screen.getByRole('button', { name: 'Assign badge' }));
  expect(await screen.findByText('A member can have at most 20 badges')).toBeVisible();
  server.use(http.post('/api/admin/badges/assign', () => new Response('', { status: 502 })));
  await person.click(screen.getByRole('button', { name: 'Assign badge' }));
  expect(await screen.findByText('Failed to assign badge')).toBeVisible();
});

// It said that it had failed, and the next press that the member has such a badge already.
it('says that a badge was given when the answer was lost', async () => {
  const given = { text: 'More', emoji: '', color: 'Gold', addedAt: '2026-01-02T03:04:05Z' };
  server.use(
    http.post('/api/admin/badges/assign', () => {
      holders = [{ ...ann, badge_tags: [...ann.badge_tags, given] }];
      return new Response('', { status: 502 });
    }),
    http.get('/api/admin/badges/users', () => ok({ users: [bob, ...holders] })),
  );
  const person = await openBadges();
  await person.click(screen.getByRole('button', { name: 'Give a badge: @ann' }));
  await person.type(screen.getByRole('textbox', { name: 'Badge text' }), 'More');
  await person.click(screen.getByRole('radio', { name: 'Gold' }));
  await person.click(screen.getByRole('button', { name: 'Assign badge' }));
  expect(await screen.findByText('Badge assigned successfully')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Badge text' })).toHaveValue('');
  expect(await screen.findByRole('button', { name: 'Remove More of @ann' })).toBeVisible();
});

// A look at another tab lost what was typed.
it('keeps a badge that is being made over a change of tab', async () => {
  const person = await openBadges();
  const text = () => screen.getByRole('textbox', { name: 'Badge text' });
  await person.type(text(), 'Scout');
  await person.click(screen.getByRole('radio', { name: 'Cyan' }));
  await person.click(screen.getByRole('tab', { name: 'Chat Management' }));
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Badge text' })).toBeNull());
  await person.click(screen.getByRole('tab', { name: 'Badges' }));
  await waitFor(() => expect(text()).toHaveValue('Scout'));
  expect(screen.getByRole('radio', { name: 'Cyan' })).toBeChecked();
});

it('waits 300 ms before it searches (BADGE-1)', async () => {
  await openBadges();
  vi.useFakeTimers({ shouldAdvanceTime: false });
  const field = screen.getByRole('searchbox', { name: 'Search members' });
  fireEvent.change(field, { target: { value: 'b' } });
  await act(() => vi.advanceTimersByTimeAsync(200));
  fireEvent.change(field, { target: { value: 'bo' } });
  await act(() => vi.advanceTimersByTimeAsync(299));
  expect(searched).toEqual([]);
  await act(() => vi.advanceTimersByTimeAsync(1));
  vi.useRealTimers();
  await waitFor(() => expect(searched).toEqual(['bo']));
});

it('says why a badge was not taken back (BADGE-9)', async () => {
  let reply = () => fail(403, 'Only an administrator may do this');
  server.use(http.delete('/api/admin/badges/remove', () => reply()));
  const person = await openBadges();
  await person.click(screen.getByRole('button', { name: 'Remove Helper of @ann' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove this badge?' }));
  await person.click(dialog.getByRole('button', { name: 'Remove' }));
  expect(await dialog.findByText('Only an administrator may do this')).toBeVisible();
  reply = () => fail(500, '');
  await person.click(dialog.getByRole('button', { name: 'Remove' }));
  expect(await dialog.findByText('Failed to remove badge')).toBeVisible();
  // That press had removed it, and the next said that there was no such badge.
  holders = [];
  reply = () => fail(404, 'This member has no such badge', 'badge_unknown');
  await person.click(dialog.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByText('Nobody has a badge yet')).toBeVisible();
});

it('asks before it takes a badge back (BADGE-3)', async () => {
  server.use(
    http.delete('/api/admin/badges/remove', async ({ request }) => {
      sent.push(await request.json());
      holders = [];
      return ok({ message: 'Badge removed successfully', user: { ...ann, badge_tags: [] } });
    }),
  );
  const person = await openBadges();
  const opener = screen.getByRole('button', { name: 'Remove Helper of @ann' });
  await person.click(opener);
  expect(await screen.findByRole('dialog', { name: 'Remove this badge?' })).toBeVisible();
  await person.keyboard('{Escape}');
  await waitFor(() => expect(opener).toHaveFocus());
  await person.click(opener);
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove this badge?' }));
  expect(sent).toEqual([]);
  await person.click(dialog.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(sent).toEqual([{ userId: 'u-ann', badgeText: 'Helper' }]));
  expect(await screen.findByText('Nobody has a badge yet')).toBeVisible();
  expect(screen.getByRole('region', { name: 'Members with badges' })).toHaveFocus();
});

it('shows how many hold each badge that members earn', async () => {
  const words = { id: 'first_message', name: 'First Words', description: 'Sent a first message' };
  let reply = () => fail(503, '');
  server.use(http.get('/api/admin/badges/earned', () => reply()));
  const person = await openBadges();
  const section = within(screen.getByRole('region', { name: 'Badges members earn' }));
  expect(await section.findByText('The badges could not be counted')).toBeVisible();
  reply = () => ok({ badges: [{ ...words, holders: 1_204 }] });
  await person.click(section.getByRole('button', { name: 'Try again' }));
  expect(await section.findByText('1,204 members')).toBeVisible();
});
