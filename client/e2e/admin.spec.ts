// The back office: who may see it, how it looks, and that its counts open the rows
// that they count.
import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { inspect } from './inspect';
import { desk, phone, test } from './people';

test('who is no administrator is sent to the dashboard and sees nothing of it (ADM-2)', {
  tag: '@main',
}, async ({ enter }) => {
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

// Tabs with something of each in the demo data, and what opens the dialog of each.
const parts = [
  { tab: 'Analytics', shown: 'Most active users', opener: /^Total users: / },
  { tab: 'Encrypted Messages', shown: 'EAST-0001', opener: 'Create Encrypted Message' },
  { tab: 'Badges', shown: 'Founder', opener: /^Remove / },
  { tab: 'Contributions', shown: 'Contributed each day', opener: /^Refund / },
  { tab: 'Reports', shown: 'Something else', opener: 'Close report' },
  { tab: 'Emergency', shown: 'login codes', opener: 'Resolve' },
  { tab: 'Audit Log', shown: '@commander' },
];

const userParts = ['Profile', 'Analytics', 'Activity', 'Access & Permissions', 'Admin Actions'];

for (const { viewport, theme } of [
  { viewport: phone, theme: 'night' },
  { viewport: desk, theme: 'daylight' },
]) {
  test(`the admin panel at ${viewport.width} px by ${theme}`, async ({ enter }) => {
    const page = await enter('admin@muster.test', { viewport });
    await page.addInitScript((t) => localStorage.setItem('theme', t), theme);
    const dialog = page.getByRole('dialog');
    // What opens over a tab is the same at both widths, but for its shape: each is looked into at one.
    const narrow = viewport === phone;
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

    await page.getByRole('tab', { name: 'Users', exact: true }).click();
    await expect(page.getByRole('row', { name: /recruit@muster.test/ })).toBeVisible();
    await inspect(page, 'users');
    await page.getByRole('button', { name: 'Remy Recruit' }).click();
    for (const part of narrow ? userParts : userParts.slice(-1)) {
      await dialog.getByRole('tab', { name: part }).click();
      await expect(dialog.getByRole('tabpanel')).toBeVisible();
      await expect(dialog.locator('[aria-busy], [role=status]')).toHaveCount(0);
      await inspect(page, `a user: ${part}`);
    }
    // The back button closes what was opened, and leads back to the row.
    await page.goBack();
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL(/\?tab=users$/);

    for (const { tab, shown, opener } of parts) {
      await page.getByRole('tab', { name: new RegExp(`^${tab}(\\s*,|$)`) }).click();
      await expect(page.getByText(shown).first()).toBeVisible();
      await inspect(page, tab);
      if (!opener || !narrow) continue;
      await page.getByRole('button', { name: opener }).first().click();
      await expect(dialog).toBeVisible();
      await expect(dialog.locator('[aria-busy], [role=status]')).toHaveCount(0);
      await inspect(page, `${tab}: ${opener}`);
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
    }

    await page.getByRole('tab', { name: 'Notifications' }).click();
    await page.getByRole('combobox', { name: 'Recipients' }).selectOption('all');
    await page.getByRole('textbox', { name: 'Subject' }).fill('The bridge is out');
    await page.getByRole('textbox', { name: 'Message' }).fill('Take the boat.');
    await inspect(page, 'composing');
    if (narrow) {
      await page.getByRole('button', { name: 'Send Notification' }).click();
      await expect(dialog).toBeVisible();
      await inspect(page, 'before sending');
      await page.keyboard.press('Escape');
    }
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByRole('button', { name: 'Results of Movie night' }).click();
    await expect(dialog.getByRole('row').nth(1)).toBeVisible();
    await inspect(page, 'the results of a campaign');
    await page.keyboard.press('Escape');

    await page.getByRole('tab', { name: 'Activity' }).click();
    await expect(page.getByText('Live', { exact: true })).toBeVisible();
    await expect(page.getByRole('row', { name: /\d ms/ })).toBeVisible();
    await inspect(page, 'activity');

    await page.getByRole('tab', { name: 'Face Viewer' }).click();
    await expect(dialog.getByLabel('Password')).toBeFocused();
    await inspect(page, "the face viewer's password");
    await page.keyboard.type('muster');
    await page.keyboard.press('Enter');
    const face = page.getByRole('list', { name: 'Enrolled members' }).getByRole('button').first();
    await expect(face).toBeVisible();
    await inspect(page, 'the face viewer');
    if (narrow) {
      await face.click();
      await expect(dialog.getByRole('list', { name: 'Thresholds' }).first()).toBeVisible();
      await inspect(page, "the checks of a member's face");
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
    }

    // By keyboard alone: an action for a person, then a room.
    await page.keyboard.press('Control+k');
    const search = page.getByRole('combobox', { name: 'Search people, rooms, tabs and actions' });
    await expect(search).toBeFocused();
    await inspect(page, 'the command palette');
    await page.keyboard.type('unban');
    await page.keyboard.press('Enter');
    await expect(dialog.getByText(/^Type a name/)).toBeVisible();
    await inspect(page, 'whom an action is for');
    await page.keyboard.type('bob@muster');
    await expect(page.getByRole('option', { name: /bob@muster.test/ })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await inspect(page, 'a person in the palette');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('tab', { name: 'Admin Actions', selected: true })).toBeVisible();
    // The next keys come at once: the palette must not lose them to what has just closed.
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
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

test('counts open the rows that they count, by keyboard too, and are exported (ANLY-1)', async ({
  enter,
}) => {
  const page = await enter('admin@muster.test');
  const sheet = page.getByRole('dialog');
  const rows = sheet.getByRole('row');
  await page.goto('/admin?tab=analytics');
  const users = page.getByRole('button', { name: /^Total users: / });
  const total = Number((await users.getAttribute('aria-label'))?.match(/\d+/)?.[0]);
  await users.click();
  await expect(rows).toHaveCount(1 + Math.min(total, 50));
  const download = page.waitForEvent('download');
  await sheet.getByRole('button', { name: 'Export CSV' }).click();
  const csv = await readFile(await (await download).path(), 'utf8');
  expect(csv.trim().split(/\r?\n/)).toHaveLength(1 + total);
  await page.keyboard.press('Escape');
  await expect(users).toBeFocused();

  // The table behind a chart says the same as the rows that it opens.
  await page.getByRole('radio', { name: 'Month' }).check();
  // How high a bar stands is said by its colour as well.
  const bars = page
    .getByRole('region', { name: 'Chat activity' })
    .locator('path[class*="recharts-rectangle"]');
  await expect(bars.first()).toBeVisible();
  const colours = () =>
    bars.evaluateAll((all) => {
      const steps = new Set(all.map((one) => one.getAttribute('class')));
      return new Set(all.map((one) => getComputedStyle(one).fill)).size - steps.size;
    });
  await expect.poll(colours, { message: 'a colour for each step' }).toBe(0);
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
