// The public profile, opened from a name in a room.
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, it, vi } from 'vitest';
import { openRoomScreen, playChat, receive, wait } from '@/features/chat/chat.fixture';
import { fail, ok, server, user } from '@/net/server.fixture';
import { openProfile } from '@/stores/people/profilePopup';
import type { PublicProfile } from '@/wire/bodies.gen';

playChat();

const ann: PublicProfile = {
  user_id: 'u-ann',
  username: 'ann',
  profile_picture_url: '/media/ann.jpg',
  profile_picture_thumbnail_url: '/media/ann-small.jpg',
  image_url: null,
  badges: [{ id: 'streak_7', name: 'One Week Strong', description: 'Checked in 7 days in a row' }],
  badge_tags: [{ text: 'First Watch', emoji: '🌙', color: 'gold', addedAt: '2026-01-02T03:04:05Z' }],
  rank: 'Captain',
  show_rank_public: true,
  public_bio: 'Keeps the log.',
  skills_tags: [{ text: 'Maps', color: 'blue' }],
  member_since: '2025-03-02T10:00:00Z',
  created_at: '2025-03-02T10:00:00Z',
  recentMessageCount: 1234,
  profile_views_count: 56,
  is_recent_contributor: true,
  is_creator: false,
};

const answer = (reply: () => Response) => server.use(http.get('/api/profile/public/:name', reply));
const show = (name = 'ann') => act(async () => openProfile(name));

it('shows what the profile has, the small picture preferred (PUB-5, PUB-9)', async () => {
  answer(() => ok({ profile: { ...ann, skills_tags: ['Radio', { text: 'Maps', color: 'blue' }] } }));
  const one = { userId: 'u-ann', username: 'ann', role: 'member', contributor: true };
  server.use(
    http.get('/api/chat/room/:roomId/people', () => ok({ people: [one], total: 1, nextCursor: null })),
  );
  // People stand beside a room where there is room for them.
  vi.stubGlobal('matchMedia', (query: string) =>
    Object.assign(new EventTarget(), { matches: query.includes('1100px'), media: query }),
  );
  await openRoomScreen();
  await wait(2_000);
  await userEvent.click(await screen.findByRole('button', { name: 'ann' }));
  const dialog = await screen.findByRole('dialog', { name: '@ann' });
  expect(await within(dialog).findByText('Captain')).toHaveStyle({ color: 'var(--rank-captain)' });
  for (const words of [
    'Keeps the log.',
    'One Week Strong',
    'First Watch',
    'Radio',
    'Maps',
    'Mar 2025',
    '1,234',
    '56',
  ])
    expect(within(dialog).getByText(words)).toBeVisible();
  expect(within(dialog).getByText('Messages (3 days)')).toBeVisible();
  expect(within(dialog).getByText('contributed')).toBeVisible();
  const picture = dialog.querySelector('img');
  expect(picture).toHaveAttribute('src', '/media/ann-small.jpg');
  // A picture that does not load is not shown.
  act(() => void picture?.dispatchEvent(new Event('error')));
  expect(dialog.querySelector('img')).toBeNull();
});

it('shows no rank that is not public (PUB-2)', async () => {
  answer(() => ok({ profile: { ...ann, show_rank_public: false } }));
  await openRoomScreen();
  await show();
  expect(await screen.findByText('Keeps the log.')).toBeVisible();
  expect(screen.queryByText('Captain')).toBeNull();
});

it.each([
  [404, 'Profile not found or is private'],
  [429, 'Too many requests. Please try again later.'],
  [400, 'Failed to load profile'],
])('says why there is no profile: %i (PUB-3)', async (status, words) => {
  answer(() => fail(status, 'whatever the server says'));
  await openRoomScreen();
  await show();
  expect(await screen.findByText(words)).toBeVisible();
});

it('shows without an error that a profile is private (PUB-3)', async () => {
  answer(() => fail(404, 'no'));
  await openRoomScreen();
  await show();
  const words = await screen.findByText('Profile not found or is private');
  expect(words.closest('[role]')).toHaveAttribute('role', 'status');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

it('says that there is no name (PUB-3)', async () => {
  answer(() => HttpResponse.error());
  await openRoomScreen();
  await show('');
  expect(await screen.findByText('No username provided')).toBeVisible();
});

it('mentions the member in what is being written and goes there', async () => {
  answer(() => ok({ profile: ann }));
  server.use(http.post('/api/profile/public/batch', () => ok({ profiles: { ann }, asOf: 1 })));
  await openRoomScreen();
  const field = await screen.findByRole('textbox', { name: 'Message' });
  await userEvent.type(field, 'Well done');
  await show();
  await userEvent.click(await screen.findByRole('button', { name: 'Mention' }));
  expect(field).toHaveValue('Well done @ann ');
  expect(field).toHaveFocus();
});

it('offers nothing about oneself', async () => {
  answer(() => ok({ profile: { ...ann, user_id: user.id, username: user.username } }));
  await openRoomScreen();
  await show(user.username ?? '');
  expect(await screen.findByText('This is how other members see you.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Mention' })).toBeNull();
});

// An erased member could be mentioned, ignored and reported by the name that was left.
it('offers nothing about a name that no member has', async () => {
  answer(() => fail(404, 'no'));
  server.use(http.post('/api/profile/public/batch', () => ok({ profiles: {}, asOf: 1 })));
  await openRoomScreen();
  await show('erased_1');
  expect(await screen.findByText('Profile not found or is private')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Mention' })).toBeNull());
  for (const act of ['Ignore', 'Report']) expect(screen.queryByRole('button', { name: act })).toBeNull();
});

it('shows a badge that is given while the profile is open, without another view (BADGE-8)', async () => {
  let asked = 0;
  answer(() => {
    asked++;
    return ok({ profile: ann });
  });
  await openRoomScreen();
  await show();
  expect(await screen.findByText('First Watch')).toBeVisible();
  const given = { text: 'Helper', emoji: '🇸🇪', color: 'Cyan', addedAt: '2026-02-02T03:04:05Z' };
  const change = { type: 'badges_changed', position: 1, userId: 'u-ann', username: 'ann' } as const;
  receive({ ...change, badge_tags: [...ann.badge_tags, given] });
  expect(await screen.findByText('Helper')).toBeVisible();
  receive(
    { ...change, badge_tags: [given] },
    { ...change, userId: 'u-bob', username: 'bob', badge_tags: [] },
  );
  await waitFor(() => expect(screen.queryByText('First Watch')).toBeNull());
  expect(screen.getByText('Helper')).toBeVisible();
  expect(asked).toBe(1);
});
