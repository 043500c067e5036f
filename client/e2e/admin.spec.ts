// The back office: an administrator makes a room, lets a member in, puts the
// member out and deletes the room, while the member watches; others see nothing.
import { expect } from '@playwright/test';
import { inspect } from './inspect';
import { desk, phone, test } from './people';

test('a room is made, opened to a member, closed and deleted (ADM-5 to ADM-13)', async ({ enter }) => {
  const admin = await enter('admin@muster.test', { viewport: desk });
  const bob = await enter('bob@muster.test');
  const stamp = Date.now();
  const id = `watch-${stamp}`;
  const name = `The Watch ${stamp}`;
  const card = admin.getByRole('listitem').filter({ has: admin.getByRole('button', { name, exact: true }) });

  await admin.goto('/admin');
  await admin.getByRole('button', { name: 'Create Room' }).click();
  const create = admin.getByRole('dialog', { name: 'Create New Chat Room' });
  await create.getByRole('textbox', { name: 'Room ID' }).fill(`Watch ${stamp}`);
  await expect(create.getByRole('textbox', { name: 'Room ID' })).toHaveValue(id);
  await create.getByRole('textbox', { name: 'Display name' }).fill(name);
  await create.getByRole('textbox', { name: 'Display name' }).press('Enter');
  await expect(admin.getByText('Room created successfully')).toBeVisible();
  await expect(card.getByText('Nobody has access yet')).toBeVisible();

  // Closed until access is granted.
  await bob.goto(`/chat/${id}`);
  await expect(bob.getByRole('textbox', { name: 'Message' })).toBeHidden();

  await card.getByRole('button', { name: 'Grant Access' }).click();
  const grant = admin.getByRole('dialog', { name: 'Grant Room Access' });
  await grant.getByRole('textbox').fill('nobody-here@muster.test');
  await grant.getByRole('textbox').press('Enter');
  await expect(grant.getByRole('alert').filter({ hasText: /./ })).toBeVisible();
  await grant.getByRole('textbox').fill('bob@muster.test');
  await grant.getByRole('combobox', { name: 'Access level' }).selectOption('moderator');
  await grant.getByRole('button', { name: 'Grant Access' }).click();
  await expect(admin.getByText('Access granted successfully')).toBeVisible();
  await expect(card.getByRole('row', { name: /bob@muster.test @bob Moderator/ })).toBeVisible();

  await bob.goto(`/chat/${id}`);
  await expect(bob.getByRole('textbox', { name: 'Message' })).toBeEnabled();
  // The card counts who is in the room, asked again every 5 s.
  await expect(card.locator('dl')).toContainText(/Online1/);
  await expect(card.getByText('@bob', { exact: true }).last()).toBeVisible();

  await card.getByRole('button', { name: 'Revoke access of bob@muster.test' }).click();
  await expect(admin.getByText('Access revoked successfully')).toBeVisible();
  await expect(bob.getByRole('textbox', { name: 'Message' })).toBeHidden();

  await admin.getByRole('button', { name: `Delete ${name}` }).click();
  const confirm = admin.getByRole('dialog', { name: `Delete ${name}?` });
  await expect(confirm).toContainText('This cannot be undone.');
  await confirm.getByRole('button', { name: 'Delete Room' }).click();
  await expect(admin.getByText('Room deleted successfully')).toBeVisible();
  await expect(card).toHaveCount(0);
  await expect(admin.getByRole('button', { name: 'Delete General' })).toHaveCount(0);
});

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
