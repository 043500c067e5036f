// A review while other administrators decide, through the real route, over a played server.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { expect, it, vi } from 'vitest';
import { never, server, user } from '@/net/server.fixture';
import {
  adminChanged,
  application,
  boris,
  decideElsewhere,
  openReview,
  playApplications,
  played,
  review,
} from './applications.fixture';

playApplications();

const update = () => screen.getByRole('button', { name: 'Update status' });
const reason = () => screen.getByRole('textbox', { name: 'Reason' });

it('says that it was decided meanwhile, shows how, and loses nothing (AREV-10)', async () => {
  await openReview(1, '&status=pending');
  await userEvent.keyboard('2r');
  await userEvent.type(reason(), 'Too few words');
  decideElsewhere('a1', 'on_hold');
  await userEvent.click(update());
  expect(
    await screen.findByText('This application has changed meanwhile. Please look at it again.'),
  ).toBeVisible();
  expect(await screen.findByText('Now ON HOLD, by boris.')).toBeVisible();
  expect(reason()).toHaveValue('Too few words');
  await userEvent.click(update());
  expect(await review(2)).toBeVisible();
  expect(played.decisions.map(({ version }) => version)).toEqual([1, 2]);
});

it('does not overwrite what it shows only since the status was chosen (AREV-10)', async () => {
  await openReview(1);
  await userEvent.keyboard('2');
  decideElsewhere('a1', 'accepted');
  await adminChanged();
  expect(await screen.findByText('Now ACCEPTED, by boris.')).toBeVisible();
  await userEvent.click(update());
  await waitFor(() => expect(played.decisions[0]?.version).toBe(1));
  expect(await review(1)).toBeVisible();
});

// Among those that are pending it went on as pending: the decision took it off the page.
it('follows one that a decision takes out of the list', async () => {
  const { dialog } = await openReview(1, '&status=pending');
  await userEvent.keyboard('2r');
  await userEvent.type(reason(), 'Too few words');
  decideElsewhere('a1', 'on_hold');
  await adminChanged();
  expect(await screen.findByText('Now ON HOLD, by boris.')).toBeVisible();
  expect(reason()).toHaveValue('Too few words');
  expect(within(dialog).getAllByText('ON HOLD')).not.toHaveLength(0);
  expect(screen.getByText('1 of 3')).toBeVisible();
});

// Only the page that the review was opened from was followed: what was on a later one stayed as it had been read.
it('follows one of a later page', async () => {
  played.pageSize = 2;
  played.all = [1, 2, 3, 4].map((n) => application(n));
  const shown: string[] = [];
  server.events.on('request:start', ({ request }) => shown.push(new URL(request.url).pathname));
  const { dialog } = await openReview(2);
  await userEvent.keyboard('{ArrowRight}');
  await within(dialog).findByText('BECAUSE OF 3');
  await userEvent.keyboard('2');
  // What its page said is enough until something changes: each look is kept in the audit log.
  expect(shown).not.toContain('/api/applications/admin/a3');
  decideElsewhere('a3', 'accepted');
  await adminChanged();
  expect(await screen.findByText('Now ACCEPTED, by boris.')).toBeVisible();
  server.events.removeAllListeners();
});

// It went back to what its page had said, until it was asked for again.
it('shows the decision about one of a later page before that is asked for again', async () => {
  played.pageSize = 2;
  played.all = [1, 2, 3, 4].map((n) => application(n));
  const { dialog } = await openReview(2);
  await userEvent.keyboard('{ArrowRight}');
  await within(dialog).findByText('BECAUSE OF 3');
  server.use(http.get('/api/applications/admin/:id', () => never()));
  await userEvent.keyboard('2');
  await userEvent.click(update());
  await within(dialog).findByText('BECAUSE OF 4');
  await userEvent.keyboard('{ArrowLeft}');
  await within(dialog).findByText('BECAUSE OF 3');
  expect(within(dialog).getAllByText('REJECTED')).not.toHaveLength(0);
  await userEvent.keyboard('4');
  await userEvent.click(update());
  await waitFor(() => expect(played.decisions.map(({ version }) => version)).toEqual([1, 2]));
});

it('asks before an acceptance is taken back (AREV-12)', async () => {
  played.all = [application(1, { status: 'accepted', member_id: 'u-9' }), application(2)];
  await openReview(1);
  await userEvent.keyboard('2');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  const question = await screen.findByRole('dialog', { name: 'Take back the acceptance of APP-1?' });
  await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /Take back/ })).toBeNull());
  expect(played.all[0]?.status).toBe('accepted');
  await userEvent.click(update());
  await userEvent.click(await screen.findByRole('button', { name: 'Take back' }));
  expect(await review(2)).toBeVisible();
  expect(played.decisions.at(-1)).toMatchObject({ confirm: true, status: 'rejected' });
  expect(played.all[0]?.status).toBe('rejected');
});

it('follows the list without moving what is read or losing what is typed', async () => {
  const { dialog } = await openReview(2, '&status=pending');
  await userEvent.keyboard('4r');
  await userEvent.type(reason(), 'Again');
  const asked = played.lists.length;
  decideElsewhere('a1', 'accepted');
  played.all = [application(9, { expedited: true }), ...played.all];
  await adminChanged();
  await waitFor(() => expect(played.lists.length).toBeGreaterThan(asked));
  await waitFor(() => expect(screen.getByText('2 of 4')).toBeVisible());
  expect(within(dialog).getByText('BECAUSE OF 2')).toBeVisible();
  expect(reason()).toHaveValue('Again');
  expect(reason()).toHaveFocus();
  expect(screen.getByRole('radio', { name: /^REAPPLY/ })).toBeChecked();
});

it('claims what is open, again and again, and lets it go', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { app } = await openReview(1);
  await vi.advanceTimersByTimeAsync(1_000);
  await waitFor(() => expect(played.claims).toEqual([{ applicationId: 'a1' }]));
  await vi.advanceTimersByTimeAsync(45_000);
  await waitFor(() => expect(played.claims).toHaveLength(2));
  await userEvent.setup({ advanceTimers: vi.advanceTimersByTime }).keyboard('{ArrowRight}');
  await vi.advanceTimersByTimeAsync(1_000);
  await waitFor(() =>
    expect(played.claims.slice(2)).toEqual([{ applicationId: 'a1', release: true }, { applicationId: 'a2' }]),
  );
  app.unmount();
  await waitFor(() => expect(played.claims.at(-1)).toEqual({ applicationId: 'a2', release: true }));
});

it('says who else has it open', async () => {
  played.claimedBy = boris;
  await openReview(1);
  expect(await screen.findByText('boris has this open')).toBeVisible();
});

it('says nothing of its own claim', async () => {
  played.all = [application(1, { claimed_by: { ...boris, id: user.id, name: 'ada_reyes' } })];
  await openReview(1);
  await waitFor(() => expect(played.claims).toHaveLength(1));
  expect(screen.queryByText('ada_reyes has this open')).toBeNull();
});
