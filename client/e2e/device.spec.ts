// Browsers that are not as the server has them: another day, no storage, a second tab that
// slept. Sign-ins are played, so that no member needs a second code.
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { askForCode, desk, type Enter, line, lines, openMenu, openRoom, say, test } from './people';
import { lookAgain, secondTab } from './tabs';

const dayMs = 24 * 60 * 60_000;

interface Session {
  token: string;
  user: { id: string; username: string; name: string };
}

/** The session of a member who has signed in before. */
async function sessionOf(enter: Enter, email: string): Promise<Session> {
  const page = await enter(email);
  await page.goto('/dashboard');
  const [token, user] = await page.evaluate(() => [
    localStorage.getItem('token'),
    localStorage.getItem('user'),
  ]);
  return { token: token ?? '', user: JSON.parse(user ?? '{}') };
}

/** Any code signs in with a session. */
async function playSignIn(context: BrowserContext, session: Session) {
  await context.unroute('**/api/auth/*');
  await context.route('**/api/auth/*', (route) =>
    route.fulfill({
      json: {
        success: true,
        session,
        userId: session.user.id,
        requiresFaceEnrollment: false,
        requiresFaceVerification: false,
        tempToken: null,
        previouslySkipped: false,
        isAdmin: false,
        userType: 'member',
        nextStep: 'dashboard',
      },
    }),
  );
}

async function typeCode(page: Page) {
  await page.getByRole('textbox', { name: 'Login code, 6 digits' }).pressSequentially('123456');
  await expect(page).toHaveURL(/\/dashboard$/);
}

const field = (page: Page) => page.getByRole('textbox', { name: 'Message' });

test('a browser whose clock is a day ahead shows what the server dates as it is (CHK-3)', async ({
  enter,
}) => {
  const page = await enter('bob@muster.test', { viewport: desk, locale: 'en-US' });
  await page.clock.setSystemTime(Date.now() + dayMs);
  await openRoom(page, 'field-notes');
  const words = `Written by a fast clock ${Date.now()}`;
  await say(page, words);
  await expect(line(page, words)).toContainText('now');
  const messages = page.getByRole('list', { name: 'Messages' });
  await expect(messages.getByText('Today', { exact: true })).toHaveCount(1);
  await openMenu(page, line(page, words).getByText(words));
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeVisible();
  await page.goto('/checkin');
  const state = page.getByRole('button', { name: /CHECK IN NOW/ }).or(page.getByText('CHECKED IN TODAY'));
  await expect(state).toBeVisible();
  await expect(page.getByText('CHECK-IN AVAILABLE')).toHaveCount(0);
});

test('a browser that keeps nothing signs in, and loses no words while the page lives', {
  tag: '@main',
}, async ({ enter, browser, baseURL }) => {
  const bob = await sessionOf(enter, 'bob@muster.test');
  const context = await browser.newContext({ baseURL, viewport: desk, reducedMotion: 'reduce' });
  await context.addInitScript(() => {
    for (const storage of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, storage, {
        get() {
          throw new DOMException('The operation is insecure.', 'SecurityError');
        },
      });
  });
  await playSignIn(context, bob);
  const page = await context.newPage();
  const crashes: string[] = [];
  page.on('pageerror', (error) => crashes.push(error.message));
  await askForCode(page, 'bob@muster.test');
  await typeCode(page);
  await page.getByRole('link', { name: /GROUP CHAT/ }).click();
  await page.getByRole('link', { name: /Field Notes/ }).click();
  const words = `Kept nowhere ${Date.now()}`;
  await expect(field(page)).toBeEnabled();
  await say(page, words);
  await expect(lines(page, words)).toHaveCount(1);
  await field(page).fill('Half a thought');
  const rooms = page.getByRole('navigation', { name: 'Rooms' });
  await rooms.getByRole('link', { name: /General/ }).click();
  await expect(field(page)).toHaveValue('');
  await rooms.getByRole('link', { name: /Field Notes/ }).click();
  await expect(field(page)).toHaveValue('Half a thought');
  expect(crashes).toEqual([]);
  await context.close();
});

