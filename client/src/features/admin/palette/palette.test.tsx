// The command palette of the back office, by keyboard.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { tidy } from '@/app/app.fixture';
import { fail, user as me, ok, server } from '@/net/server.fixture';
import { openRooms, play, press, userStatus } from '../admin.fixture';

let searches: string[];

beforeAll(() => {
  Element.prototype.scrollIntoView ??= () => {};
  server.listen({ onUnhandledRequest: 'error' });
});
beforeEach(() => {
  searches = [];
  play();
  server.use(
    http.get('/api/admin/users/detailed', ({ request }) => {
      const search = new URL(request.url).searchParams.get('search') ?? '';
      searches.push(search);
      const users = [
        { id: 'u-bo', name: 'Bo Baker', username: 'bo', email: 'bo@example.org', phone: null },
        { id: me.id, name: 'Ada Reyes', username: 'ada_reyes', email: 'ada@example.org', phone: null },
      ].filter((one) => JSON.stringify(one).toLowerCase().includes(search.toLowerCase()));
      return ok({ users, pagination: { totalPages: 1, total: users.length }, nextCursor: null });
    }),
    // What is opened behind the palette is another test's.
    http.get('/api/admin/users/:id/:part', () => fail(404, 'Not here', 'not_found')),
    http.get('/api/notifications/history', () => ok({ campaigns: [] })),
  );
});
afterEach(tidy);
afterAll(() => server.close());

const field = () => screen.findByRole('combobox', { name: /Search people/ });
/** Writes all at once: a key each is what a busy machine spends its time on. */
async function write(text: string) {
  fireEvent.change(await field(), { target: { value: text } });
}
const options = () => screen.getAllByRole('option').map((one) => one.textContent?.trim());

it('opens by Ctrl+K and Cmd+K, closes by Escape and gives the focus back', async () => {
  await openRooms();
  const button = screen.getByRole('button', { name: 'Search or go to' });
  button.focus();
  await userEvent.keyboard('{Control>}k{/Control}');
  expect(await field()).toHaveFocus();
  expect(screen.getByRole('dialog', { name: 'Search or go to' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await waitFor(() => expect(button).toHaveFocus());
  await userEvent.keyboard('{Meta>}k{/Meta}');
  await field();
  await userEvent.keyboard('{Control>}k{/Control}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

it('finds by a few letters in order, walks by arrows and says what is chosen', async () => {
  await openRooms();
  await press('Search or go to');
  const input = await field();
  await write('crro');
  await waitFor(() => expect(options()[0]).toBe('Create a room'));
  await write('encr');
  await waitFor(() => expect(options()).toContain('Encrypted Messages'));
  expect(options()).toContain('Create an encrypted message');
  const marked = () => screen.getByRole('option', { selected: true });
  await waitFor(() => expect(input).toHaveAttribute('aria-activedescendant', marked().id));
  const first = marked();
  await userEvent.keyboard('{ArrowDown}');
  await waitFor(() => expect(marked()).not.toBe(first));
  expect(input).toHaveAttribute('aria-activedescendant', marked().id);
  // The marking stayed on "Ban or unban", which was found first.
  await write('bo');
  const bo = await screen.findByRole('option', { name: /Bo Baker/ });
  await waitFor(() => expect(bo).toHaveAttribute('aria-selected', 'true'));
  expect(options()[0]).toMatch(/Bo Baker/);
  await write('zzqx');
  expect(await screen.findByText('Nothing found')).toBeVisible();
  expect(await screen.findByText('0 results')).toBeInTheDocument();
});

it('opens a dialog that keeps the focus: creating a room', async () => {
  await openRooms();
  await press('Search or go to');
  await write('create a room');
  await userEvent.keyboard('{Enter}');
  const dialog = await screen.findByRole('dialog', { name: 'Create New Chat Room' });
  await waitFor(() => expect(within(dialog).getByRole('textbox', { name: 'Room ID' })).toHaveFocus());
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Search or go to' })).toHaveFocus());
});

it('leads to rooms, tabs and parts of tabs', async () => {
  const app = await openRooms();
  await press('Search or go to');
  await write('the den');
  await userEvent.keyboard('{Enter}');
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'The Den' })).toHaveAttribute('aria-expanded', 'true'),
  );
  await userEvent.keyboard('{Control>}k{/Control}');
  await write('history of');
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByRole('tab', { name: 'History', selected: true })).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  await write('applications');
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(app.path()).toBe('/admin/applications'));
});

// It was on nothing: the button had gone with its tab.
it('leaves the focus on the heading when what had it goes with the tab', async () => {
  await openRooms();
  screen.getByRole('button', { name: 'Create Room' }).focus();
  await userEvent.keyboard('{Control>}k{/Control}');
  await field();
  await write('encrypted mess');
  await userEvent.click(await screen.findByRole('option', { name: 'Encrypted Messages' }));
  expect(await screen.findByRole('button', { name: 'Create Encrypted Message' })).toBeVisible();
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
});

it('asks the server for people once typing stops, and opens one', async () => {
  await openRooms();
  await press('Search or go to');
  await write('baker');
  await userEvent.click(await screen.findByRole('option', { name: /Bo Baker @bo · bo@example.org/ }));
  expect(await screen.findByText('Not here')).toBeVisible();
  expect(searches).toContain('baker');
  expect(searches).not.toContain('ba');
});

it('asks whom an action is for; never oneself where the server would refuse it', async () => {
  await openRooms();
  await press('Search or go to');
  await write('ban');
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByRole('dialog', { name: 'Ban or unban: whom?' })).toBeVisible();
  expect(await field()).toHaveFocus();
  await userEvent.keyboard('ada');
  expect(await screen.findByText('Nobody found')).toBeVisible();
  await userEvent.clear(await field());
  await userEvent.keyboard('{Backspace}');
  expect(await screen.findByRole('dialog', { name: 'Search or go to' })).toBeVisible();
});

it('says why nobody is found when the server does not answer', async () => {
  server.use(http.get('/api/admin/users/detailed', () => fail(400, 'Search failed here', 'invalid')));
  await openRooms();
  await press('Search or go to');
  await write('bo');
  expect(await screen.findByText('Search failed here')).toBeVisible();
});

it('is gone with the right', async () => {
  await openRooms();
  await press('Search or go to');
  server.use(
    userStatus(false),
    http.get('/api/admin/users/detailed', () => fail(403, 'Administrators only', 'forbidden')),
  );
  await write('bo');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await userEvent.keyboard('{Control>}k{/Control}');
  expect(screen.queryByRole('combobox')).not.toBeInTheDocument();
});
