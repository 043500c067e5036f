// The back office: who may see it, how it looks, and that its figures open what
// they count.
import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { inspect } from './inspect';
import { desk, phone, test } from './people';

test('who is no administrator is sent to the dashboard and sees nothing of it (ADM-2)', async ({ enter }) => {
  const bob = await enter('bob@muster.test');
  await bob.addInitScript(() => {
    new MutationObserver(() => {
      if (document.body?.textContent?.includes('Admin Panel')) sessionStorage.setItem('flashed', 'yes');
    }).observe(document, { childList: true, subtree: true });
  });
  await bob.goto('/admin');
  await expect(bob).toHaveURL(/\/dashboard$/);
  await expect(bob.getByText('SESSION MONITORED')).toBeVisible();
  expect(await bob.evaluate(() => sessionStorage.getItem('flashed'))).toBeNull();
});

for (const { viewport, theme } of [
  { viewport: phone, theme: 'night' },
  { viewport: desk, theme: 'daylight' },
]) {
  test(`the admin panel at ${viewport.width} px by ${theme}`, async ({ enter }) => {
    const page = await enter('admin@muster.test', { viewport });
    await page.addInitScript((t) => localStorage.setItem('theme', t), theme);
    await page.goto('/admin');
    await page.getByRole('button', { name: "Officers' Mess", exact: true }).click();
    await expect(page.getByRole('table')).toBeVisible();
    await inspect(page, 'chat management');

    await page.getByRole('button', { name: 'Create Room' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await inspect(page, 'creating a room');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Create Room' })).toBeFocused();

    await page.getByRole('button', { name: 'Grant Access' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await inspect(page, 'granting access');
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: "Delete Officers' Mess" }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await inspect(page, 'deleting a room');
    await page.keyboard.press('Escape');

    await page.getByRole('tab', { name: 'Activity' }).click();
    await expect(page.getByText('Live', { exact: true })).toBeVisible();
    await expect(page.getByRole('row', { name: /\d ms/ })).toBeVisible();
    await inspect(page, 'activity');

    // By keyboard alone: an action for a person, then a room.
    await page.keyboard.press('Control+k');
    const search = page.getByRole('combobox', { name: 'Search people, rooms, tabs and actions' });
    await expect(search).toBeFocused();
    await inspect(page, 'the command palette');
    await page.keyboard.type('unban');
    await page.keyboard.press('Enter');
    await page.keyboard.type('bob@muster');
    await expect(page.getByRole('option', { name: /bob@muster.test/ })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await inspect(page, 'a person in the palette');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('tab', { name: 'Admin Actions', selected: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.keyboard.press('Control+k');
    await expect(search).toBeFocused();
    await page.keyboard.type('officers');
    await expect(page.getByRole('option', { selected: true })).toContainText("Officers' Mess");
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: "Officers' Mess", exact: true })).toHaveAttribute(
      'aria-expanded',
      'true',
    );
  });
}

test('figures open the rows that they count, by keyboard too, and are exported (ANLY-1)', async ({
  enter,
}) => {
  const page = await enter('admin@muster.test');
  const sheet = page.getByRole('dialog');
  const rows = sheet.getByRole('row');
  await page.goto('/admin?tab=analytics');
  const users = page.getByRole('button', { name: /^Total users: / });
  const total = Number((await users.getAttribute('aria-label'))?.match(/\d+/)?.[0]);
  await users.click();
  await expect(rows).toHaveCount(1 + total);
  const download = page.waitForEvent('download');
  await sheet.getByRole('button', { name: 'Export CSV' }).click();
  const csv = await readFile(await (await download).path(), 'utf8');
  expect(csv.trim().split(/\r?\n/)).toHaveLength(1 + total);
  await page.keyboard.press('Escape');
  await expect(users).toBeFocused();

  // The table behind a chart says the same as the rows that it opens.
  await page.getByRole('radio', { name: 'Month' }).check();
  await page.getByText('Messages by hour: as a table').focus();
  await page.keyboard.press('Enter');
  const hour = page
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: /^Show the messages/ }) });
  const written = Number(await hour.last().getByRole('cell').first().textContent());
  await hour.last().getByRole('button').focus();
  await page.keyboard.press('Enter');
  await expect(rows).toHaveCount(1 + Math.min(written, 50));
});
