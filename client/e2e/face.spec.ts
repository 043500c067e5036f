// A member adds a face and shows it at the next sign-in; another fails three times and goes
// on without. An administrator looks at it, and the member sees that.
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { type Sitter, withCamera } from './camera';
import { ofWorker, type Server } from './devServer';
import { inspect } from './inspect';
import { askForCode, test as base, desk, lastCode, phone, signIn } from './people';

const own: Sitter = { file: 'vlado-a.jpg' };
const again: Sitter = { file: 'vlado-b.jpg', left: 0.12, width: 0.7 };
const other: Sitter = { file: 'astronaut.png', left: 0.15, top: 0.02, width: 0.65 };
const member = 'bob@muster.test';
const viewerPassword = 'muster';
const betweenCodesMs = 61_000;

/** Types the code that was sent; what follows is the face page. */
async function typeCode(page: Page) {
  const since = Date.now();
  await askForCode(page, member);
  await page.keyboard.type(await lastCode(page, member, since));
  await expect(page).toHaveURL(/\/face-recognition$/);
}

async function inspectBoth(page: Page, name: string) {
  for (const viewport of [phone, desk]) {
    await page.setViewportSize(viewport);
    await inspect(page, `${name} at ${viewport.width} px`);
  }
}

async function openMyData(page: Page) {
  await page.getByRole('button', { name: /, menu$/ }).click();
  await page.getByRole('menuitem', { name: 'My data', exact: true }).click();
  return page.getByRole('dialog', { name: 'My data' });
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 2 });

/** Types the password of the viewer, into the dialog that asks for it. */
async function openViewer(page: Page) {
  await page.getByRole('link', { name: 'Face viewer' }).click();
  const password = page.getByLabel('Password');
  await password.fill('wrong');
  await password.press('Enter');
  await expect(page.getByText('Invalid password')).toBeVisible();
  await password.fill(viewerPassword);
  await password.press('Enter');
  await expect(page.getByText(/Picture links end in/)).toBeVisible();
}

/** Opens a page of a browser in front of which somebody sits; it is closed with the test. */
const test = base.extend<{ sits: (sitter: Sitter) => Promise<Page> }, { server: Server }>({
  // Of these walks alone: what an administrator looked at is notified to its member later.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  server: [({}, use) => ofWorker(use), { scope: 'worker', timeout: 150_000 }],
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

test('a face is added, shown, looked at and removed (FACE-3 to FACE-36, FADM-1 to FADM-17)', async ({
  sits,
  server,
}) => {
  const page = await sits(own);
  await page.goto('/face-recognition');
  await expect(page).toHaveURL(/\/login$/);
  await signIn(page, member);
  const data = await openMyData(page);
  await expect(data.getByText('Nothing of your face is kept.')).toBeVisible();
  await data.getByRole('button', { name: 'Add a face' }).click();
  await expect(heading(page, 'Add your face')).toBeFocused();
  const goOn = page.getByRole('button', { name: 'CONTINUE' });
  await expect(goOn).toBeVisible();
  await inspectBoth(page, 'the consent');
  await goOn.click();
  await expect(page.getByText('Please tick the box first.')).toBeVisible();
  await page.getByRole('checkbox').check();
  await goOn.click();
  await page.getByRole('button', { name: 'ALLOW CAMERA' }).click();
  // The picture is taken by itself.
  await expect(heading(page, 'Is this you?')).toBeFocused();
  await inspectBoth(page, 'the preview');
  await page.getByRole('button', { name: 'Retake' }).click();
  await page.getByRole('button', { name: 'TAKE PICTURE' }).click();
  await page.getByRole('button', { name: 'USE THIS PICTURE' }).click();
  await expect(heading(page, 'Your face is added')).toBeFocused();
  await expect(page).toHaveURL(/\/dashboard$/);

  await server.later(betweenCodesMs);
  const shown = await sits(again);
  await typeCode(shown);
  await expect(shown.getByText('Attempt 1 of 3')).toBeVisible();
  // A reload loses neither the step nor its token.
  await shown.reload();
  await expect(heading(shown, 'It is you')).toBeFocused();
  await expect(shown).toHaveURL(/\/dashboard$/);

  await server.later(betweenCodesMs);
  const stranger = await sits(other);
  await typeCode(stranger);
  await expect(
    stranger.getByText('Verification failed - confidence too low. Please try again.'),
  ).toBeVisible();
  const video = stranger.getByLabel('Camera picture');
  for (const attempt of [2, 3]) {
    await expect(stranger.getByText(`Attempt ${attempt} of 3`)).toBeVisible();
    await stranger.getByRole('button', { name: 'Do not take it by itself' }).click();
    if (attempt === 2) await inspectBoth(stranger, 'the second attempt');
    // The film begins anew with each attempt, of which each takes another part.
    await expect
      .poll(() => video.evaluate((v: HTMLVideoElement) => v.currentTime))
      .toBeGreaterThan(0.6 * attempt);
    await stranger.getByRole('button', { name: 'TAKE PICTURE' }).click();
  }
  await expect(stranger.getByText(/^Maximum verification attempts reached/)).toBeVisible();
  await expect(stranger.getByRole('button', { name: 'TRY AGAIN' })).toHaveCount(0);
  await inspectBoth(stranger, 'after the last attempt');
  expect(await stranger.evaluate(() => localStorage.getItem('token'))).toBeNull();
  const skipped = stranger.waitForResponse('**/api/face/skip');
  await stranger.getByRole('button', { name: 'Skip verification' }).click();
  const { session } = await (await skipped).json();
  expect(session.faceVerified).toBe(false);
  await expect(stranger).toHaveURL(/\/dashboard$/);

  const chief = await sits(own);
  await signIn(chief, 'admin@muster.test');
  await openViewer(chief);
  await expect(chief.getByRole('img', { name: 'Enrolled picture of @bob' })).toBeVisible();
  await inspectBoth(chief, 'the viewer');
  await chief.getByRole('button', { name: '@bob' }).click();
  const history = chief.getByRole('dialog', { name: 'Verification history' });
  await expect(history.getByText('Passes').first()).toBeVisible();
  await expect(history.getByRole('list', { name: 'Thresholds' }).first()).toBeVisible();
  await inspectBoth(chief, 'the history');
  await history.getByRole('radio', { name: 'Not passed' }).check();
  const failures = history.getByRole('list', { name: 'Verification history' }).locator('> li');
  await expect(failures.getByText('No match')).toHaveCount(3);
  await expect(failures.first()).toContainText('Check skipped');
  await expect(failures.first()).toContainText('After three failed attempts');
  await chief.goto('/admin?tab=users&q=bob@');
  await chief.getByRole('button', { name: 'Bob Baker' }).click();
  await chief.getByRole('tab', { name: 'Access & Permissions' }).click();
  await expect(chief.getByText(/1 skipped check · 3 failed attempts$/)).toBeVisible();

  await shown.goto('/dashboard');
  const kept = await openMyData(shown);
  await kept.getByText(/^Administrators looked/).click();
  const looks = kept.getByRole('listitem').filter({ hasText: '@commander, the history of your checks' });
  await expect(looks.getByRole('time').first()).toBeVisible();
  await inspectBoth(shown, 'my data');
  await kept.getByRole('button', { name: 'Remove my face data' }).click();
  await shown
    .getByRole('dialog', { name: 'Remove your face data?' })
    .getByRole('button', { name: 'Remove my face data' })
    .click();
  await expect(kept.getByText('Nothing of your face is kept.')).toBeVisible();
});
