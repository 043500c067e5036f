// What a room does besides plain talk: GIF links, the rate limit, an
// administrator's hand, a jump to what was answered, the same member twice.
import { expect } from '@playwright/test';
import { desk, line, lines, openMenu, openRoom, phone, say, test } from './people';

test('a reply leads to what it answers (CHAT-44)', async ({ enter }) => {
  const ann = await enter('ann@muster.test', { viewport: { width: 800, height: 420 } });
  const bob = await enter('bob@muster.test');
  await openRoom(ann, 'field-notes');
  await openRoom(bob, 'field-notes');
  const stamp = Date.now();
  const question = ann.getByText(`Who has the keys? ${stamp}`, { exact: true });
  await say(bob, `Who has the keys? ${stamp}`);
  await openMenu(ann, question);
  await ann.getByRole('menuitem', { name: 'Reply' }).click();
  await expect(ann.getByText('replying to bob', { exact: true })).toBeVisible();
  for (const n of [1, 2, 3]) {
    await say(bob, `${`a line of talk ${n}\n`.repeat(6)}until ${stamp}`);
    await expect(ann.getByText(`a line of talk ${n}`).last()).toBeVisible();
  }
  await say(ann, `I have them. ${stamp}`);
  await expect(question).not.toBeInViewport();
  await line(ann, `I have them. ${stamp}`)
    .getByRole('button', { name: /^replying to/ })
    .click();
  await expect(question).toBeInViewport();
});

test('the tools beside a message that fills its line are in sight at 200 %', async ({ enter }) => {
  // What a desk of 1440 px is then.
  const ann = await enter('ann@muster.test', { viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 });
  const bob = await enter('bob@muster.test');
  await openRoom(ann, 'field-notes');
  await openRoom(bob, 'field-notes');
  const wide = `${'as wide as a message can be '.repeat(6)}${Date.now()}`;
  await say(bob, wide);
  await line(ann, wide).hover();
  await expect(line(ann, wide).getByRole('button', { name: 'More' })).toBeInViewport({ ratio: 1 });
  await say(ann, `Mine is ${wide}`);
  await line(ann, `Mine is ${wide}`).hover();
  await expect(line(ann, 'Mine is').getByRole('button', { name: 'React' })).toBeInViewport({ ratio: 1 });
});

// The place for the tools left a message half of a narrow window.
test('a message fills a narrow window that has a mouse, with its tools in sight', async ({ enter }) => {
  const ann = await enter('ann@muster.test', { viewport: phone });
  await openRoom(ann, 'field-notes');
  const wide = `${'as wide as a message can be '.repeat(6)}${Date.now()}`;
  await say(ann, wide);
  const bubble = line(ann, wide).locator('[data-kind]');
  await bubble.hover();
  await expect(bubble.getByRole('button', { name: 'React' })).toBeInViewport({ ratio: 1 });
  expect((await bubble.boundingBox())?.width).toBeGreaterThan(270);
});

