// What is asked and opened in the back office stands in its address.
import { texts as unsavedTexts } from 'texts:ui';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { openAt } from '@/app/app.fixture';
import { fail, ok, server } from '@/net/server.fixture';
import { played, playUsers, press } from './desk/users/users.fixture';

playUsers();
beforeEach(() => {
  server.use(
    http.get('/api/admin/room-presence/:id', () => ok({ presence: [], onlineCount: 0 })),
    http.get('/api/admin/analytics/:part', () => fail(404, 'Not here', 'not_found')),
  );
});

const dialog = () => screen.findByRole('dialog', { name: 'Bo Baker' });
const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

it('opens by a link with its search, filter, order and what lies over it', async () => {
  openAt('/admin?tab=users&q=baker&filter=guardian&sort=rank&order=asc&user=u-bo&part=activity');
  expect(await within(await dialog()).findByRole('tab', { name: 'Activity', selected: true })).toBeVisible();
  const asked = played.tables.at(-1);
  for (const [name, value] of Object.entries({
    search: 'baker',
    filter: 'guardian',
    sortBy: 'rank',
    sortOrder: 'asc',
  }))
    expect(asked?.get(name)).toBe(value);
  // It was opened by the link: there is nothing to go back to.
  await userEvent.keyboard('{Escape}');
  await noDialog();
  expect(screen.getByRole('searchbox', { name: 'Search users' })).toHaveValue('baker');
});

it('writes down what is asked, and keeps what is typed meanwhile', async () => {
  const app = openAt('/admin?tab=users');
  await screen.findByRole('button', { name: 'Bo Baker' });
  await userEvent.click(screen.getByRole('radio', { name: 'Guardians' }));
  // The choice is seen at once, not when the address has been reached.
  expect(screen.getByRole('radio', { name: 'Guardians' })).toBeChecked();
  const field = screen.getByRole('searchbox', { name: 'Search users' });
  await userEvent.type(field, 'bo ');
  await waitFor(() => expect(app.search().get('q')).toBe('bo'));
  expect(field).toHaveValue('bo ');
  expect(app.search().get('filter')).toBe('guardian');
});

it('closes by the back button, and closing leaves no step behind', async () => {
  const app = openAt('/admin');
  await userEvent.click(await screen.findByRole('tab', { name: 'Users' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Bo Baker' }));
  await userEvent.click(within(await dialog()).getByRole('tab', { name: 'Activity' }));
  expect(app.search().get('part')).toBe('activity');
  await app.go(-1);
  await noDialog();
  expect(app.search().toString()).toBe('tab=users');

  // Shown again, it is closed as it was the first time.
  await app.go(1);
  await dialog();
  await userEvent.keyboard('{Escape}');
  await noDialog();
  expect(app.search().toString()).toBe('tab=users');
  await app.go(-1);
  expect(await screen.findByRole('tab', { name: 'Chat Management', selected: true })).toBeVisible();
});

it('keeps a search that was still being typed when a row was opened', async () => {
  // What was typed last was written over the step that had opened the row, and
  // closed it; going back would have lost the search.
  const app = openAt('/admin?tab=users');
  const row = await screen.findByRole('button', { name: 'Bo Baker' });
  const field = screen.getByRole('searchbox', { name: 'Search users' });
  fireEvent.change(field, { target: { value: 'bo' } });
  fireEvent.click(row);
  await waitFor(() => expect(app.search().get('q')).toBe('bo'));
  expect(app.search().get('user')).toBe('u-bo');
  await dialog();
  await userEvent.keyboard('{Escape}');
  await noDialog();
  expect(app.search().toString()).toBe('tab=users&q=bo');
  expect(field).toHaveValue('bo');
});

it('opens the rows of a figure by a link', async () => {
  const app = openAt('/admin?tab=analytics&range=week&figure=senders&time=week');
  expect(await screen.findByRole('dialog', { name: 'Users who wrote, the last 7 days' })).toBeVisible();
  await press('Close');
  await noDialog();
  expect(app.search().toString()).toBe('tab=analytics&range=week');
});

it('goes back from what was opened a moment ago, however soon the button is pressed', async () => {
  const app = openAt('/admin?tab=users');
  const row = await screen.findByRole('button', { name: 'Bo Baker' });
  for (const turns of [0, 1, 2, 3, 5, 8, 13]) {
    fireEvent.click(row);
    // What the router does next comes with the promises, before anything is drawn.
    for (let turn = 0; turn < turns; turn++) await Promise.resolve();
    await app.go(-1);
    await noDialog();
    expect(app.search().toString()).toBe('tab=users');
  }
  // It opens and closes as ever.
  fireEvent.click(row);
  await dialog();
  await userEvent.keyboard('{Escape}');
  await noDialog();
  expect(app.search().toString()).toBe('tab=users');
});

it('asks before the back button or another tab throws away what was typed', async () => {
  const app = openAt('/admin?tab=users');
  await userEvent.click(await screen.findByRole('button', { name: 'Bo Baker' }));
  const notes = await within(await dialog()).findByRole('textbox', { name: 'Notes' });
  const question = () => screen.findByRole('dialog', { name: unsavedTexts.title });
  const answer = async (name: string) =>
    userEvent.click(within(await question()).getByRole('button', { name }));

  // Nothing typed, nothing asked.
  await userEvent.type(notes, ' Met at the gate.');
  const typed = (notes as HTMLTextAreaElement).value;
  for (const lose of [
    () => userEvent.click(screen.getByRole('tab', { name: 'Activity' })),
    () => app.go(-1),
    () => app.go(-1),
  ]) {
    await lose();
    await answer(unsavedTexts.stay);
    expect(app.search().toString()).toBe('tab=users&user=u-bo');
    expect(screen.getByRole('textbox', { name: 'Notes' })).toHaveValue(typed);
  }
  await userEvent.click(screen.getByRole('tab', { name: 'Activity' }));
  await answer(unsavedTexts.leave);
  expect(await screen.findByRole('tab', { name: 'Activity', selected: true })).toBeVisible();
  await userEvent.click(screen.getByRole('tab', { name: 'Profile' }));
  const again = await screen.findByRole('textbox', { name: 'Notes' });
  expect(again).not.toHaveValue(typed);

  await userEvent.type(again, 'x');
  await app.go(-1);
  await answer(unsavedTexts.leave);
  await noDialog();
  expect(app.search().toString()).toBe('tab=users');

  // The cross has asked: the step back that it makes does not ask again.
  await userEvent.click(screen.getByRole('button', { name: 'Bo Baker' }));
  await userEvent.type(await within(await dialog()).findByRole('textbox', { name: 'Notes' }), 'y');
  await userEvent.keyboard('{Escape}');
  await answer(unsavedTexts.leave);
  await noDialog();
  expect(app.search().toString()).toBe('tab=users');
});
