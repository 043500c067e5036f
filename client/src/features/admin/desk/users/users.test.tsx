// The back office's users: the table and the profile in five parts.
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { openAt, signIn } from '@/app/app.fixture';
import { speak } from '@/languages/texts';
import { fail, user as me, ok, server } from '@/net/server.fixture';
import { dateReceived } from '@/net/serverClock';
import { queryClient } from '@/queries/client';
import { userProfileQuery } from '@/queries/desk/users';
import { onAdminChange, onAdminChanges } from '@/stores/desk/adminChanges';
import { asksBeforeItCloses } from '@/ui/unsaved.fixture';
import type { UserProfile } from '@/wire/bodies.gen';
import { wholeAmount } from './PointsForm';
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
    expect(played.changes).toEqual([{ path: '/api/admin/users/u-bo/notes', body: { notes: 'Moved away' } }]);
  });

  it('keeps notes that are being typed when another administrator changes the user', async () => {
    const dialog = await openPart('Profile');
    const notes = within(dialog).getByRole('textbox', { name: 'Notes' });
    await userEvent.clear(notes);
    await userEvent.type(notes, 'Called back');
    played.now = { ...played.now, notes: 'By another', name: 'Bo Brown' };
    act(() => onAdminChange({ part: 'users', userId: 'u-bo', by: 'u-other' }));
    expect(await screen.findByRole('dialog', { name: 'Bo Brown' })).toBeVisible();
    expect(within(dialog).getByRole('textbox', { name: 'Notes' })).toHaveValue('Called back');
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

describe('admin actions', () => {
  it('ban for six durations or until a date, and say until when (AUSR-12)', async () => {
    const dialog = await openPart('Admin Actions');
    const form = within(dialog).getByRole('form', { name: 'Temporary ban' });
    expect(
      within(form)
        .getAllByRole('option')
        .map((option) => option.getAttribute('value')),
    ).toEqual(['1', '6', '24', '72', '168', '720', 'date']);
    await userEvent.selectOptions(within(form).getByRole('combobox', { name: 'For' }), '72');
    await userEvent.type(within(dialog).getByRole('textbox', { name: 'Reason for the change' }), 'spam');
    asksBeforeItCloses();
    const before = Date.now();
    await press('Ban', form);
    await waitFor(() => expect(played.changes).toHaveLength(1));
    const { enabled, bannedUntil, reason } = (played.changes[0] as { body: unknown }).body as {
      enabled: boolean;
      bannedUntil: string;
      reason: string;
    };
    expect([enabled, reason]).toEqual([true, 'spam']);
    expect(Math.round((Date.parse(bannedUntil) - before) / 3_600_000)).toBe(72);
    expect(await within(dialog).findByRole('button', { name: 'Lift Ban' })).toBeVisible();
    await userEvent.selectOptions(within(form).getByRole('combobox', { name: 'For' }), 'date');
    await press('Ban', form);
    expect(within(form).getByText('Choose a time in the next ten years.')).toBeVisible();
    expect(played.changes).toHaveLength(1);
  });

  // On a device a day ahead a ban of an hour was one of 25, and a date of today was refused.
  it('ban by the clock of the server', async () => {
    dateReceived(new Date(Date.now() - 24 * 3_600_000).toUTCString());
    const dialog = await openPart('Admin Actions');
    const form = within(dialog).getByRole('form', { name: 'Temporary ban' });
    await userEvent.selectOptions(within(form).getByRole('combobox', { name: 'For' }), '1');
    const before = Date.now();
    await press('Ban', form);
    await waitFor(() => expect(played.changes).toHaveLength(1));
    const { bannedUntil } = (played.changes[0] as { body: { bannedUntil: string } }).body;
    expect(Math.round((Date.parse(bannedUntil) - before) / 3_600_000)).toBe(-23);
  });

  it('ask before an administrator is banned (AUSR-13)', async () => {
    played.now = { ...profile, is_admin: true };
    const dialog = await openPart('Admin Actions');
    await press('Disable Chat', dialog);
    await press(
      'Close chat for them',
      await screen.findByRole('dialog', { name: 'Bo Baker is an administrator' }),
    );
    await waitFor(() => expect(played.changes.at(-1)?.body).toEqual({ enabled: false, confirm: true }));
  });

  it('give the right after a question, never take one’s own, and delete nobody (AUSR-10, 11, 14)', async () => {
    const dialog = await openPart('Admin Actions');
    await press('Make Admin', dialog);
    await press('Make Admin', await screen.findByRole('dialog', { name: /Make Bo Baker/ }));
    expect(await within(dialog).findByRole('button', { name: 'Remove Admin' })).toBeEnabled();
    const deletion = within(dialog).getByRole('button', { name: 'Delete User Account' });
    expect(deletion).toBeDisabled();
    expect(deletion).toHaveAccessibleDescription('Feature not implemented for safety');
    cleanup();
    played.now = { ...profile, id: me.id, is_admin: true };
    const own = await openPart('Admin Actions');
    expect(within(own).getByRole('button', { name: 'Remove Admin' })).toBeDisabled();
  });

  // The profile went on offering what was done already, when another tab had done it. An
  // answered change is in the profile, which is not looked at again for it.
  it('show a change once it is announced, and one’s own at once', async () => {
    let looks = 0;
    server.use(
      http.get('/api/admin/users/:id/profile', () => {
        looks++;
        return ok({ profile: played.now });
      }),
      http.patch('/api/admin/users/:id/chat-access', () => {
        played.now = { ...played.now, chat_access_enabled: false };
        return ok({ user: played.now });
      }),
    );
    const dialog = await openPart('Admin Actions');
    const announce = () =>
      act(
        () =>
          new Promise<void>((done) => {
            const stop = onAdminChanges(() => done(stop()));
            onAdminChange({ part: 'users', userId: 'u-bo', by: me.id });
          }),
      );
    await press('Disable Chat', dialog);
    await within(dialog).findByRole('button', { name: 'Enable Chat' });
    await announce();
    expect(looks).toBe(1);

    cleanup();
    queryClient.clear();
    played.now = profile;
    const again = await openPart('Admin Actions');
    played.now = { ...profile, chat_access_enabled: false };
    await announce();
    expect(await within(again).findByRole('button', { name: 'Enable Chat' })).toBeVisible();
  });

  /** The server makes the change, and its answer is lost. */
  const loseAnswers = (part: string, change: Partial<UserProfile>) =>
    server.use(
      http.patch(`/api/admin/users/:id/${part}`, () => {
        played.now = { ...played.now, ...change };
        return HttpResponse.error();
      }),
    );

  // "That did not work. Please try again." stood over a button that did the opposite by then.
  it.each([
    ['Disable Chat', 'chat-access', { chat_access_enabled: false }, 'Chat disabled', 'Enable Chat'],
    ['Make Guardian', 'guardian', { is_guardian: true }, 'Saved', 'End Guardian'],
    [
      'Mark as subscribed',
      'subscription',
      { chat_subscription_active: true },
      'Saved',
      'Mark as not subscribed',
    ],
  ])('take %s for done when only its answer was lost', async (button, part, change, done, opposite) => {
    played.now = { ...profile, chat_subscription_active: false };
    loseAnswers(part, change);
    const dialog = await openPart('Admin Actions');
    await press(button, dialog);
    expect(await screen.findByText(done)).toBeVisible();
    expect(await within(dialog).findByRole('button', { name: opposite })).toBeVisible();
    expect(screen.queryByText('That did not work. Please try again.')).toBeNull();
  });

  // The question turned into the opposite one under the same button.
  it('keep to what was asked about the right while the user changes', async () => {
    server.use(http.patch('/api/admin/users/:id/admin-status', () => HttpResponse.error()));
    const dialog = await openPart('Admin Actions');
    await press('Make Admin', dialog);
    const question = await screen.findByRole('dialog', { name: /Make Bo Baker/ });
    await press('Make Admin', question);
    expect(await within(question).findByText('That did not work. Please try again.')).toBeVisible();
    played.now = { ...profile, is_admin: true };
    act(() => onAdminChange({ part: 'users', userId: 'u-bo', by: me.id }));
    server.use(http.patch('/api/admin/users/:id/admin-status', () => ok({ user: played.now })));
    await waitFor(() =>
      expect(queryClient.getQueryData(userProfileQuery('u-bo').queryKey)?.is_admin).toBe(true),
    );
    expect(question).toHaveAccessibleName(/Make Bo Baker/);
    await press('Make Admin', question);
    expect(await screen.findByText('Administrator right given')).toBeVisible();
  });

  // The room was open by then: the form stood at the next one, which the second press opened too.
  it('grant a room once when the answer is lost', async () => {
    const granted: unknown[] = [];
    const before = {
      id: 'attic',
      access_level: 'member',
      granted_at: '2026-03-02T10:00:00Z',
      chat_rooms: { name: 'attic', display_name: 'Attic' },
    };
    server.use(
      http.get('/api/admin/users/:id/room-access', () => ok({ access: granted })),
      http.post('/api/admin/room-access', () => {
        granted.push(before);
        return HttpResponse.error();
      }),
    );
    const dialog = await openPart('Access & Permissions');
    const form = await within(dialog).findByRole('form', { name: 'Grant Access' });
    await userEvent.selectOptions(within(form).getByRole('combobox', { name: 'Room' }), 'attic');
    await press('Grant Access', form);
    expect(await screen.findByText('Access granted successfully')).toBeVisible();
    expect(screen.queryByText('Failed to grant access')).toBeNull();
  });

  // The answer was lost after the server had given the points, and they were given again.
  it('adjust points once when the answer is lost and the same is sent again', async () => {
    const keys: (string | null)[] = [];
    server.use(
      http.post('/api/admin/users/:id/points', ({ request }) => {
        keys.push(request.headers.get('Idempotency-Key'));
        return HttpResponse.error();
      }),
    );
    const dialog = await openPart('Admin Actions');
    const amount = within(dialog).getByRole('textbox', { name: 'Points to give or take' });
    const tries = async (count: number) => {
      await press('Adjust points', dialog);
      await waitFor(() => expect(keys).toHaveLength(count));
      const button = within(dialog).getByRole('button', { name: 'Adjust points' });
      await waitFor(() => expect(button).not.toHaveAttribute('aria-busy'));
    };
    await userEvent.type(amount, '50');
    await userEvent.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'Helped');
    await tries(1);
    await tries(2);
    await userEvent.type(amount, '0');
    await tries(3);
    expect(keys[0]).toMatch(/^[\da-f-]{36}$/);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  it('adjust points with a reason (AUSR-15)', async () => {
    const dialog = await openPart('Admin Actions');
    await userEvent.type(within(dialog).getByRole('textbox', { name: 'Points to give or take' }), '-50');
    asksBeforeItCloses();
    await press('Adjust points', dialog);
    expect(within(dialog).getByText(/Give a reason/)).toBeVisible();
    const reason = within(dialog).getByRole('textbox', { name: 'Reason' });
    // The end of a long one that was pasted went away unseen.
    await userEvent.click(reason);
    await userEvent.paste('é'.repeat(501));
    expect(within(dialog).getByText('A reason has at most 500 characters')).toBeVisible();
    await press('Adjust points', dialog);
    await userEvent.clear(reason);
    await userEvent.type(reason, 'Broke the rules');
    await press('Adjust points', dialog);
    expect(await screen.findByText('Points adjusted')).toBeVisible();
    expect(played.changes).toEqual([
      { path: '/api/admin/users/u-bo/points', body: { amount: -50, reason: 'Broke the rules' } },
    ]);
    expect(['5', '+5', '−5', '-5', '1.5', '0', '', 'x'].map(wholeAmount)).toEqual([
      5,
      5,
      -5,
      -5,
      null,
      null,
      null,
      null,
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
