// Ignoring a member from the profile, and the list of those who are ignored.
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { openRoomScreen, playChat, receive } from '@/features/chat/chat.fixture';
import { fail, ok, server } from '@/net/server.fixture';
import { isIgnored, useIgnored } from '@/stores/chat/ignored';
import { openProfile } from '@/stores/people/profilePopup';
import { openSettings } from '@/stores/people/settings';

playChat();

let ignored: { userId: string; username: string | null }[];
let calls: unknown[];

beforeEach(() => {
  ignored = [{ userId: 'u-bob', username: 'bob' }];
  calls = [];
  server.use(
    http.get('/api/chat/ignored', () => ok({ ignored })),
    http.post('/api/chat/ignored', async ({ request }) => {
      calls.push(['ignore', await request.json()]);
      return ok();
    }),
    http.delete('/api/chat/ignored', async ({ request }) => {
      calls.push(['unignore', await request.json()]);
      return ok();
    }),
    http.get('/api/profile/public/:name', () => fail(404, 'Profile not found or is private', 'not_found')),
    http.post('/api/profile/public/batch', () =>
      ok({ profiles: { ann: { user_id: 'u-ann', username: 'ann', is_recent_contributor: false } } }),
    ),
  );
});

const known = (id: string) => isIgnored(id)(useIgnored.getState());

it('ignores a member, also one whose profile is private, and no longer', async () => {
  await openRoomScreen();
  await act(async () => openProfile('ann'));
  await userEvent.click(await screen.findByRole('button', { name: 'Ignore' }));
  expect(await screen.findByText('You ignore ann. Their messages are hidden from you.')).toBeVisible();
  expect(known('u-ann')).toBe(true);
  await userEvent.click(await screen.findByRole('button', { name: 'Ignore no longer' }));
  expect(await screen.findByText('You see ann again')).toBeVisible();
  expect(known('u-ann')).toBe(false);
  expect(calls).toEqual([
    ['ignore', { userId: 'u-ann' }],
    ['unignore', { userId: 'u-ann' }],
  ]);
});

it('lists who is ignored and shows one again', async () => {
  await openRoomScreen();
  await act(async () => openSettings('ignored'));
  const sheet = await screen.findByRole('dialog', { name: 'Ignored members' });
  await userEvent.click(await within(sheet).findByRole('button', { name: 'Show bob again' }));
  expect(await within(sheet).findByText('You ignore nobody')).toBeVisible();
  expect(calls).toEqual([['unignore', { userId: 'u-bob' }]]);
});

it('does not show that an ignored member is typing', async () => {
  await openRoomScreen();
  await act(async () => {});
  receive({ type: 'typing_users_update', roomId: 'general', users: ['bob', 'cem'] });
  const words = await screen.findByText(/is typing/);
  expect(words).toHaveTextContent('cem is typing');
  // In a busy room new messages would drown in it.
  expect(words.closest('[aria-live], [role=status], [role=log], [role=alert]')).toBeNull();
});
