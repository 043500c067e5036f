// Signing in and out, as a person meets it.
import { expect } from '@playwright/test';
import { askForCode, lastCode, test } from './people';

test('a wrong code is said and can be mended, the right one opens the dashboard (AUTH-15, AUTH-27, AUTH-30)', {
  tag: '@main',
}, async ({ page }) => {
  const since = Date.now();
  await askForCode(page, '(555) 010-0001');
  await expect(page.getByText(/0001/)).toBeVisible();
  const code = await lastCode(page, '+15550100001', since);
  const wrong = code === '000000' ? '111111' : '000000';
  await page.keyboard.type(wrong);
  await expect(page.getByText('Invalid code')).toBeVisible();
  await page.keyboard.type(code);
  await expect(page).toHaveURL(/\/dashboard$/);

  // The session outlives a reload, and the other tab learns of its end.
  await page.reload();
  await expect(page).toHaveURL(/\/dashboard$/);
  const token = await page.evaluate(() => localStorage.getItem('token'));
  const other = await page.context().newPage();
  await other.goto('/dashboard');
  await expect(other.getByText('GROUP CHAT')).toBeVisible();
  await page.getByRole('button', { name: /^LOGOUT/ }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(other).toHaveURL(/\/login$/);
  // The page does not wait for the server, which ends the session when the call arrives.
  const me = () => page.request.get('/api/profile/me', { headers: { Authorization: `Bearer ${token}` } });
  await expect.poll(async () => (await me()).status()).toBe(401);
});

test('members only: every member route leads to the login (GEN-2, GEN-4)', { tag: '@main' }, async ({
  page,
}) => {
  for (const path of ['/', '/dashboard', '/chat', '/chat/general', '/profile', '/admin', '/no/such/page']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/login$/);
  }
});

test('an unknown person gets the same screens as a member (AUTH-9)', { tag: '@main' }, async ({ page }) => {
  await askForCode(page, 'nobody@muster.test');
  await page.keyboard.type('123456');
  await expect(page.getByText('Invalid code')).toBeVisible();
});

test('a screen that cannot be fetched says so, and opens when it can (GEN-19)', { tag: '@main' }, async ({
  enter,
}) => {
  const page = await enter('bob@muster.test');
  const screens = /\/assets\/chat-.*\.js$/;
  await page.route(screens, (route) => route.abort());
  await page.goto('/dashboard');
  await page.getByRole('link', { name: /GROUP CHAT/ }).click();
  await expect(
    page.getByText('This screen could not be loaded. Please check your internet connection.'),
  ).toBeVisible();
  await expect(page.getByText('Something went wrong')).toHaveCount(0);
  await page.unroute(screens);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Field Notes')).toBeVisible();
});
