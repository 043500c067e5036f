// ARMY PROFILE through the real routes, over a played server.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { openAt, signIn, tidy } from '@/app/app.fixture';
import { api } from '@/net/api';
import { fail, ok, profile, server, user } from '@/net/server.fixture';
import { openSettings } from '@/stores/people/settings';
import { asksBeforeItCloses } from '@/ui/unsaved.fixture';

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => {
  // jsdom has no pictures of files.
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} }));
  signIn();
});
afterEach(() => {
  tidy();
  vi.unstubAllGlobals();
});
afterAll(() => server.close());

const tag = { text: 'Founder', emoji: '⛺', color: 'Gold', addedAt: '2026-01-05T10:00:00Z' };
const earned = {
  id: 'streak_7',
  name: 'One Week Strong',
  description: 'Checked in 7 days in a row',
  earnedAt: '2026-05-03T10:00:00Z',
  shown: true,
  seen: true,
};

it('shows who I am, what I have earned and where I am signed in (PROF-1, PROF-6)', async () => {
  const rank = null as unknown as string;
  server.use(
    http.get('/api/profile/me', () =>
      ok({
        profile: {
          ...profile,
          rank,
          phone: '+15550100001',
          badges: [earned],
          badge_tags: [tag],
          total_contributed: 12.5,
          is_guardian: true,
          member_since: '2025-03-02T10:00:00Z',
        },
      }),
    ),
    http.get('/api/profile/badges/earned', () => ok({ earned: [earned], open: [], moments: true })),
    http.get('/api/auth/sessions', () =>
      ok({
        sessions: [
          { id: 's', device: 'Phone', address: '', current: true, lastSeenAt: '2026-05-04T10:00:00Z' },
        ],
      }),
    ),
  );
  const { path } = openAt('/profile');
  expect(await screen.findByRole('heading', { name: 'ARMY PROFILE' })).toBeVisible();
  for (const words of [
    'Ada Reyes',
    'PRIVATE',
    'ada@example.com',
    '+15550100001',
    'One Week Strong',
    'Checked in 7 days in a row',
    'Given by administrators',
    'Founder',
    '⛺',
  ])
    expect(await screen.findByText(words)).toBeVisible();
  const fact = (term: string) => screen.getByText(term, { selector: 'dt' }).nextSibling;
  await waitFor(() => expect(fact('Last active')).toHaveTextContent(/May 4, 2026|4 May 2026/));
  for (const [term, value] of Object.entries({
    Badges: '1',
    Points: '612',
    'Guardian status': 'Guardian',
    'User ID': user.id,
    'Total contributed': '$12.50',
  }))
    expect(fact(term)).toHaveTextContent(value);
  expect(fact('Member since')).toHaveTextContent(/Mar.* 2,? 2025|2 Mar.* 2025/);
  expect(screen.getByRole('button', { name: 'LOGOUT' })).toBeEnabled();
  expect(screen.getByRole('link', { name: 'Back to dashboard' })).toHaveAttribute('href', '/dashboard');
  expect(screen.getByRole('link', { name: 'Missing Badges? Want to update info?' })).toHaveAttribute(
    'href',
    'mailto:help@example.com',
  );
  await userEvent.click(await screen.findByRole('button', { name: '1 device signed in' }));
  expect(await within(await screen.findByRole('dialog')).findByText('This device')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await userEvent.click(screen.getByRole('link', { name: 'MY RANK' }));
  await waitFor(() => expect(path()).toBe('/my-rank'));
});

it('says that no badge was earned yet (PROF-2)', async () => {
  openAt('/profile');
  expect(await screen.findByText('NO BADGES EARNED YET')).toBeVisible();
  expect(screen.getByText('COMPLETE MISSIONS TO EARN BADGES')).toBeVisible();
});

it('falls back to the stored user when the profile cannot be loaded (PROF-3)', async () => {
  server.use(http.get('/api/profile/me', () => fail(500, 'Something went wrong')));
  openAt('/profile');
  expect(await screen.findByText('FAILED TO LOAD PROFILE DATA')).toBeVisible();
  expect(screen.getByText('ERROR')).toBeVisible();
  expect(screen.getByText('Ada Reyes')).toBeVisible();
  server.use(http.get('/api/profile/me', () => ok({ profile })));
  await userEvent.click(screen.getByRole('button', { name: 'RETRY' }));
  expect(await screen.findByText('NO BADGES EARNED YET')).toBeVisible();
  expect(screen.queryByText('ERROR')).toBeNull();
});

it('takes a picture after a look, and removes it after a question (PROF-10, PROF-12)', async () => {
  const withPicture = {
    ...profile,
    profile_picture_url: '/media/p',
    profile_picture_thumbnail_url: '/media/p-small',
  };
  let uploads = 0;
  let refuse = true;
  server.use(
    http.get('/api/profile/me', () => ok({ profile })),
    http.post('/api/profile/picture', async ({ request }) => {
      expect(typeof (await request.formData()).get('picture')).toBe('object');
      uploads += 1;
      if (uploads === 1) return fail(500, '');
      if (refuse) return fail(422, 'Please select a JPEG, PNG, or WebP image');
      return ok({ profilePictureUrl: '/media/p', thumbnailUrl: '/media/p-small' });
    }),
    http.delete('/api/profile/picture', () => (refuse ? fail(500, '') : ok())),
    http.get('/api/profile/public/:name', () => fail(404, 'no')),
  );
  openAt('/profile');
  await userEvent.click(await screen.findByRole('button', { name: 'Change picture' }));
  await screen.findByLabelText('Choose a picture');
  const choose = (type: string, bytes: number) => {
    const file = new File(['x'], 'me', { type });
    Object.defineProperty(file, 'size', { value: bytes });
    fireEvent.change(screen.getByLabelText('Choose a picture'), { target: { files: [file] } });
  };
  choose('image/gif', 10);
  expect(await screen.findByText('Please select a JPEG, PNG, or WebP image')).toBeVisible();
  choose('image/png', 5 * 2 ** 20);
  expect(await screen.findByText('Image must be less than 5MB')).toBeVisible();
  choose('image/png', 5 * 2 ** 20 - 1);
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(uploads).toBe(0);
  choose('image/webp', 10);
  await screen.findByRole('button', { name: 'Save' });
  asksBeforeItCloses();
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Failed to upload profile picture')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Please select a JPEG, PNG, or WebP image')).toBeVisible();
  refuse = false;
  server.use(http.get('/api/profile/me', () => ok({ profile: withPicture })));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.querySelector('img[src="/media/p-small"]')).not.toBeNull());

  await userEvent.click(screen.getByRole('button', { name: 'Change picture' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Remove picture' }));
  expect(await screen.findByText('Remove your profile picture?')).toBeVisible();
  refuse = true;
  await userEvent.click(screen.getByRole('button', { name: 'Remove picture' }));
  expect(await screen.findByText('Failed to remove profile picture')).toBeVisible();
  refuse = false;
  await userEvent.click(screen.getByRole('button', { name: 'Remove picture' }));
  await waitFor(() => expect(document.querySelector('img[src="/media/p-small"]')).toBeNull());
});

// While it went up nothing could be pressed, and what the member discarded was saved all the same.
it('stops uploading a picture when that is cancelled, or the dialog is closed', async () => {
  const stopped: boolean[] = [];
  vi.spyOn(api, 'upload').mockImplementation(
    (_path, _form, { signal } = {}) =>
      new Promise((_resolve, reject) =>
        signal?.addEventListener('abort', () => {
          stopped.push(true);
          reject(signal.reason);
        }),
      ),
  );
  openAt('/profile');
  await userEvent.click(await screen.findByRole('button', { name: 'Change picture' }));
  const files = [new File(['x'], 'me', { type: 'image/png' })];
  fireEvent.change(await screen.findByLabelText('Choose a picture'), { target: { files } });
  const save = () => screen.getByRole('button', { name: 'Save' });
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(stopped).toHaveLength(1);
  await waitFor(() => expect(save()).not.toHaveAttribute('aria-busy', 'true'));
  expect(screen.queryByText('Failed to upload profile picture')).toBeNull();
  await userEvent.click(save());
  await userEvent.keyboard('{Escape}');
  await userEvent.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(stopped).toHaveLength(2));
});

// A skill that was typed and not yet added went with the dialog.
it('asks before the profile over a page closes on a typed skill', async () => {
  openAt('/profile');
  await screen.findByRole('heading', { name: 'ARMY PROFILE' });
  act(() => openSettings('profile'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Your profile' }));
  const field = await dialog.findByRole('textbox', { name: 'Add a tag of your own' });
  await userEvent.type(field, 'Cartographer');
  asksBeforeItCloses();
  expect(field).toHaveValue('Cartographer');
});
