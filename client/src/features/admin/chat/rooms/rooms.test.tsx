// Chat Management against a played server.
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openAt, signIn, tidy } from '@/app/app.fixture';
import { fail, ok, server } from '@/net/server.fixture';
import { adminRoomsQuery } from '@/queries/chat/adminRooms';
import { queryClient } from '@/queries/client';
import { roomDrafts } from '@/stores/desk/formDrafts';
import { asksBeforeItCloses } from '@/ui/unsaved.fixture';
import { card, entry, openRooms, play, played, press } from '../../admin.fixture';

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(play);
afterEach(() => {
  roomDrafts.reset();
  tidy();
});
afterAll(() => server.close());

describe('room cards (ADM-5)', () => {
  it('show names, description, people online, members and messages; Delete only where it may be', async () => {
    await openRooms();
    expect(await within(card('General')).findByText('42')).toBeVisible();
    expect(within(card('General')).getByText('1,200')).toBeVisible();
    expect(within(card('General')).getByText('98,765')).toBeVisible();
    expect(within(card('General')).getByText('No description')).toBeVisible();
    expect(within(card('The Den')).getByText('Late hours')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Delete The Den' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Delete General' })).not.toBeInTheDocument();
  });

  it('ask for the people online every 5 s (ADM-10)', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    try {
      let count = 7;
      server.use(http.get('/api/admin/room-presence/:id', () => ok({ presence: [], onlineCount: count })));
      await openRooms();
      await within(card('General')).findByText('7');
      count = 8;
      await vi.advanceTimersByTimeAsync(5_000);
      expect(await within(card('General')).findByText('8')).toBeVisible();
    } finally {
      vi.useRealTimers();
    }
  });

  it('say what failed and try again (ADM-15)', async () => {
    server.use(http.get('/api/admin/rooms', () => fail(404, 'Odd', 'not_found')));
    signIn();
    openAt('/admin');
    expect(await screen.findByText('Failed to load chat rooms')).toBeVisible();
    server.use(http.get('/api/admin/rooms', () => ok({ rooms: [] })));
    await press('Try again');
    expect(await screen.findByText('No rooms yet')).toBeVisible();
  });
});

