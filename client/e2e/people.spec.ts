// What members know of each other and can do about each other: the profile, the
// search, ignoring, and the notification settings.
import { expect, type Page } from '@playwright/test';
import { inspect } from './inspect';
import { call, desk, line, openRoom, phone, say, signIn, test } from './people';

test('a profile opens from a name, and its member is ignored and shown again (PUB-5, PUB-6)', async ({
  enter,
}) => {
  const bob = await enter('bob@muster.test', { viewport: phone });
  const ann = await enter('ann@muster.test');
  const batches: unknown[] = [];
  bob.on('request', (request) => {
    if (request.url().endsWith('/profile/public/batch')) batches.push(request.postDataJSON());
  });
  await openRoom(bob, 'field-notes');
  await openRoom(ann, 'field-notes');
  const words = `The bridge is closed ${Date.now()}`;
  await say(ann, words);
  await expect(line(bob, words)).toBeVisible();
  expect(batches.length).toBeGreaterThan(0);
  expect(batches.length).toBeLessThanOrEqual(4);

  const name = bob.getByRole('list', { name: 'Messages' }).getByRole('button', { name: 'ann', exact: true });
  await name.last().click();
  const profile = bob.getByRole('dialog', { name: '@ann' });
  await expect(profile.getByText('Messages (3 days)')).toBeVisible();
  await profile.getByRole('button', { name: 'Ignore', exact: true }).click();
  await expect(profile.getByRole('button', { name: 'Ignore no longer' })).toBeVisible();
  await bob.keyboard.press('Escape');
  await expect(bob.getByRole('main').getByText(words)).toHaveCount(0);
  await expect(bob.getByText(/from (someone|people) you ignore/).last()).toBeVisible();
  const more = `And so is the ferry ${Date.now()}`;
  await say(ann, more);
  await expect(line(ann, more)).toBeVisible();

  await bob.goto('/dashboard');
  await bob.getByRole('button', { name: /, menu$/ }).click();
  await bob.getByRole('menuitem', { name: 'Ignored members' }).click();
  await bob.getByRole('button', { name: 'Show ann again' }).click();
  await expect(bob.getByText('You ignore nobody')).toBeVisible();
  await openRoom(bob, 'field-notes');
  await expect(line(bob, more)).toBeVisible();
});

test('a message is found by a word, and jumped to', { tag: '@main' }, async ({ enter }) => {
  const ann = await enter('ann@muster.test');
  const bob = await enter('bob@muster.test');
  const word = `walnut${Date.now()}`;
  await openRoom(bob, 'field-notes');
  await say(bob, `Who wants a ${word} cake?`);
  await expect(line(bob, word)).toBeVisible();

  await openRoom(ann, 'general');
  await ann.keyboard.press('Control+k');
  const search = ann.getByRole('dialog', { name: 'Search messages' });
  await search.getByRole('button', { name: 'Clear filters' }).click();
  await search.getByRole('searchbox').fill(word);
  await expect(search.locator('mark')).toHaveText(word);
  await search.getByRole('searchbox').press('ArrowDown');
  await ann.keyboard.press('Enter');
  await expect(ann).toHaveURL(/\/chat\/field-notes$/);
  await expect(line(ann, word)).toBeInViewport();
});

test('a member pays a part of the server cost, and two rooms see it fall (COST-2, PAY-1)', async ({
  enter,
}) => {
  const ann = await enter('ann@muster.test', { viewport: desk });
  const bob = await enter('bob@muster.test', { viewport: phone });
  await openRoom(ann, 'general');
  await openRoom(bob, 'general');
  const pill = (page: Page) => page.getByRole('button', { name: /^Server cost/ });
  const before = (await pill(bob).textContent()) ?? '';
  await pill(ann).click();
  const sheet = ann.getByRole('dialog', { name: 'Server cost' });
  await inspect(ann, 'the server cost');
  await sheet.getByRole('textbox').fill('5');
  await sheet.getByRole('button', { name: 'PAY $5.00' }).click();
  await ann.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(ann.getByRole('link', { name: 'Return to Chat' })).toBeVisible();
  await expect(pill(bob)).not.toHaveText(before);
  await inspect(ann, 'the payment that succeeded');
});

test('the page starts without a connection, and keeps nothing of the API', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ serviceWorkers: 'allow' });
  const page = await context.newPage();
  await page.goto(`${baseURL}/login`);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect
    .poll(() => page.evaluate(async () => (await caches.match('/index.html')) !== undefined))
    .toBe(true);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('button', { name: 'LOGIN' })).toBeVisible();
  const kept = await page.evaluate(async () => {
    const requests = await Promise.all(
      (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
    );
    return requests.flat().map((request) => new URL(request.url).pathname);
  });
  // The page, its files, their list, the build of each tab and the language of the last one.
  expect(kept.filter((path) => !/^\/(index\.html$|language$|assets\/|builds\/|tabs\/)/.test(path))).toEqual(
    [],
  );
  await context.close();
});

// A name of twenty wide letters ran over the edge of the window, and hid the marks after it.
test('a long username is cut in the list of a room, and what stands after it is seen', async ({
  browser,
  server,
}) => {
  server.addMember('wide@muster.test', 'Wide Wendy');
  const context = await browser.newContext({ baseURL: server.url, viewport: desk });
  const wide = await context.newPage();
  await signIn(wide, 'wide@muster.test');
  await call(wide, 'POST', '/chat/set-username', { username: 'w'.repeat(20) });
  await openRoom(wide, 'general');
  const row = wide.getByRole('list', { name: 'Members' }).getByRole('button', { name: 'www' });
  await expect(row.getByText('you', { exact: true })).toBeInViewport({ ratio: 1 });
  await context.close();
});

// An address without a space ran with the title over the edge of a phone, over the button that closes.
test('a long address under a title breaks within its sheet', async ({ server, enter }) => {
  server.addMember(`long@${'averylongdomain'.repeat(4)}.example.test`, 'Long Larry');
  const page = await enter('admin@muster.test', { viewport: phone });
  await page.goto('/admin?tab=users&q=long%40');
  await page.getByRole('button', { name: 'Long Larry' }).click();
  await expect(page.getByRole('dialog').getByText('averylongdomain').first()).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('heading').first()).toBeInViewport({ ratio: 1 });
});
