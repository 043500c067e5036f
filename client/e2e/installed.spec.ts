// The settings of notifications, the installed page, and the smallest screens.
import { expect } from '@playwright/test';
import { openRoom, phone, test } from './people';

test('quiet hours and whether words are shown are kept by the server', async ({ enter }) => {
  const bob = await enter('bob@muster.test');
  const open = async () => {
    await bob.goto('/dashboard');
    await bob.getByRole('button', { name: /menu/i }).click();
    await bob.getByRole('menuitem', { name: 'Notifications' }).click();
  };
  await open();
  const sheet = bob.getByRole('dialog', { name: 'Notifications' });
  await sheet.getByRole('checkbox', { name: 'Show what was said' }).check();
  await sheet.getByRole('checkbox', { name: 'Quiet hours' }).check();
  await sheet.getByLabel('From').fill('23:30');
  await sheet.getByLabel('To').fill('06:15');
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect(bob.getByText('Notification settings saved')).toBeVisible();
  await open();
  await expect(sheet.getByRole('checkbox', { name: 'Show what was said' })).toBeChecked();
  await expect(sheet.getByLabel('From')).toHaveValue('23:30');
  await expect(sheet.getByLabel('To')).toHaveValue('06:15');
  await sheet.getByRole('checkbox', { name: 'Quiet hours' }).uncheck();
  await sheet.getByRole('checkbox', { name: 'Show what was said' }).uncheck();
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect(bob.getByText('Notification settings saved').last()).toBeVisible();
});

test('the browser finds nothing that keeps the page from being installed', async ({ enter }) => {
  const ann = await enter('ann@muster.test', { viewport: phone, serviceWorkers: 'allow' });
  await ann.goto('/dashboard');
  await ann.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const cdp = await ann.context().newCDPSession(ann);
  const manifest = await cdp.send('Page.getAppManifest');
  expect(manifest.errors).toEqual([]);
  const { name, start_url, display, icons } = JSON.parse(manifest.data ?? '{}') as {
    [key: string]: unknown;
    icons: { src: string; sizes: string }[];
  };
  expect({ name, start_url, display }).toEqual({
    name: 'Muster',
    start_url: '/dashboard',
    display: 'standalone',
  });
  for (const { src } of icons) expect((await ann.request.get(src)).status(), src).toBe(200);
  const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors');
  const received = installabilityErrors.map((e) => e.errorId);
  // A walk's browser forgets everything when it ends; that alone is why it may not be installed.
  expect(received.filter((id) => id !== 'in-incognito')).toEqual([]);
});

test('a push is shown, the next one of the room replaces it, and a press leads there', {
  tag: '@main',
}, async ({ enter, baseURL }) => {
  const ann = await enter('ann@muster.test', { serviceWorkers: 'allow' });
  const origin = new URL(baseURL ?? '').origin;
  await ann.context().grantPermissions(['notifications'], { origin });
  await ann.goto('/dashboard');
  const permission = await ann.evaluate(() => Notification.permission);
  test.skip(
    permission !== 'granted',
    "Chromium's headless shell has no notifications; the whole browser has",
  );
  const cdp = await ann.context().newCDPSession(ann);
  let registrationId = '';
  cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    for (const one of registrations) if (!one.isDeleted) registrationId = one.registrationId;
  });
  await cdp.send('ServiceWorker.enable');
  await ann.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await expect.poll(() => registrationId).not.toBe('');
  const push = (data: string) =>
    cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
  const shown = () =>
    ann.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      return (await registration.getNotifications()).map(({ title, body }) => `${title}: ${body}`).sort();
    });
  const received = { title: 'Night Watch', roomId: 'night-watch', messageId: 'm-7', tag: 'room:night-watch' };
  await push(JSON.stringify({ ...received, body: 'New message from bob' }));
  await expect.poll(shown).toEqual(['Night Watch: New message from bob']);
  await push(JSON.stringify({ ...received, body: '3 new messages, the last from bob' }));
  await expect.poll(shown).toEqual(['Night Watch: 3 new messages, the last from bob']);
  await push('not JSON');
  await expect
    .poll(shown)
    .toEqual(['Muster: There is something new.', 'Night Watch: 3 new messages, the last from bob']);

  const [worker] = ann.context().serviceWorkers();
  await worker?.evaluate(async (tag) => {
    const scope = self as unknown as { registration: ServiceWorkerRegistration } & EventTarget;
    const [notification] = await scope.registration.getNotifications({ tag });
    const Pressed = Reflect.get(scope, 'NotificationEvent') as new (kind: string, init: object) => Event;
    scope.dispatchEvent(new Pressed('notificationclick', { notification }));
  }, received.tag);
  await expect(ann).toHaveURL(/\/chat\/night-watch/);
  await expect.poll(shown).toEqual(['Muster: There is something new.']);
});

test('at 180 px, which is 360 px at twice the size, everything is still in reach', async ({ enter }) => {
  const ann = await enter('ann@muster.test', {
    viewport: { width: 180, height: 370 },
    hasTouch: true,
    isMobile: true,
  });
  const fits = async (name: string) =>
    expect(
      // A phone zooms out to what is too wide, and its window grows.
      await ann.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
      `${name} runs over the edge`,
    ).toBeLessThanOrEqual(0);
  for (const path of [
    '/dashboard',
    '/chat',
    '/profile',
    '/my-rank',
    '/checkin',
    '/server-cost',
    '/contribute',
    '/emergency',
  ]) {
    await ann.goto(path);
    await expect(ann.locator('main')).toBeVisible();
    await ann.waitForLoadState('networkidle');
    await fits(path);
  }
  await openRoom(ann, 'general');
  await fits('the room');
  const field = ann.getByRole('textbox', { name: 'Message' });
  await field.fill(`Small screen ${Date.now()}`);
  await expect(field).toBeInViewport({ ratio: 0.9 });
  expect((await field.boundingBox())?.width ?? 0, 'the field is wide enough to read').toBeGreaterThan(60);
  await ann.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(
    ann
      .getByRole('list', { name: 'Messages' })
      .getByText(/^Small screen/)
      .last(),
  ).toBeVisible();
  for (const button of await ann.getByRole('button').all()) {
    if (!(await button.isVisible())) continue;
    const box = await button.boundingBox();
    if (!box || box.y < 0 || box.y + box.height > 370) continue;
    const name = await button.evaluate((b) => b.getAttribute('aria-label') ?? b.textContent);
    expect(box.x + box.width, `${name} is out of reach`).toBeLessThanOrEqual(181);
    expect(box.x, `${name} is out of reach`).toBeGreaterThanOrEqual(-1);
  }
});