describe('a chosen room (ADM-11)', () => {
  it('shows who has access, by e-mail, username and level', async () => {
    await openRooms();
    await press('The Den');
    const table = await screen.findByRole('table', { name: 'Members with access to The Den' });
    const row = within(table).getByRole('row', { name: /bo@example.com/ });
    expect(row).toHaveTextContent('@bo');
    expect(row).toHaveTextContent('Moderator');
    expect(row).toHaveTextContent('Mar 2, 2026');
    expect(screen.getByRole('link', { name: 'Audit log of this room' })).toHaveAttribute(
      'href',
      '/admin?tab=audit&subject=den',
    );
  });

  // All entries came at once: 12 MB of a room with 50,000 members.
  it('shows the access list a page at a time', async () => {
    const other = { ...entry, id: 'u2', profiles: { id: 'u2', email: 'cem@example.com', username: null } };
    server.use(
      http.get('/api/admin/room-access/:id', ({ request }) => {
        const { searchParams } = new URL(request.url);
        const first = searchParams.get('cursor') === '';
        expect(searchParams.get('limit')).toBe('50');
        return ok({ users: [first ? entry : other], nextCursor: first ? 'next' : null });
      }),
    );
    await openRooms();
    await press('The Den');
    expect(await screen.findByText('bo@example.com')).toBeVisible();
    expect(screen.queryByText('cem@example.com')).not.toBeInTheDocument();
    await press('Show more');
    expect(await screen.findByText('cem@example.com')).toBeVisible();
    expect(screen.getByText('bo@example.com')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
    // The button had the focus, and the keyboard began again at the top of the screen.
    expect(screen.getByText('That is all.')).toHaveFocus();
  });

  it('counts as revoked when only the answer was lost', async () => {
    await openRooms();
    await press('The Den');
    await screen.findByText('bo@example.com');
    server.use(
      http.delete('/api/admin/room-access', () => {
        played.access = [];
        return HttpResponse.error();
      }),
    );
    await press('Revoke access of bo@example.com');
    expect(await screen.findByText('Access revoked successfully')).toBeVisible();
  });

  it('that is open to everybody has no access list, and says who is in it', async () => {
    await openRooms();
    await press('General');
    expect(screen.getByText(/Everybody may enter this room/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Grant Access' })).not.toBeInTheDocument();
    expect(await screen.findByText('@cem')).toBeVisible();
    expect(screen.getByText('and 41 more')).toBeVisible();
  });

  it('says what failed (ADM-15)', async () => {
    server.use(http.get('/api/admin/room-access/:id', () => fail(404, 'Odd', 'not_found')));
    await openRooms();
    await press('The Den');
    expect(await screen.findByText('Failed to load room access')).toBeVisible();
  });

  it('grants access at a level (ADM-12)', async () => {
    played.access = [];
    await openRooms();
    await press('The Den');
    expect(await screen.findByText('Nobody has access yet')).toBeVisible();
    await press('Grant Access');
    const dialog = await screen.findByRole('dialog', { name: 'Grant Room Access' });
    await userEvent.type(within(dialog).getByRole('textbox'), ' cem@example.com ');
    await userEvent.selectOptions(within(dialog).getByRole('combobox', { name: 'Access level' }), 'admin');
    played.access = [{ ...entry, profiles: { id: 'u2', email: 'cem@example.com', username: null } }];
    await userEvent.click(within(dialog).getByRole('button', { name: 'Grant Access' }));
    expect(await screen.findByText('Access granted successfully')).toBeVisible();
    expect(await screen.findByText('cem@example.com')).toBeVisible();
    expect(played.calls).toEqual([
      {
        method: 'POST',
        path: '/api/admin/room-access',
        body: { user_email: 'cem@example.com', room_id: 'den', access_level: 'admin' },
      },
    ]);
    expect(screen.getByRole('button', { name: 'Grant Access' })).toHaveFocus();
  });

  it.each([
    [() => fail(404, 'No such member', 'not_found'), 'No such member'],
    [() => HttpResponse.error(), 'Failed to grant access'],
  ])('says why access was not granted (ADM-15)', async (refuse, words) => {
    server.use(http.post('/api/admin/room-access', refuse));
    await openRooms();
    await press('The Den');
    await press('Grant Access');
    await userEvent.type(screen.getByRole('textbox'), 'nobody@example.com{Enter}');
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.getByRole('dialog')).toBeVisible();
  });

  it('revokes access, and the focus stays in the room (ADM-13)', async () => {
    await openRooms();
    await press('The Den');
    await userEvent.click(await screen.findByRole('button', { name: 'Revoke access of bo@example.com' }));
    expect(await screen.findByText('Access revoked successfully')).toBeVisible();
    expect(await screen.findByText('Nobody has access yet')).toBeVisible();
    expect(played.calls).toEqual([
      { method: 'DELETE', path: '/api/admin/room-access', body: { user_id: 'u1', room_id: 'den' } },
    ]);
    expect(screen.getByRole('button', { name: 'Grant Access' })).toHaveFocus();
  });

  it('says that revoking failed (ADM-15)', async () => {
    server.use(http.delete('/api/admin/room-access', () => HttpResponse.error()));
    await openRooms();
    await press('The Den');
    await userEvent.click(await screen.findByRole('button', { name: 'Revoke access of bo@example.com' }));
    expect(await screen.findByText('Failed to revoke access')).toBeVisible();
    server.use(http.delete('/api/admin/room-access', () => fail(404, 'No such access', 'not_found')));
    await press('Revoke access of bo@example.com');
    expect(await screen.findByText('No such access')).toBeVisible();
    expect(screen.getByText('bo@example.com')).toBeVisible();
  });
});

describe('creating a room (ADM-7, ADM-17)', () => {
  it('forces the id’s form and opens the new room', async () => {
    await openRooms();
    await press('Create Room');
    const dialog = await screen.findByRole('dialog', { name: 'Create New Chat Room' });
    const create = within(dialog).getByRole('button', { name: 'Create Room' });
    expect(create).toBeDisabled();
    const id = within(dialog).getByRole('textbox', { name: 'Room ID' });
    expect(id).toHaveFocus();
    await userEvent.type(id, 'Night Watch');
    expect(id).toHaveValue('night-watch');
    await userEvent.type(within(dialog).getByRole('textbox', { name: 'Display name' }), 'The Watch');
    await userEvent.click(create);
    expect(await screen.findByText('Room created successfully')).toBeVisible();
    expect(await screen.findByRole('button', { name: 'The Watch' })).toHaveAttribute('aria-expanded', 'true');
    expect(played.calls[0]?.body).toEqual({
      name: 'night-watch',
      display_name: 'The Watch',
      description: '',
    });
  });

  it.each([
    [
      () => fail(409, 'A room with this name already exists', 'conflict'),
      'A room with this name already exists',
    ],
    [() => HttpResponse.error(), 'Failed to create room'],
  ])('keeps what was typed and says why not (ADM-15)', async (refuse, words) => {
    server.use(http.post('/api/admin/rooms', refuse));
    await openRooms();
    await press('Create Room');
    await userEvent.type(await screen.findByRole('textbox', { name: 'Room ID' }), 'den');
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Create Room' }));
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Room ID' })).toHaveValue('den');
    // What was typed went with a reload.
    cleanup();
    await openRooms();
    await press('Create Room');
    expect(await screen.findByRole('textbox', { name: 'Room ID' })).toHaveValue('den');
    asksBeforeItCloses();
    await press('Cancel');
    await press('Create Room');
    expect(await screen.findByRole('textbox', { name: 'Room ID' })).toHaveValue('');
  });
});

// The answer was lost after the room was made: the second press said that the name exists.
it('makes one room when the answer is lost and the same is sent again', async () => {
  const keys: (string | null)[] = [];
  server.events.on('request:start', ({ request }) => {
    if (request.method === 'POST') keys.push(request.headers.get('Idempotency-Key'));
  });
  server.use(http.post('/api/admin/rooms', () => HttpResponse.error(), { once: true }));
  await openRooms();
  await press('Create Room');
  await userEvent.type(await screen.findByRole('textbox', { name: 'Room ID' }), 'watch');
  const create = within(screen.getByRole('dialog')).getByRole('button', { name: 'Create Room' });
  await userEvent.click(create);
  expect(await screen.findByText('Failed to create room')).toBeVisible();
  await userEvent.click(create);
  expect(await screen.findByText('Room created successfully')).toBeVisible();
  expect(keys[0]).toMatch(/^[\da-f-]{36}$/);
  expect(keys).toEqual([keys[0], keys[0]]);
  server.events.removeAllListeners();
});

describe('deleting a room (ADM-9)', () => {
  it('asks, says that it cannot be undone, and deletes', async () => {
    await openRooms();
    await press('Delete The Den');
    const dialog = screen.getByRole('dialog', { name: 'Delete The Den?' });
    expect(dialog).toHaveTextContent('This cannot be undone.');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete Room' }));
    expect(await screen.findByText('Room deleted successfully')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'The Den' })).not.toBeInTheDocument());
    expect(played.calls).toEqual([{ method: 'DELETE', path: '/api/admin/rooms/den', body: null }]);
    expect(screen.getByRole('heading', { name: 'Admin Panel' })).toHaveFocus();
  });

  it('does nothing when it is not confirmed', async () => {
    await openRooms();
    await press('Delete The Den');
    await press('Cancel');
    expect(played.calls).toEqual([]);
    expect(screen.getByRole('button', { name: 'Delete The Den' })).toHaveFocus();
  });

  it('says why it was not deleted (ADM-15)', async () => {
    server.use(http.delete('/api/admin/rooms/:id', () => HttpResponse.error()));
    await openRooms();
    await press('Delete The Den');
    await press('Delete Room');
    expect(await screen.findByText('Failed to delete room')).toBeVisible();
    const words = 'The default room is open to everyone and cannot be deleted';
    server.use(http.delete('/api/admin/rooms/:id', () => fail(409, words, 'default_room')));
    await press('Delete Room');
    expect(await screen.findByText(words)).toBeVisible();
  });

  // "Room not found", of the room that the first press had deleted.
  it('says that it is deleted when the answer of the first press was lost', async () => {
    server.use(http.delete('/api/admin/rooms/:id', () => HttpResponse.error()));
    await openRooms();
    await press('Delete The Den');
    await press('Delete Room');
    expect(await screen.findByText('Failed to delete room')).toBeVisible();
    server.use(http.delete('/api/admin/rooms/:id', () => fail(404, 'Room not found', 'room_unknown')));
    await press('Delete Room');
    expect(await screen.findByText('Room deleted successfully')).toBeVisible();
  });
});

