// A server of rooms for the tests of the back office, played in the test's own process.
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { openAt, signIn } from '@/app/app.fixture';
import { ok, server } from '@/net/server.fixture';
import type { AccessEntry, AdminRoom } from '@/wire/bodies.gen';

export const room = (id: string, change: Partial<AdminRoom> = {}): AdminRoom => ({
  id,
  name: id,
  display_name: id,
  description: '',
  is_default: false,
  access_level: 'admin',
  slow_mode_seconds: 0,
  read_only: false,
  member_count: 0,
  message_count: 0,
  ...change,
});
export const general = room('general', {
  display_name: 'General',
  is_default: true,
  access_level: 'all',
  member_count: 1200,
  message_count: 98765,
});
export const entry: AccessEntry = {
  id: 'u1',
  room_id: 'den',
  access_level: 'moderator',
  granted_at: '2026-03-02T10:00:00Z',
  profiles: { id: 'u1', email: 'bo@example.com', username: 'bo' },
};

/** What the played server holds, and what it was asked to change. */
export const played = {
  rooms: [] as AdminRoom[],
  access: [] as AccessEntry[],
  calls: [] as { method: string; path: string; body: unknown }[],
};

export const userStatus = (isAdmin: boolean) =>
  http.get('/api/chat/user-status', () =>
    ok({ hasUsername: true, username: 'ada_reyes', isAdmin, isBanned: false }),
  );

/** Puts the played server back to two rooms. */
export function play() {
  played.rooms = [
    general,
    room('den', { display_name: 'The Den', description: 'Late hours', member_count: 1 }),
  ];
  played.access = [entry];
  played.calls = [];
  const note = async (request: Request) => {
    const text = await request.text();
    const path = new URL(request.url).pathname;
    played.calls.push({ method: request.method, path, body: text === '' ? null : JSON.parse(text) });
  };
  server.use(
    userStatus(true),
    http.get('/api/admin/rooms', () => ok({ rooms: played.rooms })),
    http.get('/api/admin/room-presence/:id', ({ params }) =>
      params.id === 'general'
        ? ok({ presence: [{ user_id: 'u9', username: 'cem', last_seen: null }], onlineCount: 42 })
        : ok({ presence: [], onlineCount: 0 }),
    ),
    http.get('/api/admin/room-access/:id', () =>
      ok({ users: played.access, room_id: 'den', room_name: 'den', is_default: false, nextCursor: null }),
    ),
    http.get('/api/admin/users/:id/room-access', () =>
      ok({ access: played.access.map((given) => ({ ...given, id: given.room_id })) }),
    ),
    http.post('/api/admin/rooms', async ({ request }) => {
      await note(request.clone());
      const { name, display_name } = (await request.json()) as { name: string; display_name: string };
      const made = room(name, { display_name: display_name || name });
      played.rooms = [...played.rooms, made];
      return ok({ message: 'Room created successfully', room: made });
    }),
    http.patch('/api/admin/rooms/:id', async ({ request, params }) => {
      await note(request.clone());
      const change = (await request.json()) as Partial<AdminRoom>;
      played.rooms = played.rooms.map((one) => (one.id === params.id ? { ...one, ...change } : one));
      return ok({ room: played.rooms.find((one) => one.id === params.id) });
    }),
    http.delete('/api/admin/rooms/:id', async ({ request, params }) => {
      await note(request);
      played.rooms = played.rooms.filter(({ id }) => id !== params.id);
      return ok({ message: 'Room deleted successfully' });
    }),
    http.post('/api/admin/room-access', async ({ request }) => {
      await note(request);
      return ok({ message: 'Access granted successfully' });
    }),
    http.delete('/api/admin/room-access', async ({ request }) => {
      await note(request);
      played.access = [];
      return ok({ message: 'Access revoked successfully' });
    }),
  );
}

export async function openRooms() {
  signIn();
  const app = openAt('/admin');
  await screen.findByRole('button', { name: 'The Den' });
  return app;
}
export const card = (name: string) => screen.getByRole('button', { name }).closest('li') as HTMLElement;
export const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