/** A browser that has push: its subscription outlives the tabs. */
const fakePush = () => {
  const subscription = {
    endpoint: 'https://push.example/1',
    options: { applicationServerKey: Uint8Array.of(4, 1, 4).buffer },
    toJSON: () => ({ keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: async () => {
      localStorage.removeItem('fake_push');
      return true;
    },
  };
  const registration = {
    pushManager: { getSubscription: async () => (localStorage.getItem('fake_push') ? subscription : null) },
    getNotifications: async () => [],
  };
  const serviceWorker = Object.assign(new EventTarget(), {
    getRegistration: async () => registration,
    register: async () => registration,
    ready: new Promise(() => {}),
  });
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker });
  Object.defineProperty(window, 'PushManager', { value: class {} });
  Object.defineProperty(window, 'Notification', { value: { permission: 'granted' } });
};

test('words wait for their member over a session that ended, in two tabs (GEN-7, GEN-16, AUTH-12)', async ({
  enter,
  browser,
  baseURL,
}) => {
  const [bob, ann] = [await sessionOf(enter, 'bob@muster.test'), await sessionOf(enter, 'ann@muster.test')];
  const context = await browser.newContext({ baseURL, viewport: desk, reducedMotion: 'reduce' });
  await context.addInitScript(fakePush);
  await context.route('**/api/push/key', (route) =>
    route.fulfill({ json: { success: true, publicKey: 'BAEE' } }),
  );
  const registered: (string | undefined)[] = [];
  await context.route('**/api/push/subscriptions', (route) => {
    registered.push(route.request().headers().authorization);
    return route.fulfill({ json: { success: true } });
  });
  await playSignIn(context, bob);
  const page = await context.newPage();
  await askForCode(page, 'bob@muster.test');
  await typeCode(page);
  await openRoom(page, 'field-notes');
  await field(page).fill('Half a thought');
  const other = await secondTab(page, '/dashboard');
  await expect(other.getByRole('heading', { name: 'Dashboard' })).toBeVisible();

  // The session ends by itself, in both tabs.
  const dead = { success: false, message: 'Unauthorized', error: 'Unauthorized', code: 'unauthorized' };
  const calls = /\/api\/(chat|profile)/;
  await page.route(calls, (route) => route.fulfill({ status: 401, json: dead }));
  await lookAgain(page);
  await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible();
  for (const tab of [page, other]) await expect(tab).toHaveURL(/\/login$/);
  await page.unroute(calls);

  // The code step outlives a page that the phone has evicted, and the words the session.
  await askForCode(page, 'bob@muster.test');
  await page.reload();
  await typeCode(page);
  await expect(other).toHaveURL(/\/dashboard$/);
  await openRoom(page, 'field-notes');
  await expect(field(page)).toHaveValue('Half a thought');

  // A tab sleeps while bob signs out and ann signs in and has push: it wakes as ann's.
  const sleeper = await context.newCDPSession(other);
  await sleeper.send('Page.setWebLifecycleState', { state: 'frozen' });
  await page.goto('/dashboard');
  await page.getByRole('button', { name: /^LOGOUT/ }).click();
  await expect(page).toHaveURL(/\/login$/);
  await playSignIn(context, ann);
  await askForCode(page, 'ann@muster.test');
  await typeCode(page);
  await page.evaluate(() => localStorage.setItem('fake_push', 'yes'));
  await sleeper.send('Page.setWebLifecycleState', { state: 'active' });
  await lookAgain(other);
  await expect(other.getByRole('button', { name: new RegExp(`^${ann.user.name}`) })).toBeVisible();
  await expect.poll(() => registered.at(-1)).toBe(`Bearer ${ann.token}`);
  expect(await page.evaluate(() => localStorage.getItem('fake_push'))).toBe('yes');
  for (const tab of [page, other]) {
    await openRoom(tab, 'field-notes');
    await expect(field(tab)).toHaveValue('');
  }
  await context.close();
});
