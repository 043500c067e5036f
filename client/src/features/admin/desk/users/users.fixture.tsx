// The tab of users over a played server, for its tests.
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { openAt, signIn, tidy } from '@/app/app.fixture';
import { fail, ok, server } from '@/net/server.fixture';
import type { UserProfile, UserRow } from '@/wire/bodies.gen';
import { room } from '../../admin.fixture';

export const profile: UserProfile = {
  id: 'u-bo',
  name: 'Bo Baker',
  email: 'bo@example.org',
  phone: null,
  username: 'bo',
  rank: 'Sergeant',
  points: 520,
  honorary_rank: null,
  member_since: '2026-01-02T10:00:00Z',
  created_at: '2026-01-02T10:00:00Z',
  last_login: '2026-11-20T10:00:00Z',
  last_seen: null,
  is_online: true,
  is_admin: false,
  is_creator: false,
  is_guardian: false,
  is_erased: false,
  sign_in_disabled: false,
  chat_access_enabled: true,
  chat_banned_until: '2020-01-01T00:00:00Z',
  chat_subscription_active: true,
  total_contributed: 25.5,
  contribution_count: 1,
  last_contributed_at: '2026-11-01T10:00:00Z',
  contributions: [
    {
      id: 'c1',
      purpose: 'contribution',
      amount: 25.5,
      anonymous: false,
      status: 'completed',
      at: '2026-11-01T10:00:00Z',
    },
  ],
  notes: 'Helps newcomers',
  notes_version: 3,
  face_recognition_status: 'not_enrolled',
  face_scan_count: 0,
  face_enrollment_date: null,
  last_face_scan: null,
  face_verification_skip_count: 0,
  face_failed_attempts: 0,
  face_required: false,
};
const row = (id: string, change: Partial<UserRow> = {}): UserRow => ({ ...profile, ...change, id });

/** What the played server was asked, and what it says of Bo now. */
export const played: {
  tables: URLSearchParams[];
  changes: { path: string; body: unknown }[];
  now: UserProfile;
} = { tables: [], changes: [], now: profile };

const note = async (request: Request) => {
  const text = await request.text();
  played.changes.push({ path: new URL(request.url).pathname, body: text === '' ? null : JSON.parse(text) });
};
const changed = (change: Partial<UserProfile>) => {
  played.now = { ...played.now, ...change };
  return ok({
    user: played.now,
    profile: played.now,
    userId: played.now.id,
    points: played.now.points,
    rank: played.now.rank,
    isGuardian: played.now.is_guardian,
    honoraryRank: played.now.honorary_rank,
  });
};

