// Every screen, at rest and with its menus,
// sheets and dialogs open: nothing runs over the edge, and axe finds nothing.
import { expect } from '@playwright/test';
import { inspect } from './inspect';
import { desk, openRoom, phone, test } from './people';

// Both widths and both themes, each once: what is off shows in one of them.
const looks = [
  { viewport: phone, theme: 'daylight' },
  { viewport: desk, theme: 'night' },
] as const;

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
    await page.getByRole('button', { name: /, menu$/ }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    await inspect(page, 'the menu of the dashboard');
    await page.getByRole('menuitem', { name: 'Signed-in devices' }).click();
    await expect(page.getByRole('dialog').getByText('This device')).toBeVisible();
    await inspect(page, 'the sheet of devices');

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
    await page.getByText('Saturday is confirmed').first().click({ button: 'right' });
    await expect(page.getByRole('menuitem', { name: 'Reply' })).toBeVisible();
    await inspect(page, 'the menu of a message');
  });
}
