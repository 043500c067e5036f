// What administrators do with a user: bans, the right, chat, rooms and points.
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { signIn } from '@/app/app.fixture';
import { fail, user as me, ok, server } from '@/net/server.fixture';
import { dateReceived } from '@/net/serverClock';
import { queryClient } from '@/queries/client';
import { userProfileQuery } from '@/queries/desk/users';
import { onAdminChange, onAdminChanges } from '@/stores/desk/adminChanges';
import { asksBeforeItCloses } from '@/ui/unsaved.fixture';
import type { UserProfile } from '@/wire/bodies.gen';
import { wholeAmount } from './PointsForm';
import { openPart, played, playUsers, press, profile } from './users.fixture';

playUsers();

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
    let dialog = await openPart('Admin Actions');
    const amount = () => within(dialog).getByRole('textbox', { name: 'Points to give or take' });
    const tries = async (count: number) => {
      await press('Adjust points', dialog);
      await waitFor(() => expect(keys).toHaveLength(count));
      const button = within(dialog).getByRole('button', { name: 'Adjust points' });
      await waitFor(() => expect(button).not.toHaveAttribute('aria-busy'));
    };
    await userEvent.type(amount(), '50');
    await userEvent.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'Helped');
    await tries(1);
    await tries(2);
    // What is typed outlasts a reload, and its key with it.
    cleanup();
    dialog = await openPart('Admin Actions');
    await tries(3);
    await userEvent.type(amount(), '0');
    await tries(4);
    expect(keys[0]).toMatch(/^[\da-f-]{36}$/);
    expect(keys).toEqual([keys[0], keys[0], keys[0], keys[3]]);
    expect(keys[3]).not.toBe(keys[0]);
  });

  // The session ended while a reason was written, and it went with the dialog.
  it('keep what is typed about a user when the session ends, until it is thrown away', async () => {
    const field = (dialog: HTMLElement, name: string) => within(dialog).getByRole('textbox', { name });
    const length = (dialog: HTMLElement) => within(dialog).getByRole('combobox', { name: 'For' });
    let dialog = await openPart('Admin Actions');
    await userEvent.type(field(dialog, 'Reason for the change'), 'spam');
    await userEvent.selectOptions(length(dialog), '72');
    await userEvent.type(field(dialog, 'Points to give or take'), '50');
    await userEvent.type(field(dialog, 'Reason'), 'Helped');
    server.use(
      http.post('/api/admin/users/:id/points', () => fail(401, 'Unauthorized', 'unauthorized'), {
        once: true,
      }),
    );
    await press('Adjust points', dialog);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    cleanup();
    signIn();
    dialog = await openPart('Admin Actions');
    expect(field(dialog, 'Reason for the change')).toHaveValue('spam');
    expect(length(dialog)).toHaveValue('72');
    expect(field(dialog, 'Points to give or take')).toHaveValue('50');
    expect(field(dialog, 'Reason')).toHaveValue('Helped');
    await userEvent.click(within(dialog).getByRole('tab', { name: 'Activity' }));
    await press('Discard');
    await userEvent.click(await within(dialog).findByRole('tab', { name: 'Admin Actions' }));
    expect(field(dialog, 'Reason for the change')).toHaveValue('');
    expect(field(dialog, 'Reason')).toHaveValue('');
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
