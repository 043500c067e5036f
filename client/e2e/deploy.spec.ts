// Another build is served while pages are open: each is asked to reload, by a press, and
// nothing that was typed is lost.
import { expect } from '@playwright/test';
import { line, openRoom, say } from './people';
import { test } from './server';

test.describe.configure({ timeout: 240_000 });

const tabs = 10;

test('a deploy under ten open tabs: nothing typed is lost, each reloads by a press', async ({
  enter,
  server,
}) => {
  const pages = [];
  for (let at = 0; at < tabs - 1; at++) {
    const page = await enter('ann@muster.test');
    await openRoom(page, 'field-notes');
    await page.getByRole('textbox', { name: 'Message' }).fill(`Thought ${at}`);
    pages.push(page);
  }
  const form = await enter('ann@muster.test');
  await form.goto('/emergency');
  await form.getByRole('textbox').first().fill('Not sent yet');

  await server.end();
  const [first] = pages;
  if (!first) throw new Error('no tab');
  await say(first, 'Written while nobody answered');
  await first.getByRole('textbox', { name: 'Message' }).fill('Thought 0');
  await server.start(server.anotherBuild());

  for (const [at, page] of pages.entries()) {
    const offer = page.getByRole('button', { name: 'Reload' });
    await expect(offer).toBeVisible({ timeout: 60_000 });
    const field = page.getByRole('textbox', { name: 'Message' });
    await expect(field).toHaveValue(`Thought ${at}`);
    const loaded = page.waitForEvent('load');
    await offer.click();
    await loaded;
    await expect(field).toBeEnabled();
    await expect(field).toHaveValue(`Thought ${at}`);
    await expect(offer).toHaveCount(0);
  }
  await expect(line(first, 'Written while nobody answered')).toBeVisible();
  const builds = await Promise.all(
    pages.map((page) => page.locator('meta[name="muster-build"]').getAttribute('content')),
  );
  expect(new Set(builds).size).toBe(1);

  // A form is never reloaded without a press.
  await expect(form.getByRole('button', { name: 'Reload' })).toBeVisible({ timeout: 60_000 });
  await expect(form.getByRole('textbox').first()).toHaveValue('Not sent yet');
});

test('a dialog whose code went with its build leads to the reload', async ({ enter, server }) => {
  await server.end();
  await server.start(server.anotherBuild());
  const page = await enter('ann@muster.test');
  await openRoom(page, 'field-notes');
  await page.getByRole('textbox', { name: 'Message' }).fill('Half a thought');
  await page.route(/\/assets\/EmojiPicker-.*\.js$/, (route) => route.fulfill({ status: 404 }));
  await server.end();
  await server.start();
  const offer = page.getByRole('button', { name: 'Reload' });
  await expect(offer).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await page.getByRole('button', { name: /emoji/i }).first().click();
  await expect(page.getByText('This needs the new version.')).toBeVisible();
  await page.unroute(/EmojiPicker/);
  await offer.click();
  await expect(offer).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Half a thought');
});

test('the page starts without a connection after three builds, with every screen of the last', async ({
  enter,
  server,
}) => {
  const page = await enter('ann@muster.test', { serviceWorkers: 'allow' });
  const cached = () =>
    page.evaluate(async () => (await caches.match('/index.html'))?.headers.get('X-Muster-Build') ?? '');
  const another = server.anotherBuild();
  let build = '';
  for (const program of [another, undefined, another]) {
    await server.end();
    await server.start(program);
    await page.goto('/dashboard');
    const before = build;
    build = (await page.locator('meta[name="muster-build"]').getAttribute('content')) ?? '';
    expect(build).not.toBe(before);
    await expect.poll(cached, { timeout: 30_000 }).toBe(build);
  }
  const files = await page.evaluate(async () => {
    const { files, optional } = (await (await fetch('/build.json')).json()) as Record<string, string[]>;
    const stored = await (await caches.open('assets-2')).keys();
    return { files, optional, stored: stored.map(({ url }) => new URL(url).pathname) };
  });
  // Beside the build's own files only members' texts in the language in use.
  const texts = (files.optional ?? []).filter((path) => /\/texts-[^/]+\/en-(?!admin)/.test(path));
  expect(texts).not.toEqual([]);
  expect(files.stored.sort()).toEqual([...(files.files ?? []), ...texts].sort());

  await page.context().setOffline(true);
  await page.reload();
  await expect(page.locator('meta[name="muster-build"]')).toHaveAttribute('content', build);
  for (const path of ['/rank', '/emergency', '/chat']) {
    await page.goto(path);
    await expect(page.locator('main')).toBeVisible();
    await expect(page.getByText('could not be loaded. Please check')).toHaveCount(0);
  }
  await page.context().setOffline(false);
});