/** Plays the server of the tab of users before each test of a file. */
export function playUsers() {
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
  beforeEach(() => {
    played.tables = [];
    played.changes = [];
    played.now = profile;
    server.use(
      http.get('/api/chat/user-status', () =>
        ok({ hasUsername: true, username: 'ada_reyes', isAdmin: true, isBanned: false, creatorId: null }),
      ),
      http.get('/api/admin/users/detailed', ({ request }) => {
        const params = new URL(request.url).searchParams;
        played.tables.push(params);
        if (params.get('search') === 'nobody')
          return ok({ users: [], pagination: { totalPages: 0, total: 0 }, nextCursor: null });
        if (params.get('cursor') === 'second') {
          return ok({
            users: [row('u-zed', { name: 'Zed' })],
            pagination: { totalPages: 2, total: 51 },
            nextCursor: null,
          });
        }
        return ok({
          users: [
            row('u-bo'),
            row('u-ada', { name: 'Ada', is_admin: true, chat_banned_until: '2099-01-01T00:00:00Z' }),
            row('u-out', { name: 'Shut out', sign_in_disabled: true }),
            row('u-gone', { name: 'Erased member', is_erased: true, chat_access_enabled: false }),
          ],
          pagination: { totalPages: 2, total: 51 },
          nextCursor: 'second',
        });
      }),
      http.get('/api/admin/users/:id/profile', () => ok({ profile: played.now })),
      http.get('/api/admin/users/:id/analytics', () =>
        ok({
          messageStats: { total: 12, byType: { text: 10, image: 2 }, recent: [] },
          activityLevel: 'medium',
          accountAge: 300,
          loginStats: { totalLogins: 4, lastLogin: null },
          mediaStats: { totalUploads: 2 },
          chatStats: {
            dailyActivity: Array.from({ length: 7 }, (_, i) => ({ date: `2026-11-1${i}`, messages_sent: i })),
          },
        }),
      ),
      http.get('/api/admin/users/:id/activity', () =>
        ok({
          recentMessages: [
            {
              id: 'm1',
              room_id: 'general',
              room_name: 'General',
              message_type: 'text',
              message: 'See you there',
              created_at: '2026-11-20T10:00:00Z',
            },
          ],
          activityLog: [
            {
              event_type: 'chat_access_changed',
              event_data: { by: 'ada' },
              created_at: '2026-11-20T10:00:00Z',
            },
          ],
        }),
      ),
      http.get('/api/admin/users/:id/room-access', () =>
        ok({
          access: [
            {
              id: 'den',
              access_level: 'member',
              granted_at: '2026-03-02T10:00:00Z',
              chat_rooms: { name: 'den', display_name: 'The Den' },
            },
          ],
        }),
      ),
      http.get('/api/admin/users/:id/sessions', () =>
        ok({
          sessions: [
            {
              id: 's1',
              device: 'Firefox',
              address: '192.0.2.7',
              createdAt: '2026-11-20T10:00:00Z',
              lastSeenAt: '2026-11-20T10:00:00Z',
            },
          ],
        }),
      ),
      http.get('/api/admin/rooms', () =>
        ok({
          rooms: [room('den'), room('attic')],
        }),
      ),
      http.delete('/api/admin/users/:id/sessions', async ({ request }) => {
        await note(request);
        return ok({ ended: 1 });
      }),
      http.post('/api/admin/room-access', async ({ request }) => {
        await note(request);
        return ok({ message: 'Access granted successfully' });
      }),
      http.patch('/api/admin/users/:id/admin-status', async ({ request }) => {
        await note(request);
        return changed({ is_admin: true });
      }),
      http.patch('/api/admin/users/:id/face', async ({ request }) => {
        await note(request.clone());
        const { required } = (await request.json()) as { required: boolean };
        return changed({ face_required: required });
      }),
      http.delete('/api/admin/users/:id/face', async ({ request }) => {
        await note(request);
        return ok({ removed: true });
      }),
      http.post('/api/admin/users/:id/face/reset-attempts', async ({ request }) => {
        await note(request);
        return ok({ failed: 2 });
      }),
      http.patch('/api/admin/users/:id/notes', async ({ request }) => {
        await note(request.clone());
        const { notes, version } = (await request.json()) as { notes: string; version?: number };
        const now = played.now.notes_version;
        if (version !== undefined && version !== now)
          return fail(409, 'These notes have changed meanwhile.', 'notes_changed');
        return changed({ notes, notes_version: now + 1 });
      }),
      http.post('/api/admin/users/:id/points', async ({ request }) => {
        await note(request);
        return changed({ points: 470 });
      }),
      http.patch('/api/admin/users/:id/chat-access', async ({ request }) => {
        const body = (await request.clone().json()) as { bannedUntil?: string; confirm?: boolean };
        await note(request);
        if (played.now.is_admin && !body.confirm)
          return fail(409, 'This member is an administrator. Please confirm.', 'confirm_admin');
        return changed({ chat_banned_until: body.bannedUntil ?? null });
      }),
    );
    signIn();
  });
  afterEach(() => {
    cleanup();
    tidy();
  });
  afterAll(() => server.close());
}

export const press = (name: string | RegExp, within_: HTMLElement = document.body) =>
  userEvent.click(within(within_).getByRole('button', { name }));

export async function openUsers(address = '/admin?tab=users') {
  openAt(address);
  await screen.findByRole('button', { name: 'Bo Baker' });
}
export async function openPart(name: string) {
  openAt('/admin?tab=users&user=u-bo');
  const dialog = await screen.findByRole('dialog', { name: 'Bo Baker' });
  await userEvent.click(await within(dialog).findByRole('tab', { name }));
  return dialog;
}
