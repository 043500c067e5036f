// Every screen, at rest and with its menus,
// sheets and dialogs open: nothing runs over the edge, and axe finds nothing.
import { expect } from '@playwright/test';
import { inspect } from './inspect';
import { desk, openRoom, phone, test } from './people';

// Both widths and both themes, each once: what is off shows in one of them.
const looks = [
  { viewport: phone, theme: 'daylight' },
  { viewport: desk, theme: 'night' },
];

// What the menu of the dashboard opens, with words that show when it is there.
const sheets: [string, string][] = [
  ['Signed-in devices', 'This device'],
  ['Notifications', 'Announcements'],
  ['Ignored members', 'You ignore nobody'],
  ['My data', 'A copy of my data'],
];
const rankDialogs = [/ranks/i, /^Why/, 'Change username', 'Change picture'];

for (const { viewport, theme } of looks) {
  test(`screens at ${viewport.width} px by ${theme}`, async ({ enter, browser }) => {
    const keep = (t: string) => localStorage.setItem('theme', t);
    const stranger = await browser.newContext({ viewport });
    await stranger.addInitScript(keep, theme);
    const outside = await stranger.newPage();
    await outside.goto('/login');
    await expect(outside.getByRole('button', { name: 'LOGIN' })).toBeVisible();
    await inspect(outside, 'login');
    await stranger.close();

    const page = await enter('ann@muster.test', { viewport });
    await page.addInitScript(keep, theme);
    const screens: [string, string][] = [
      ['/dashboard', 'SESSION MONITORED'],
      ['/chat', 'Field Notes'],
      ['/chat/general', 'Saturday is confirmed'],
      ['/profile', 'User details'],
      ['/my-rank', 'points to'],
      ['/checkin', 'Check-in'],
      ['/decrypt', 'Decrypt'],
      ['/emergency', 'Emergency'],
      ['/contribute', 'Choose an amount'],
      ['/server-cost', 'Server cost'],
    ];
    for (const [path, text] of screens) {
      await page.goto(path);
      await expect(page.getByText(text).first()).toBeVisible();
      await inspect(page, path);
    }

    await page.goto('/dashboard');
    if (viewport === phone) {
      // EMERGENCY stood lower than its neighbour, of which two lines are said.
      const top = async (word: string) => (await page.getByText(word, { exact: true }).boundingBox())?.y;
      expect(await top('EMERGENCY')).toBe(await top('MY RANK'));
    }
    const dialog = page.getByRole('dialog');
    const menu = page.getByRole('button', { name: /, menu$/ });
    await menu.click();
    await expect(page.getByRole('menu')).toBeVisible();
    await inspect(page, 'the menu of the dashboard');
    await page.keyboard.press('Escape');
    // Sheets are the same at both widths, but for their shape: most are looked into on the phone.
    for (const [item, text] of viewport === phone ? sheets : sheets.slice(-1)) {
      await menu.click();
      await page.getByRole('menuitem', { name: item, exact: true }).click();
      await expect(dialog.getByText(text).first()).toBeVisible();
      await inspect(page, item);
      if (item === 'My data') {
        await dialog.getByRole('button', { name: 'Erase my data' }).click();
        await expect(page.getByText('Erase your data?')).toBeVisible();
        await inspect(page, 'the question before erasing');
        await page.keyboard.press('Escape');
      }
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
      await expect(menu).toBeFocused();
    }

    await page.goto('/my-rank');
    // As wide as it is high: it had lost its height, and was drawn as small as beside a name.
    const plate = await page.locator('main svg[viewBox="0 0 48 48"]').first().boundingBox();
    expect(plate?.height).toBe(plate?.width);
    expect(plate?.height).toBeGreaterThan(60);
    // The numbers under the ranks ran into one another on a phone.
    const numbers = page.getByRole('list', { name: 'Ranks by points' }).locator('.mono');
    await expect(numbers.first()).toBeVisible();
    const gaps = await numbers.evaluateAll((all) => {
      const boxes = all.map((one) => one.getBoundingClientRect());
      return boxes.slice(1).map(({ left }, i) => left - (boxes[i]?.right ?? 0));
    });
    expect(Math.min(...gaps)).toBeGreaterThan(6);
    for (const name of viewport === phone ? rankDialogs : rankDialogs.slice(-1)) {
      const button = page.getByRole('button', { name }).first();
      await button.click();
      await expect(dialog).toBeVisible();
      await inspect(page, `my rank: ${name}`);
      await page.keyboard.press('Escape');
      await expect(button).toBeFocused();
    }
    await page.goto('/emergency');
    await page.getByRole('textbox').fill('The bridge is out');
    await page.getByRole('button', { name: 'SEND EMERGENCY MESSAGE' }).click();
    await inspect(page, 'the question before an emergency message');

    await openRoom(page, 'general');
    await page.getByRole('button', { name: 'Send a GIF' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await inspect(page, 'the sheet of GIFs');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Insert an emoji' }).click();
    await expect(page.getByRole('button', { name: 'grinning face', exact: true })).toBeVisible();
    await inspect(page, 'the emoji');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'GENERAL', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'Media of this room' })).toBeVisible();
    await inspect(page, 'the gallery');
    await page.keyboard.press('Escape');
    // A room just opened still moves to its newest message, and a menu closes when
    // the line under it moves.
    await expect(async () => {
      await page.getByText('Saturday is confirmed').first().click({ button: 'right', timeout: 5_000 });
      await expect(page.getByRole('menuitem', { name: 'Reply' })).toBeVisible({ timeout: 3_000 });
    }).toPass();
    await inspect(page, 'the menu of a message');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^\d+ online/ }).click();
    await inspect(page, 'the people of a room');
    await page.keyboard.press('Escape');
    const author = page
      .getByRole('list', { name: 'Messages' })
      .getByRole('button', { name: 'bob', exact: true });
    // A press is lost when the list moves under it, as it may while the sheet goes.
    await expect(async () => {
      await author.last().click({ timeout: 5_000 });
      await expect(page.getByRole('dialog', { name: '@bob' })).toBeVisible({ timeout: 3_000 });
    }).toPass();
    await inspect(page, 'a profile in a room');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await expect(dialog.getByRole('searchbox')).toBeFocused();
    await inspect(page, 'the search in a room');
  });
}
