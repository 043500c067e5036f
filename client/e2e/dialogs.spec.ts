// Toasts over an open sheet, and what was typed in it, on a phone and at a desk.
import { expect, type Page } from '@playwright/test';
import { inspect } from './inspect';
import { desk, openRoom, phone, test } from './people';

const widths = [
  ['phone', { viewport: phone, hasTouch: true, isMobile: true }],
  ['desk', { viewport: desk }],
] as const;

/** What is painted uppermost in the middle of the toast is the toast. */
const uppermost = (page: Page, words: string) =>
  page.getByText(words).evaluate((text) => {
    const box = text.getBoundingClientRect();
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return top === text && box.bottom <= innerHeight && box.right <= innerWidth;
  });

for (const [name, options] of widths) {
  // The sheet covered the toast, and a press on its cross closed the sheet.
  test(`a toast is read and dismissed over a sheet, which asks before it discards (${name})`, async ({
    enter,
  }) => {
    const page = await enter('bob@muster.test', options);
    await openRoom(page, 'night-watch');
    await page.getByRole('button', { name: 'Edit your profile' }).click();
    const sheet = page.getByRole('dialog', { name: 'Your profile' });
    const bio = sheet.getByRole('textbox', { name: 'Public bio' });
    await bio.fill(`Here by night, on a ${name} (${test.info().retry + 1}).`);
    await sheet.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => uppermost(page, 'Bio saved')).toBe(true);
    await inspect(page, `a toast over a sheet, ${name}`);
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect(page.getByText('Bio saved')).toBeHidden();
    await expect(sheet).toBeVisible();

    await bio.fill('Half a sentence');
    await page.keyboard.press('Escape');
    const question = page.getByRole('dialog', { name: 'Discard this?' });
    await expect(question).toBeVisible();
    await inspect(page, `the question before a sheet closes, ${name}`);
    await question.getByRole('button', { name: 'Go back' }).click();
    await expect(question).toHaveCount(0);
    await expect(bio).toHaveValue('Half a sentence');
    await page.mouse.click(4, 4); // beside it
    await question.getByRole('button', { name: 'Discard' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
}

// The toast lay over the button that the second try needs.
test('what failed at the foot of a sheet is tried again at once', async ({ enter }) => {
  const page = await enter('bob@muster.test', { viewport: phone, hasTouch: true, isMobile: true });
  let tries = 0;
  await page.route('**/api/profile/erase', (route) => {
    const asked = route.request().method() === 'GET';
    if (!asked) tries++;
    const json = { success: asked, eraseAt: '2099-01-01T00:00:00Z' };
    return route.fulfill({ status: asked ? 200 : 503, json });
  });
  await page.goto('/dashboard');
  await page.locator('header').getByRole('button').last().click();
  await page.getByRole('menuitem', { name: 'My data' }).click();
  const keep = page.getByRole('button', { name: 'Keep my account' });
  await keep.click();
  await expect(page.getByRole('button', { name: 'Dismiss' })).toBeVisible();
  await keep.click({ timeout: 2_000 });
  await expect.poll(() => tries).toBe(2);
});

// A phone's back button left the room, with a sheet or a menu open over it.
test('the back button closes what is open over a room, and then leaves it', async ({ enter }) => {
  const page = await enter('bob@muster.test', widths[0][1]);
  await page.goto('/chat');
  await page.getByRole('link', { name: /Night Watch/ }).click();
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeEnabled();
  await page.getByRole('button', { name: 'Edit your profile' }).click();
  const sheet = page.getByRole('dialog', { name: 'Your profile' });
  await sheet.getByRole('textbox', { name: 'Public bio' }).fill('Half a sentence');
  await page.goBack();
  const question = page.getByRole('dialog', { name: 'Discard this?' });
  await expect(question).toBeVisible();
  await page.goBack();
  await expect(question).toHaveCount(0);
  await expect(sheet).toBeVisible();
  await page.goBack();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Room options' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(page).toHaveURL(/\/chat\/night-watch$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/chat$/);
});

// With many reactions, or on a low screen, its first entries were above the screen, where nothing scrolled to them.
test('every entry of a menu that is higher than the screen can be reached', async ({ enter }) => {
  const page = await enter('bob@muster.test', { viewport: { width: 900, height: 280 } });
  await openRoom(page, 'night-watch');
  await page.getByRole('list', { name: 'Messages' }).locator('[data-key]').last().press('Enter');
  const menu = page.getByRole('menu');
  await expect(menu).toBeInViewport({ ratio: 1 });
  for (const entry of await menu.getByRole('menuitem').all()) {
    await entry.scrollIntoViewIfNeeded();
    await expect(entry).toBeInViewport({ ratio: 1 });
  }
});
