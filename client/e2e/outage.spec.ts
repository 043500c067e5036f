// Every screen through an outage: answered, then 503 for ten seconds, then answered. What
// was shown stays, says that it is older, and moves again by itself.

import { type BrowserContext, expect, type Page, type Request } from '@playwright/test';
import { tabNames } from '../src/features/admin/tabNames';
import { paths } from '../src/rules/paths';
import { desk, test } from './people';
import { failing, lookAgain } from './tabs';

interface Screen {
  path: string;
  /** What stands there once it is answered. */
  text: string | RegExp;
  /** Opens a sheet over the screen, in which the text stands. */
  open?: (page: Page) => Promise<unknown>;
  /** It is answered once and not asked for again, or is no answer at all. */
  settled?: true;
}

const screen = (path: string, text: Screen['text'], more: Omit<Screen, 'path' | 'text'> = {}): Screen => ({
  path,
  text,
  ...more,
});
const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();
const sheet = (text: Screen['text'], open: Screen['open']) => screen('/chat/general', text, { open });
const choose = (button: string, item: string) => async (page: Page) => {
  await press(button)(page);
  await page.getByRole('menuitem', { name: item }).click();
};

const screens: Screen[] = [
  screen('/dashboard', /Member since/i),
  screen('/welcome', 'You are @commander.'),
  screen('/chat', 'Field Notes'),
  screen('/chat/general', 'Saturday is confirmed'),
  screen('/profile', /Points/i),
  screen('/my-rank', /points/i),
  screen('/checkin', 'Current Streak'),
  screen('/decrypt', 'Decrypt'),
  screen('/emergency', 'Emergency'),
  screen('/contribute', 'Choose an amount'),
  screen('/contribute/success?session_id=paid', '$25', { settled: true }),
  screen('/server-cost', 'Server cost'),
  screen('/server-cost/success?session_id=paid', '$17.25', { settled: true }),
  screen('/admin?tab=rooms', 'Field Notes'),
  screen('/admin?tab=users', 'recruit@muster.test'),
  screen('/admin?tab=analytics', /Online now/i),
  screen('/admin?tab=activity', /Online users/i),
  screen('/admin?tab=notifications', 'History'),
  screen('/admin?tab=encrypted', 'Encrypted Messages'),
  screen('/admin?tab=badges', 'Badges'),
  screen('/admin?tab=contributions', 'Contributions'),
  screen('/admin?tab=reports', 'Reports'),
  screen('/admin?tab=emergency', 'Acknowledged'),
  screen('/admin?tab=audit', 'Audit Log'),
  screen('/admin?tab=applications', 'Invitations', { settled: true }),
  screen('/admin?tab=community', 'Name of the community'),
  screen('/admin/setup', 'Name of the community'),
  screen('/admin/applications', 'Invitations', { settled: true }),
  screen('/apply', 'Apply for membership', { settled: true }),
  screen('/apply/status', 'Application status', { settled: true }),
  // The second password is asked for in a dialog, which is there at once.
  screen('/admin?tab=face', 'Face viewer', { settled: true, open: async () => {} }),
  screen('/admin/face', 'Face viewer', { settled: true, open: async () => {} }),
  sheet('Media of this room', press(/^GENERAL/)),
  sheet(/Saturday is confirmed/, async (page) => {
    await press('Search')(page);
    await page.getByRole('searchbox').fill('Saturday');
    await expect(page.getByRole('list', { name: 'Messages found' })).toBeVisible();
  }),
  sheet('Mentions of you', choose('Room options', 'Mentions')),
  sheet('Current monthly cost', press(/Server cost/)),
  sheet('Public bio', press('Edit your profile')),
  sheet('commander', press(/people in this room/)),
  sheet(/pinned by/i, press(/^Pinned messages/)),
];

const paid = {
  success: true,
  contribution: { amount: 25, status: 'completed', receipt: 'email', serverCostImpact: {} },
};
const towardsCost = { success: true, contribution: { amount: 17.25, newServerCost: 40 } };

/** Goes to a screen as a link of the app does: the page is not loaded anew. */
async function goTo(page: Page, path: string) {
  if (page.url() === 'about:blank') await page.goto(path);
  else
    await page.evaluate((to) => {
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    }, path);
}

/** How many calls of the pages are not answered yet. */
function countCalls(context: BrowserContext): () => number {
  const calls = new Set<Request>();
  context.on('request', (one) => one.url().includes('/api/') && calls.add(one));
  context.on('requestfinished', (one) => calls.delete(one));
  context.on('requestfailed', (one) => calls.delete(one));
  return () => calls.size;
}

const together = 6;

// The sign-in and its face step have nothing to show before they are answered; the workbench
// is no part of a build.
const { login: _, workbench: __, faceRecognition: ___, admin, chatRoom, ...others } = paths;
const expected = [
  ...Object.values(others),
  chatRoom.replace(':roomId', 'general'),
  ...tabNames.map((tab) => `${admin}?tab=${tab}`),
];

test('every screen of the routes and every tab of the back office is among those', { tag: '@main' }, () => {
  const listed = new Set(screens.map(({ path }) => path.replace(/\?session_id=.*/, '')));
  expect(expected.filter((path) => !listed.has(path))).toEqual([]);
});

test('what every screen shows outlives an outage of the server', async ({ enter }) => {
  test.setTimeout(240_000);
  const page = await enter('admin@muster.test', { viewport: desk });
  const context = page.context();
  const calls = countCalls(context);
  await context.clock.install();
  await context.route('**/api/contribute/payment-success', (route) => route.fulfill({ json: paid }));
  await context.route('**/api/server-cost/payment-success', (route) => route.fulfill({ json: towardsCost }));
  const pages = [page];
  while (pages.length < together) pages.push(await context.newPage());

  async function show(page: Page, { path, text, open }: Screen) {
    await goTo(page, path);
    await open?.(page);
    const region = page.getByRole(open ? 'dialog' : 'main');
    const shown = region.getByText(text).filter({ visible: true }).first();
    await expect.soft(shown, path).toBeVisible();
    // Placeholders are gone: what is compared is what came.
    await expect(page.locator('[aria-busy=true] .sr-only')).toHaveCount(0);
    return { page, region, shown, older: page.getByText(/^Shown as of .*\d\d:\d\d\./) };
  }

  for (let at = 0; at < screens.length; at += together) {
    const group = screens.slice(at, at + together);
    const tabs = await Promise.all(
      group.map(async (one, tab) => ({ ...one, ...(await show(pages[tab] ?? page, one)) })),
    );
    await expect.poll(calls).toBe(0);
    const recover = await failing(context, /\/api\//);
    await context.clock.fastForward(60_000);
    for (const { page } of tabs) await lookAgain(page);
    for (let second = 0; second < 10; second += 2) await context.clock.fastForward(2_000);
    for (const { path, text, shown, region, older, settled } of tabs) {
      const name = `${path} ${text}`;
      await expect.soft(shown, name).toBeVisible();
      await expect.soft(region.getByRole('button', { name: /^try again$|^retry$/i }), name).toHaveCount(0);
      if (!settled) await expect.soft(older, name).toHaveCount(1);
    }
    await recover();
    await expect(async () => {
      await context.clock.fastForward(5_000);
      for (const { path, older } of tabs) await expect(older, path).toHaveCount(0, { timeout: 500 });
    }).toPass({ timeout: 20_000 });
    for (const { path, shown, page, open } of tabs) {
      await expect.soft(shown, path).toBeVisible();
      if (open) await page.keyboard.press('Escape');
    }
  }
});
