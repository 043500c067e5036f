import { type BrowserContext, expect, type Page } from '@playwright/test';
import { type Sitter, withCamera } from './camera';
import { ofWorker, type Server } from './devServer';
import { askForCode, test as base, desk, lastCode, phone, signIn } from './people';

const own: Sitter = { file: 'vlado-a.jpg' };
const other: Sitter = { file: 'astronaut.png', left: 0.15, top: 0.02, width: 0.65 };
const member = 'bob@muster.test';
const out = '/tmp/h/hb-pics';
const test = base.extend<{ sits: (sitter: Sitter) => Promise<Page> }, { server: Server }>({
  server: [({}, use) => ofWorker(use), { scope: 'worker', timeout: 250_000 }],
  sits: async ({ browser, server }, use, info) => {
    const opened: BrowserContext[] = [];
    await use(async (sitter) => {
      const context = await withCamera(browser, sitter, server.url, info);
      opened.push(context);
      const page = await context.newPage();
      await server.onItsDay(page);
      return page;
    });
    for (const context of opened) await context.browser()?.close();
  },
});
const focus = (page: Page) =>
  page.evaluate(() => {
    const e = document.activeElement as HTMLElement;
    const name = e.getAttribute('aria-label') || (e as HTMLInputElement).labels?.[0]?.textContent || e.textContent?.slice(0, 60) || e.tagName;
    const look = (x: Element) => { const c = getComputedStyle(x); return c.outlineStyle !== 'none' && Number.parseFloat(c.outlineWidth) > 0; };
    const box = e.getBoundingClientRect();
    const inView = box.bottom > 0 && box.top < innerHeight;
    let seen = look(e) || (e.nextElementSibling !== null && look(e.nextElementSibling)) || (e.parentElement !== null && look(e.parentElement));
    return { tag: e.tagName, name: name.trim(), seen, inView };
  });
async function tabTo(page: Page, want: RegExp, key = 'Tab', max = 60) {
  const seen: string[] = [];
  for (let n = 0; n < max; n++) {
    await page.keyboard.press(key);
    const f = await focus(page);
    seen.push(`${f.tag}:${f.name.slice(0, 30)}${f.seen ? '' : ' !UNSEEN'}${f.inView ? '' : ' !OUT'}`);
    if (want.test(f.name)) {
      console.log(`-> ${want}: ${seen.join(' | ')}`);
      return;
    }
  }
  console.log(`NOT FOUND ${want}: ${seen.join(' | ')}`);
  throw new Error(`no ${want}`);
}
async function shots(page: Page, name: string) {
  for (const [w, viewport] of [['360', phone], ['1440', desk]] as const)
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme });
      await page.setViewportSize(viewport);
      await page.waitForTimeout(250);
      await page.screenshot({ path: `${out}/${name}-${w}-${theme}.png` });
    }
}
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 2 });
async function typeCode(page: Page) {
  const since = Date.now();
  await askForCode(page, member);
  await page.keyboard.type(await lastCode(page, member, since));
  await expect(page).toHaveURL(/\/face-recognition$/);
}