describe('the settings of a room', () => {
  it('changes name, slow mode and who writes, and shows them on the card', async () => {
    const user = userEvent.setup();
    await openRooms();
    await press('The Den');
    const form = within(await screen.findByRole('region', { name: 'Settings of The Den' }));
    expect(form.getByRole('button', { name: 'Save' })).toBeDisabled();
    await user.type(form.getByLabelText('Display name'), ' II');
    await user.selectOptions(form.getByLabelText('Slow mode'), '30 seconds');
    await user.click(form.getByRole('checkbox'));
    await user.click(form.getByRole('button', { name: 'Save' }));
    await screen.findByRole('button', { name: 'The Den II' });
    expect(played.calls.at(-1)).toEqual({
      method: 'PATCH',
      path: '/api/admin/rooms/den',
      body: {
        display_name: 'The Den II',
        slow_mode_seconds: 30,
        read_only: true,
      },
    });
    expect(within(card('The Den II')).getByText('Read-only')).toBeVisible();
    expect(within(card('The Den II')).getByText('Slow mode 30 seconds')).toBeVisible();
  });

  // The whole form was sent: saving a name undid what another administrator had changed a moment before.
  it('leave alone what another administrator has changed meanwhile', async () => {
    const user = userEvent.setup();
    await openRooms();
    await press('The Den');
    const form = within(await screen.findByRole('region', { name: 'Settings of The Den' }));
    await user.type(form.getByLabelText('Display name'), ' II');
    played.rooms = played.rooms.map((one) => ({ ...one, read_only: true, description: 'Early hours' }));
    await user.click(form.getByRole('button', { name: 'Save' }));
    await screen.findByRole('button', { name: 'The Den II' });
    expect(within(card('The Den II')).getByText('Read-only')).toBeVisible();
    expect(form.getByLabelText('Description')).toHaveValue('Early hours');
  });

  it('keeps what was typed when the server refuses it', async () => {
    server.use(http.patch('/api/admin/rooms/:id', () => fail(400, 'That name is too long')));
    const user = userEvent.setup();
    await openRooms();
    await press('The Den');
    const form = within(await screen.findByRole('region', { name: 'Settings of The Den' }));
    await user.type(form.getByLabelText('Display name'), '!');
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText('That name is too long')).toBeVisible();
    expect(form.getByLabelText('Display name')).toHaveValue('The Den!');
  });

  // It said that it had failed, over fields and a button that showed it saved.
  it('count as saved when only the answer was lost', async () => {
    server.use(
      http.patch('/api/admin/rooms/:id', async ({ request }) => {
        const { display_name } = (await request.json()) as { display_name: string };
        played.rooms = played.rooms.map((one) =>
          one.id === 'den' ? { ...one, display_name: display_name.trim() } : one,
        );
        return HttpResponse.error();
      }),
    );
    const user = userEvent.setup();
    await openRooms();
    await press('The Den');
    const form = within(await screen.findByRole('region', { name: 'Settings of The Den' }));
    await user.type(form.getByLabelText('Display name'), ' II ');
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Room saved')).toBeVisible();
    expect(screen.queryByText('Failed to save the room')).toBeNull();
  });

  // Another tab of the back office, or what another administrator saved, threw it away.
  it('keep what was typed when the tab is left or another administrator saves', async () => {
    const user = userEvent.setup();
    const settings = async () => within(await screen.findByRole('region', { name: 'Settings of The Den' }));
    await openRooms();
    await press('The Den');
    await user.type((await settings()).getByLabelText('Display name'), '!');
    played.rooms = played.rooms.map((one) => ({ ...one, description: 'Early hours' }));
    await act(() => queryClient.invalidateQueries({ queryKey: adminRoomsQuery.queryKey }));
    expect(await screen.findByDisplayValue('Early hours')).toBeVisible();
    expect((await settings()).getByLabelText('Display name')).toHaveValue('The Den!');
    cleanup();
    await openRooms();
    await press('The Den');
    expect((await settings()).getByLabelText('Display name')).toHaveValue('The Den!');
    await user.click((await settings()).getByRole('button', { name: 'Save' }));
    await screen.findByRole('button', { name: 'The Den!' });
    expect(screen.queryByDisplayValue('The Den!')).toBeVisible();
  });
});
