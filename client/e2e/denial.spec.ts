// Put out while in a room, by an administrator's calls on a real server: the
// page says why, and goes on saying it.
import { expect, type Page } from '@playwright/test';
import { askForCode, call, countSockets, lastCode, openRoom, say, test } from './people';

async function asAdmin(enter: (email: string) => Promise<Page>) {
  const admin = await enter('admin@muster.test');
  await admin.goto('/dashboard');
  return admin;
}

const userId = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}').id);

test('revoked access is said on the screen, then the rooms open (ROOM-8, ROOM-12)', { tag: '@main' }, async ({
  enter,
}) => {
  const admin = await asAdmin(enter);
  const ann = await enter('ann@muster.test');
  const room_id = 'officers';
  await call(admin, 'POST', '/admin/room-access', {
    user_email: 'ann@muster.test',
    room_id,
    access_level: 'member',
  });
  await openRoom(ann, room_id);
  await say(ann, `Reporting in. ${Date.now()}`);
  const sockets = countSockets(ann);
  await call(admin, 'DELETE', '/admin/room-access', { user_id: await userId(ann), room_id });
  await expect(ann.getByText('You do not have access to this chat room')).toBeVisible();
  expect(new URL(ann.url()).pathname).toBe(`/chat/${room_id}`);
  await expect(ann).toHaveURL(/\/chat$/);
  await expect(ann.getByRole('link', { name: /Officers/ })).toHaveCount(0);
  expect(sockets()).toBe(0);
});

test('a deleted room is said on the screen, then the rooms open (ROOM-12)', async ({ enter }) => {
  const admin = await asAdmin(enter);
  const ann = await enter('ann@muster.test');
  const name = `walk-${Date.now()}`;
  const { room } = await call(admin, 'POST', '/admin/rooms', { name, display_name: name });
  // A new room is open to those who were let in.
  await call(admin, 'POST', '/admin/room-access', {
    user_email: 'ann@muster.test',
    room_id: room.id,
    access_level: 'member',
  });
  await openRoom(ann, room.id);
  await call(admin, 'DELETE', `/admin/rooms/${room.id}`);
  await expect(ann.getByText('You do not have access to this chat room')).toBeVisible();
  await expect(ann).toHaveURL(/\/chat$/);
});

test('an ended session leads to the login screen, which says so (WS-28, GEN-7)', { tag: '@main' }, async ({
  page,
}) => {
  // Her session is of this walk alone, and no other asks for her code within the minute.
  const since = Date.now();
  await askForCode(page, 'selma.adler@muster.test');
  await page.keyboard.type(await lastCode(page, 'selma.adler@muster.test', since));
  await expect(page).toHaveURL(/\/dashboard$/);
  await openRoom(page, 'night-watch');
  const { sessions } = await call(page, 'GET', '/auth/sessions');
  const current = sessions.find((session: { current: boolean }) => session.current);
  await call(page, 'DELETE', `/auth/sessions/${current.id}`);
  await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('button', { name: 'LOGIN' })).toBeVisible();
});