test('keyboard', async ({ sits, server }) => {
  test.setTimeout(420_000);
  const page = await sits(own);
  await signIn(page, member);
  await tabTo(page, /menu$/);
  await page.keyboard.press('Enter');
  await tabTo(page, /^My data$/, 'ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'My data' })).toBeVisible();
  await tabTo(page, /^Add a face$/);
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Add your face')).toBeFocused();
  await expect(page.getByRole('button', { name: 'CONTINUE' })).toBeVisible();
  await tabTo(page, /^I agree/);
  await tabTo(page, /^CONTINUE/);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Please tick the box first.')).toBeVisible();
  await tabTo(page, /^I agree/, 'Shift+Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter'); // implicit submission from the box
  await page.waitForTimeout(500);
  console.log('after Enter on the box:', await page.locator('h2').textContent());
  if (await page.getByRole('button', { name: 'CONTINUE' }).isVisible()) {
    await tabTo(page, /^CONTINUE/);
    await page.keyboard.press('Enter');
  }
  await expect(heading(page, 'Allow the camera')).toBeFocused();
  await tabTo(page, /^ALLOW CAMERA/);
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Is this you?')).toBeFocused({ timeout: 15_000 });
  await shots(page, 'preview');
  await tabTo(page, /^Retake/);
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Look into the camera')).toBeFocused();
  await page.waitForTimeout(700);
  await tabTo(page, /^Do not take/);
  await page.keyboard.press('Enter');
  await page.waitForTimeout(300);
  console.log('after "Do not take": focus', JSON.stringify(await focus(page)));
  await tabTo(page, /^TAKE PICTURE/, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Is this you?')).toBeFocused();
  await tabTo(page, /^USE/);
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Your face is added')).toBeFocused({ timeout: 15_000 });
  await expect(page).toHaveURL(/\/dashboard$/);

  await server.later(61_000);
  const stranger = await sits(other);
  await typeCode(stranger);
  const video = stranger.getByLabel('Camera picture');
  for (const attempt of [1, 2, 3]) {
    await expect(stranger.getByText(`Attempt ${attempt} of 3`)).toBeVisible();
    await expect(heading(stranger, 'Check your face')).toBeFocused();
    await tabTo(stranger, /^Do not take/);
    await stranger.keyboard.press('Enter');
    if (attempt === 2) await shots(stranger, 'attempt2');
    await expect.poll(() => video.evaluate((v: HTMLVideoElement) => v.currentTime)).toBeGreaterThan(0.6 * attempt);
    await tabTo(stranger, /^TAKE PICTURE/, 'Shift+Tab');
    await stranger.keyboard.press('Enter');
  }
  await expect(heading(stranger, 'This did not work')).toBeFocused({ timeout: 15_000 });
  await shots(stranger, 'maximum');
  await tabTo(stranger, /^Skip verification/);
  await stranger.keyboard.press('Enter');
  await expect(stranger).toHaveURL(/\/dashboard$/);

  const chief = await sits(own);
  await signIn(chief, 'admin@muster.test');
  await tabTo(chief, /^Face viewer/);
  await chief.keyboard.press('Enter');
  await expect(chief.getByLabel('Password')).toBeFocused();
  await chief.keyboard.type('wrong');
  await chief.keyboard.press('Enter');
  await expect(chief.getByText('Invalid password')).toBeVisible();
  console.log('after a wrong password: focus', JSON.stringify(await focus(chief)));
  await chief.keyboard.type('muster');
  await chief.keyboard.press('Enter');
  await expect(chief.getByText(/Picture links end in/)).toBeVisible();
  console.log('opened: focus', JSON.stringify(await focus(chief)));
  await shots(chief, 'grid');
  await tabTo(chief, /^Search by name/);
  await chief.keyboard.type('bob');
  await expect(chief.getByRole('button', { name: '@bob' })).toBeVisible();
  await tabTo(chief, /^Sort by/);
  await chief.keyboard.press('ArrowDown');
  await chief.waitForTimeout(500);
  console.log('after sort: focus', JSON.stringify(await focus(chief)));
  await tabTo(chief, /^@bob$/);
  await chief.screenshot({ path: `${out}/card-focus.png` });
  await chief.keyboard.press('Enter');
  const history = chief.getByRole('dialog', { name: 'Verification history' });
  await expect(history.getByText('Check skipped')).toBeVisible();
  console.log('history: focus', JSON.stringify(await focus(chief)));
  await shots(chief, 'history');
  await tabTo(chief, /^All/);
  await chief.screenshot({ path: `${out}/filter-focus.png` });
  await chief.keyboard.press('ArrowRight');
  await chief.keyboard.press('ArrowRight');
  await expect(history.getByRole('radio', { name: 'Not passed' })).toBeChecked();
  await shots(chief, 'history-failed');
  await chief.keyboard.press('Tab');
  console.log('after the filter Tab: focus', JSON.stringify(await focus(chief)));
  const before = await history.evaluate((d) => [d, ...d.querySelectorAll('*')].map((e) => e.scrollTop).reduce((a, b) => a + b, 0));
  await chief.keyboard.press('PageDown');
  await chief.waitForTimeout(400);
  const after = await history.evaluate((d) => [d, ...d.querySelectorAll('*')].map((e) => e.scrollTop).reduce((a, b) => a + b, 0));
  console.log('scrolled by PageDown', before, after);
  await chief.keyboard.press('Escape');
  await expect(history).toBeHidden();
  console.log('closed: focus', JSON.stringify(await focus(chief)));

  // The demo's faces.
  await chief.goto('/admin/face?sort=confidence');
  await expect(chief.getByText(/Picture links end in/)).toBeVisible();
  await chief.getByRole('button', { name: 'Ella Novak' }).focus();
  await chief.keyboard.press('Enter');
  await expect(history.getByText('Doubtful')).toBeVisible();
  await shots(chief, 'ella');
  await chief.keyboard.press('Escape');
  await chief.getByRole('button', { name: 'Marcus Dell' }).focus();
  await chief.keyboard.press('Enter');
  await expect(history.getByText('Check skipped')).toBeVisible();
  await shots(chief, 'marcus');
  await chief.keyboard.press('Escape');

  const shown = page;
  await shown.goto('/dashboard');
  await tabTo(shown, /menu$/);
  await shown.keyboard.press('Enter');
  await tabTo(shown, /^My data$/, 'ArrowDown');
  await shown.keyboard.press('Enter');
  await expect(shown.getByText(/compared by this server itself/)).toBeVisible();
  await shots(shown, 'mydata');
  await tabTo(shown, /^Administrators looked/);
  await shown.keyboard.press('Enter');
  await tabTo(shown, /^Remove my face data/);
  await shown.keyboard.press('Enter');
  await expect(shown.getByRole('dialog', { name: 'Remove your face data?' })).toBeVisible();
  console.log('remove: focus', JSON.stringify(await focus(shown)));
});

test('refused camera', async ({ browser, server }) => {
  const context = await browser.newContext({ viewport: desk, baseURL: server.url, reducedMotion: 'reduce', serviceWorkers: 'block', permissions: [] });
  const page = await context.newPage();
  await server.onItsDay(page);
  await page.addInitScript(() => { navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError')); });
  await signIn(page, 'cleo@muster.test');
  await page.getByRole('button', { name: /, menu$/ }).click();
  await page.getByRole('menuitem', { name: 'My data', exact: true }).click();
  await page.getByRole('button', { name: 'Add a face' }).click();
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'CONTINUE' }).click();
  await page.getByRole('button', { name: 'ALLOW CAMERA' }).click();
  await expect(page.getByText(/^Camera permission denied/)).toBeVisible();
  await shots(page, 'refused');
  await context.close();
});
