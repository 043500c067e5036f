// The back office's users: the table and the profile in five parts.
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { describe, expect, it } from 'vitest';
import { openAt, signIn } from '@/app/app.fixture';
import { speak } from '@/languages/texts';
import { fail, server } from '@/net/server.fixture';
import { queryClient } from '@/queries/client';
import { onAdminChange } from '@/stores/desk/adminChanges';
import { userPages } from '@/stores/desk/userPages';
import { asksBeforeItCloses } from '@/ui/unsaved.fixture';
import { UserAnalyticsTab } from './UserAnalyticsTab';
import { openPart, openUsers, played, playUsers, press, profile } from './users.fixture';
import { ordersOf } from './userTexts';

playUsers();

describe('the table (AUSR-2)', () => {
  it('searches, filters and sorts on the server, and turns pages by what ended the last one', async () => {
    await openUsers();
    expect(screen.getByText('51 users')).toBeVisible();
    const ada = screen.getByRole('row', { name: /^Ada/ });
    expect(ada).toHaveTextContent('Admin');
    expect(ada).toHaveTextContent('Banned');
    expect(screen.getByRole('row', { name: /^Bo Baker/ })).not.toHaveTextContent('Banned');

    await press('Next page');
    expect(await screen.findByRole('button', { name: 'Zed' })).toBeVisible();
    expect(played.tables.at(-1)?.get('cursor')).toBe('second');
    expect(screen.getByText('Page 2 of 2')).toBeVisible();
    await press('Previous page');
    await screen.findByRole('button', { name: 'Bo Baker' });

    await press('Rank');
    await waitFor(() => expect(played.tables.at(-1)?.get('sortBy')).toBe('rank'));
    await userEvent.click(screen.getByRole('radio', { name: 'Guardians' }));
    await waitFor(() => expect(played.tables.at(-1)?.get('filter')).toBe('guardian'));
    await userEvent.keyboard('/');
    expect(screen.getByRole('searchbox', { name: 'Search users' })).toHaveFocus();
    await userEvent.keyboard('nobody');
    expect(await screen.findByText('Nobody found')).toBeVisible();
    expect(played.tables.at(-1)?.get('cursor')).toBeNull();
  });

  // A step back from what a profile led to, or a reload, began with the first page again.
  it('is found at its page again', async () => {
    const app = openAt('/admin?tab=users');
    await screen.findByRole('button', { name: 'Bo Baker' });
    await press('Next page');
    await screen.findByRole('button', { name: 'Zed' });
    const address = `/admin?${app.search()}`;
    cleanup();
    openAt(address);
    expect(await screen.findByRole('button', { name: 'Zed' })).toBeVisible();
    expect(screen.getByText('Page 2 of 2')).toBeVisible();
    await userEvent.click(screen.getByRole('radio', { name: 'Guardians' }));
    expect(await screen.findByText('Page 1 of 2')).toBeVisible();
    cleanup();
    // A tab that has walked no pages begins with the first.
    userPages.reset();
    openAt(address);
    expect(await screen.findByRole('button', { name: 'Bo Baker' })).toBeVisible();
    expect(screen.getByText('Page 1 of 2')).toBeVisible();
  });

  // The failure took the pager's place, and nothing but the browser's button led back.
  it('leads back from a page that cannot be shown', async () => {
    await openUsers();
    server.use(
      http.get('/api/admin/users/detailed', () => fail(400, 'Not this page', 'invalid'), { once: true }),
    );
    await press('Next page');
    expect(await screen.findByText('Not this page')).toBeVisible();
    await press('Previous page');
    expect(await screen.findByRole('button', { name: 'Bo Baker' })).toBeVisible();
  });

  // It was page 2 of 3 until it was there: the next page of the page before was counted too.
  it('counts no page after the last while that comes', async () => {
    await openUsers();
    server.use(http.get('/api/admin/users/detailed', () => new Promise<Response>(() => {}), { once: true }));
    await press('Next page');
    expect(screen.getByText('Page 2 of 2')).toBeVisible();
  });

  // An erased member stood like one whose chat is off, and everything done to it was refused.
  it('marks who was erased and offers nothing to change', async () => {
    played.now = { ...profile, name: 'Erased member', is_erased: true, chat_access_enabled: false };
    await openUsers();
    const gone = screen.getByRole('row', { name: /^Erased member/ });
    expect(within(gone).getByText('Erased')).toBeVisible();
    expect(gone).not.toHaveTextContent('Chat disabled');
    cleanup();
    openAt('/admin?tab=users&user=u-gone&part=actions');
    const dialog = within(await screen.findByRole('dialog', { name: 'Erased member' }));
    expect(
      await dialog.findByText('This member was erased. Nothing about them can be changed any more.'),
    ).toBeVisible();
    expect(dialog.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
      'Profile',
      'Analytics',
      'Activity',
    ]);
    expect(dialog.queryByRole('textbox')).toBeNull();
  });

  // "Up" and "Down" did not say whether the newest or the oldest came first.
  it('names the orders of a sort in its own words', () => {
    const labels = (sort: Parameters<typeof ordersOf>[0]) => ordersOf(sort).map((one) => one.label);
    expect(labels('created_at')).toEqual(['Oldest', 'Newest']);
    expect(labels('rank')).toEqual(['Lowest', 'Highest']);
    expect(labels('email')).toEqual(['A–Z', 'Z–A']);
  });

  it('is walked by arrows and opened by Enter; Escape leads back to the row', async () => {
    await openUsers();
    await userEvent.click(screen.getByRole('searchbox', { name: 'Search users' }));
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    expect(screen.getByRole('button', { name: 'Ada' })).toHaveFocus();
    await userEvent.keyboard('{ArrowUp}{Enter}');
    expect(await screen.findByRole('dialog', { name: 'Bo Baker' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(screen.getByRole('button', { name: 'Bo Baker' })).toHaveFocus();
  });
});

describe('the profile (AUSR-8)', () => {
  it('shows flags, and a ban only while it lasts (AUSR-9); saves notes', async () => {
    const dialog = await openPart('Profile');
    expect(within(dialog).getByText('Chat Active')).toBeVisible();
    expect(within(dialog).getByText('Subscribed')).toBeVisible();
    expect(within(dialog).queryByText(/Banned/)).not.toBeInTheDocument();
    expect(within(dialog).getByRole('table', { name: 'Contribution history' })).toHaveTextContent('$25.50');
    const notes = within(dialog).getByRole('textbox', { name: 'Notes' });
    await userEvent.clear(notes);
    await userEvent.type(notes, 'Moved away');
    asksBeforeItCloses();
    await press('Save notes', dialog);
    expect(await screen.findByText('Notes saved')).toBeVisible();
    expect(played.changes).toEqual([
      { path: '/api/admin/users/u-bo/notes', body: { notes: 'Moved away', version: 3 } },
    ]);
  });

  it('keeps notes that are being typed when another administrator changes the user', async () => {
    const dialog = await openPart('Profile');
    const notes = within(dialog).getByRole('textbox', { name: 'Notes' });
    await userEvent.clear(notes);
    await userEvent.type(notes, 'Called back');
    expect(within(dialog).queryByText(/^Another administrator/)).toBeNull();
    played.now = { ...played.now, notes: 'By another', notes_version: 4, name: 'Bo Brown' };
    act(() => onAdminChange({ part: 'users', userId: 'u-bo', by: 'u-other' }));
    expect(await screen.findByRole('dialog', { name: 'Bo Brown' })).toBeVisible();
    expect(within(dialog).getByRole('textbox', { name: 'Notes' })).toHaveValue('Called back');
    // To save replaced the notes of the other, of which nothing was seen.
    expect(within(dialog).getByText(/^Another administrator has changed them meanwhile/)).toBeVisible();
    expect(within(dialog).getByText('By another')).toBeVisible();
    await press('Save notes', dialog);
    expect(await screen.findByText('Notes saved')).toBeVisible();
    expect(within(dialog).queryByText('By another')).toBeNull();
  });

  // The session ended, and what was written went with the dialog.
  it('keeps notes that are being typed when the session ends, until they are thrown away', async () => {
    const notes = (dialog: HTMLElement) => within(dialog).getByRole('textbox', { name: 'Notes' });
    let dialog = await openPart('Profile');
    await userEvent.type(notes(dialog), ', and moved');
    server.use(
      http.patch('/api/admin/users/:id/notes', () => fail(401, 'Unauthorized', 'unauthorized'), {
        once: true,
      }),
    );
    await press('Save notes', dialog);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    cleanup();
    signIn();
    dialog = await openPart('Profile');
    expect(notes(dialog)).toHaveValue('Helps newcomers, and moved');
    await userEvent.click(within(dialog).getByRole('tab', { name: 'Activity' }));
    await press('Discard');
    await userEvent.click(await within(dialog).findByRole('tab', { name: 'Profile' }));
    expect(notes(dialog)).toHaveValue('Helps newcomers');
  });

  // Whoever had not heard of the other's notes replaced them unseen.
  it('shows the notes of another administrator before it replaces them', async () => {
    const dialog = await openPart('Profile');
    const notes = within(dialog).getByRole('textbox', { name: 'Notes' });
    await userEvent.clear(notes);
    await userEvent.type(notes, 'Called back');
    played.now = { ...played.now, notes: 'By another', notes_version: 4 };
    await press('Save notes', dialog);
    expect(await within(dialog).findByText('By another')).toBeVisible();
    expect(played.now.notes).toBe('By another');
    expect(notes).toHaveValue('Called back');
    await press('Save notes', dialog);
    expect(await screen.findByText('Notes saved')).toBeVisible();
    expect(played.now.notes).toBe('Called back');
    expect(within(dialog).queryByText('By another')).toBeNull();
  });

  it('shows every flag that holds, and no other (AUSR-9)', async () => {
    const words = ['Administrator', 'Guardian', 'Chat Active', 'Face ID Enrolled', 'Subscribed'];
    played.now = {
      ...profile,
      is_admin: true,
      is_guardian: true,
      face_recognition_status: 'enrolled',
      chat_subscription_active: true,
    };
    let dialog = await openPart('Profile');
    for (const word of words) expect(within(dialog).getAllByText(word)[0]).toBeVisible();
    cleanup();
    played.now = {
      ...profile,
      is_admin: false,
      is_guardian: false,
      face_recognition_status: 'not_enrolled',
      chat_subscription_active: false,
      chat_banned_until: new Date(Date.now() + 3_600_000).toISOString(),
    };
    dialog = await openPart('Profile');
    for (const word of words) expect(within(dialog).queryByText(word)).not.toBeInTheDocument();
    expect(within(dialog).getByText(/^Banned until /)).toBeVisible();
  });

  // Whose acceptance was withdrawn looked like everybody else, and nobody saw why the sign-in failed.
  it('marks whose sign-in is disabled (AREV-12)', async () => {
    played.now = { ...profile, sign_in_disabled: true };
    const dialog = await openPart('Profile');
    expect(within(dialog).getByText('Sign-in disabled')).toBeVisible();
    expect(screen.getByRole('row', { name: /^Shut out/, hidden: true })).toHaveTextContent(
      'Sign-in disabled',
    );
  });

  it('says what failed (AUSR-16)', async () => {
    server.use(http.get('/api/admin/users/:id/profile', () => fail(404, '', 'not_found')));
    openAt('/admin?tab=users&user=u-bo');
    expect(await screen.findByText('Failed to load profile data')).toBeVisible();
  });

  it('shows counts and activity', async () => {
    const dialog = await openPart('Analytics');
    expect(await within(dialog).findByText('300 days')).toBeVisible();
    expect(within(dialog).getByText('medium')).toBeVisible();
    await userEvent.click(within(dialog).getByRole('tab', { name: 'Activity' }));
    expect(await within(dialog).findByText(/See you there/)).toBeVisible();
    expect(within(dialog).getByText('by ada')).toBeVisible();
  });

  it('grants rooms that are not open yet and signs out everywhere (AUSR-18)', async () => {
    const dialog = await openPart('Access & Permissions');
    const form = await within(dialog).findByRole('form', { name: 'Grant Access' });
    expect(within(form).getAllByRole('option', { name: /den|attic/ })).toHaveLength(1);
    await press('Grant Access', form);
    expect(await screen.findByText('Access granted successfully')).toBeVisible();
    expect(played.changes[0]?.body).toEqual({
      user_email: 'bo@example.org',
      room_id: 'attic',
      access_level: 'member',
    });
    await press('Sign out everywhere', dialog);
    await press('Sign out everywhere', await screen.findByRole('dialog', { name: /Sign Bo Baker out/ }));
    expect(await screen.findByText('1 session ended')).toBeVisible();
    expect(await within(dialog).findByText('Signed in nowhere')).toBeVisible();
  });
});

describe('face settings (AUSR-18)', () => {
  it('require a check, forget attempts and remove the face, and say what is off', async () => {
    played.now = {
      ...profile,
      face_recognition_status: 'enrolled',
      face_enrollment_date: '2026-03-02T10:00:00Z',
      face_scan_count: 5,
      face_verification_skip_count: 1,
      face_failed_attempts: 2,
    };
    const dialog = await openPart('Access & Permissions');
    expect(
      await within(dialog).findByText(
        /^Face ID Enrolled · since .* · 5 scans · 1 skipped check · 2 failed attempts$/,
      ),
    ).toBeVisible();
    const box = within(dialog).getByRole('checkbox', { name: 'Require a face check at sign-in' });
    await waitFor(() =>
      expect(box).toHaveAccessibleDescription(
        'Face checks are turned off here. The setting takes effect once they are turned on.',
      ),
    );
    await userEvent.click(box);
    await waitFor(() => expect(box).toBeChecked());
    await press('Reset attempts', dialog);
    expect(await screen.findByText('2 failed attempts forgotten')).toBeVisible();
    await press('Remove enrolment', dialog);
    await press(
      'Remove enrolment',
      await screen.findByRole('dialog', { name: /Remove the enrolled face of Bo Baker/ }),
    );
    expect(
      await within(dialog).findByText(/^Not enrolled · 5 scans · 1 skipped check · 0 failed attempts$/),
    ).toBeVisible();
    expect(played.changes).toEqual([
      { path: '/api/admin/users/u-bo/face', body: { required: true } },
      { path: '/api/admin/users/u-bo/face/reset-attempts', body: null },
      { path: '/api/admin/users/u-bo/face', body: null },
    ]);
  });
});

it('says levels and kinds of messages in the language in use', async () => {
  await speak('de');
  signIn();
  render(
    <QueryClientProvider client={queryClient}>
      <UserAnalyticsTab id="u-bo" />
    </QueryClientProvider>,
  );
  expect(await screen.findByText('mittel')).toBeVisible();
  expect(screen.getByText('Bild')).toBeVisible();
  await speak('en');
});