test('a GIF goes by its link, only from an allowed host (CHAT-40)', async ({ enter }) => {
  const ann = await enter('ann@muster.test');
  const gif = 'https://media.giphy.com/media/walk/giphy.gif';
  const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
  // Its still too: this browser wants nothing to move.
  await ann.route('https://media.giphy.com/media/walk/*.gif', (route) =>
    route.fulfill({ contentType: 'image/gif', body: pixel }),
  );
  await openRoom(ann, 'field-notes');
  await ann.getByRole('button', { name: 'Send a GIF' }).click();
  const dialog = ann.getByRole('dialog');
  const field = dialog.getByRole('searchbox', { name: 'Search GIFs or paste a link' });
  await field.fill('https://evil.example/a.gif');
  await expect(dialog.getByText('This GIF link is not allowed')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Send GIF' })).toBeHidden();
  await field.fill(gif);
  await dialog.getByRole('button', { name: 'Send GIF' }).click();
  // One that is loading is visible as well, until it fails.
  await expect(ann.getByRole('img', { name: 'GIF from ann' }).last()).toHaveJSProperty('naturalWidth', 1);
});

test('writing too fast waits, and loses nothing (CHAT-27)', async ({ enter }) => {
  const ann = await enter('ann@muster.test');
  await openRoom(ann, 'field-notes');
  const stamp = Date.now();
  const received = ann.getByText(/^Please wait a moment\.\.\. \d+$/);
  const rest = ann.getByRole('textbox', { name: 'Message' });
  // Typed inside the page: on a busy machine a person's keys would be slow enough.
  const sent = await rest.evaluate(async (field: HTMLTextAreaElement, text) => {
    const type = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set;
    const drawn = () => new Promise(requestAnimationFrame);
    let n = 0;
    while (n < 40 && field.value === '') {
      type?.call(field, `${text} ${++n}`);
      field.dispatchEvent(new Event('input', { bubbles: true }));
      await drawn();
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
      await drawn();
    }
    return n;
  }, `fast ${stamp}`);
  await expect(received).toBeVisible();
  await expect(received).toBeHidden();
  if ((await rest.inputValue()) !== '') await rest.press('Enter');
  for (let n = 1; n <= sent; n++) {
    await expect(ann.getByText(`fast ${stamp} ${n}`, { exact: true })).toHaveCount(1);
  }
});

test("an administrator deletes another's message, a member may not (CHAT-23)", async ({ enter }) => {
  const ann = await enter('ann@muster.test');
  const bob = await enter('bob@muster.test');
  const admin = await enter('admin@muster.test', { viewport: desk });
  await admin.goto('/dashboard');
  await expect(admin.getByRole('link', { name: /admin/i })).toBeVisible();
  for (const page of [ann, bob, admin]) await openRoom(page, 'field-notes');
  const text = `Sold out already ${Date.now()}`;
  await say(ann, text);
  await openMenu(bob, line(bob, text).getByText(text));
  await expect(bob.getByRole('menuitem', { name: 'Reply' })).toBeVisible();
  await expect(bob.getByRole('menuitem', { name: 'Delete' })).toHaveCount(0);
  await openMenu(admin, line(admin, text).getByText(text));
  await admin.getByRole('menuitem', { name: 'Delete' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  for (const page of [ann, bob, admin]) await expect(page.getByText(text)).toHaveCount(0);
});

test('two tabs of one member show the same once, and count as one (DASH-5, CHAT-7)', {
  tag: '@main',
}, async ({ enter }) => {
  const one = await enter('ann@muster.test');
  const two = await one.context().newPage();
  await openRoom(one, 'night-watch');
  await openRoom(two, 'night-watch');
  const text = `From one tab ${Date.now()}`;
  await say(one, text);
  for (const tab of [one, two]) await expect(lines(tab, text)).toHaveCount(1);
  await expect(two.getByRole('button', { name: /^1 online/ })).toBeVisible();
});

test('the title counts what is unread, and the offline notice leaves the composer free (CHAT-1, CHAT-16)', {
  tag: '@main',
}, async ({ enter }) => {
  const ann = await enter('ann@muster.test', { viewport: phone, hasTouch: true, isMobile: true });
  const bob = await enter('bob@muster.test');
  await openRoom(ann, 'general');
  await openRoom(bob, 'general');
  await expect(ann).toHaveTitle('GENERAL · Muster');
  const pulses = (words: RegExp) =>
    ann
      .locator('header .sr-only', { hasText: words })
      .locator('xpath=preceding-sibling::*')
      .evaluate((dot) => getComputedStyle(dot).animationName !== 'none');
  expect(await pulses(/^Connected$/)).toBe(false);
  const list = ann.getByRole('list', { name: 'Messages' });
  await list.evaluate((element) => {
    element.scrollTop = 0;
  });
  await expect(ann.getByRole('button', { name: 'Newest' })).toBeVisible();
  await say(bob, `Are you there? ${Date.now()}`);
  await expect(ann).toHaveTitle('(1) GENERAL · Muster');
  await ann.getByRole('button', { name: '1 new message' }).click();
  await expect(ann).toHaveTitle('GENERAL · Muster');

  await ann.context().setOffline(true);
  await expect(ann.getByText('You are offline. Waiting for the connection.')).toBeVisible();
  expect(await pulses(/^Connecting$/)).toBe(true);
  const notice = await ann.getByText('You are offline. Waiting for the connection.').boundingBox();
  const form = await ann.getByRole('form', { name: 'Write a message' }).boundingBox();
  expect((notice?.y ?? 0) + (notice?.height ?? 0)).toBeLessThan(form?.y ?? 0);
  await ann.context().setOffline(false);
  await expect(ann.getByText('You are offline. Waiting for the connection.')).toBeHidden();
});
