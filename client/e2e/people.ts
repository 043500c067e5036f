// Members as the walks know them: each signs in once through the outbox, like
// a person reading the mail, and keeps the session for later walks.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Locator,
  type Page,
} from '@playwright/test';
import { ofWorker, type Server } from './devServer';

interface SentMessage {
  id: string;
  to: string;
  text: string;
  createdAt: string;
}

/** Reads the newest code that was sent to an address after `since`, in none of the mails that were seen. */
export async function lastCode(
  page: Page,
  to: string,
  since: number,
  seen = new Set<string>(),
): Promise<string> {
  let code = '';
  await expect
    .poll(
      async () => {
        const mail = (await outbox(page)).find(
          (m) => m.to === to && !seen.has(m.id) && Date.parse(m.createdAt) >= since - 1000,
        );
        code = mail?.text.match(/\b\d{6}\b/)?.[0] ?? '';
        return code;
      },
      { message: `a code for ${to} in the outbox` },
    )
    .toMatch(/^\d{6}$/);
  return code;
}

async function outbox(page: Page): Promise<SentMessage[]> {
  const reply = await page.request.get('/dev/outbox', { headers: { Accept: 'application/json' } });
  return ((await reply.json()) as { messages: SentMessage[] }).messages;
}

/** Asks for a code on the login page, by e-mail or phone, and waits until it can be typed. */
export async function askForCode(page: Page, identifier: string): Promise<void> {
  await page.goto('/login');
  if (identifier.includes('@')) await page.getByRole('radio', { name: 'Email' }).check();
  await page.getByRole('textbox').fill(identifier);
  await page.getByRole('button', { name: 'LOGIN' }).click();
  await expect(page.getByRole('textbox', { name: 'Login code, 6 digits' })).toBeFocused();
}

/** Walks through the login and the code screen and ends where a member arrives. */
export async function signIn(page: Page, email: string, arrives = /\/(?:dashboard|welcome)$/): Promise<void> {
  // Those that are there: a server whose clock was moved dates them later than now.
  const seen = new Set((await outbox(page)).map(({ id }) => id));
  await askForCode(page, email);
  await page.keyboard.type(await lastCode(page, email, 0, seen));
  await expect(page).toHaveURL(arrives);
}

export const desk = { width: 1440, height: 900 };
export const phone = { width: 360, height: 740 };

/** Opens a page of a member's own browser; it is closed with the test. */
export type Enter = (email: string, options?: BrowserContextOptions) => Promise<Page>;

type Contexts = Map<string, Promise<BrowserContext>>;

export const test = base.extend<{ enter: Enter }, { contexts: Contexts; server: Server }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a pattern
  server: [({}, use) => ofWorker(use), { scope: 'worker', timeout: 150_000 }],
  baseURL: ({ server }, use) => use(server.url),
  // One context a member and device for all walks: what was loaded once is in its
  // cache. After a walk that failed a new worker begins without any.
  contexts: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a pattern
    async ({}, use) => {
      const contexts: Contexts = new Map();
      await use(contexts);
      for (const context of contexts.values()) await (await context).close();
    },
    { scope: 'worker' },
  ],
  enter: async ({ browser, baseURL, contexts }, use, info) => {
    // On disk, so that a failed test does not ask for a second code too soon.
    const server = new URL(baseURL ?? '').port;
    const open = async (email: string, options?: BrowserContextOptions) => {
      const storageState = join(info.project.outputDir, 'sessions', server, `${email}.json`);
      if (!existsSync(storageState)) await firstSession(browser, storageState, email);
      return browser.newContext({ viewport: desk, ...options, storageState });
    };
    await use(async (email, options) => {
      const key = JSON.stringify([server, email, options]);
      const context = contexts.get(key) ?? open(email, options);
      contexts.set(key, context);
      return (await context).newPage();
    });
    for (const context of contexts.values()) {
      await Promise.all((await context).pages().map((page) => page.close()));
    }
  },
});

async function firstSession(browser: Browser, path: string, email: string): Promise<void> {
  const context = await browser.newContext({ viewport: desk });
  await signIn(await context.newPage(), email);
  await context.storageState({ path });
  await context.close();
}

/** Opens a room and waits until the connection is in it. */
export async function openRoom(page: Page, room: string): Promise<void> {
  await page.goto(`/chat/${room}`);
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeEnabled();
}

/** Types a message and sends it with Enter. */
export async function say(page: Page, text: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Message' });
  await field.fill(text);
  await field.press('Enter');
}

/** The rows of messages that say text; the list of rooms may say it too. */
export const lines = (page: Page, text: string) =>
  page.getByRole('list', { name: 'Messages' }).getByRole('listitem').filter({ hasText: text });

/** The row of the message that says text. */
export const line = (page: Page, text: string) => lines(page, text).last();

/**
 * Opens the menu of a message by a right click. A room just opened still moves to its
 * newest message and gives its field the focus, which closes a menu.
 */
export async function openMenu(page: Page, row: Locator): Promise<void> {
  const menu = page.getByRole('menu');
  await expect(async () => {
    if (!(await menu.isVisible())) await row.click({ button: 'right', timeout: 5_000 });
    await expect(menu).toBeVisible({ timeout: 3_000 });
  }).toPass();
}

/** Holds a finger on something until what that opens is there. */
export async function longPress(page: Page, target: Locator, opened: Locator): Promise<void> {
  await target.click({ trial: true }); // it rests
  const box = await target.boundingBox();
  if (!box) throw new Error('what is pressed is not there');
  const finger = await page.context().newCDPSession(page);
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await expect(opened).toBeVisible();
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await finger.detach();
}

/** Calls the server as the member of a page. */
export async function call(page: Page, method: string, path: string, data?: object) {
  const token = await page.evaluate(() => localStorage.getItem('token'));
  const headers = { Authorization: `Bearer ${token}` };
  const reply = await page.request.fetch(`/api${path}`, { method, data, headers });
  expect(reply.ok(), `${method} ${path}: ${await reply.text()}`).toBe(true);
  return reply.json();
}

/** How many sockets a page opens from now on. */
export function countSockets(page: Page) {
  let opened = 0;
  page.on('websocket', () => opened++);
  return () => opened;
}
