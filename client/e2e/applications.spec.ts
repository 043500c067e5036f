// The review of applications: how it looks, and a queue that is cleared by keyboard alone.
import { expect } from '@playwright/test';
import { inspect } from './inspect';
import { desk, lastCode, line, openRoom, phone, say, signIn, test } from './people';

for (const { viewport, theme } of [
  { viewport: phone, theme: 'night' },
  { viewport: desk, theme: 'daylight' },
]) {
  test(`applications at ${viewport.width} px by ${theme}`, async ({ enter }) => {
    const page = await enter('admin@muster.test', { viewport });
    await page.addInitScript((t) => localStorage.setItem('theme', t), theme);
    await page.goto('/admin/applications');
    const cards = page.locator('[data-application]');
    await expect(cards.first()).toBeVisible();
    await inspect(page, 'applications');
    await cards.first().click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('heading', { name: 'Stage 3: Written responses' })).toBeAttached();
    await inspect(page, 'an application');
    await dialog.getByRole('radio', { name: /^REJECTED/ }).check();
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Not yet');
    await inspect(page, 'a decision');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: 'Discard this?' })).toBeVisible();
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(cards.first()).toBeFocused();
  });
}

test('a queue is decided by keyboard alone, and the next one opens with its photo (AREV-5)', async ({
  enter,
}) => {
  const page = await enter('admin@muster.test');
  await page.goto('/admin/applications?status=pending');
  const cards = page.locator('[data-application]');
  await expect(cards.first()).toBeVisible();
  const waiting = await cards.count();
  expect(waiting).toBeGreaterThan(3);
  const dialog = page.getByRole('dialog');
  const number = dialog.getByRole('heading').first();
  let accepted = '';
  await cards.first().focus();
  await page.keyboard.press('Enter');
  for (let n = 1; n <= waiting; n++) {
    await expect(dialog.getByText(`${n} of ${waiting}`)).toBeVisible();
    const shown = await number.textContent();
    await expect(async () => {
      expect(
        await dialog
          .locator('img')
          .first()
          .evaluate((photo: HTMLImageElement) => photo.complete && photo.naturalWidth > 0),
      ).toBe(true);
    }).toPass();
    // Accepted, rejected with a reason, on hold, reapply: in turn.
    await page.keyboard.press(String((n % 4) + 1));
    if (n % 4 === 1) {
      await page.keyboard.press('r');
      await page.keyboard.type('Too few words, 3 of 10');
    }
    if (n % 4 === 0)
      accepted =
        (
          await dialog
            .getByText(/@muster\.test/)
            .first()
            .textContent()
        )?.split(' ')[0] ?? '';
    await page.keyboard.press('Control+Enter');
    if (n < waiting) await expect(number).not.toHaveText(shown ?? '');
  }
  await expect(page.getByText('That was the last application of this list.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('No applications')).toBeVisible();
  await expect(page.getByRole('radio', { name: /^PENDING 0$/ })).toBeChecked();

  // Who was accepted signs in, passes over the first steps and is greeted with what to do first.
  const member = await enter(accepted, { viewport: phone });
  await member.goto('/welcome');
  await member.getByRole('button', { name: 'Skip all' }).click();
  await expect(member).toHaveURL(/\/dashboard$/);
  const greeting = member.getByRole('region', { name: /^Welcome, / });
  await expect(greeting.getByRole('listitem')).toHaveCount(3);
  await inspect(member, 'the greeting');
  await greeting.getByRole('button', { name: /^Choose a username/ }).click();
  await expect(member.getByRole('dialog', { name: 'Set Username' })).toBeVisible();
});

test('what another administrator decides is followed while one reads', async ({ enter }) => {
  const page = await enter('admin@muster.test');
  await page.goto('/admin/applications?status=accepted');
  const card = page.locator('[data-application]').first();
  const number = (await card.textContent())?.match(/APP-\w{4}-\w{4}/)?.[0] ?? '';
  await card.click();
  const read = page.getByRole('dialog', { name: number });
  await expect(read.getByText(/^1 of \d+/)).toBeVisible();
  await page.keyboard.press('3');

  const other = await enter('admin@muster.test');
  await other.goto('/admin/applications?status=accepted');
  await other.locator('[data-application]').first().click();
  await expect(other.getByRole('dialog', { name: number })).toBeVisible();
  await other.keyboard.press('2');
  await other.keyboard.press('Control+Enter');
  await other.getByRole('button', { name: 'Take back' }).click();
  await expect(other.getByText(`${number}: REJECTED`)).toBeVisible();

  // It stays open with what was chosen, and is not overwritten unseen.
  await page.keyboard.press('Control+Enter');
  await expect(read.getByText('Now REJECTED, by commander.')).toBeVisible();
  await expect(read.getByRole('radio', { name: /^ON HOLD/ })).toBeChecked();
});

// Who was rejected tries again with another address. Back asked whether to discard what was
// typed, which stays with the application that it is of.
test('a related application opens in the place of this one, and Back leads to it', async ({ enter }) => {
  const page = await enter('admin@muster.test');
  await page.goto('/admin/applications?status=rejected');
  await page.locator('[data-application]', { hasText: 'colin.frost@muster.test' }).click();
  const dialog = page.getByRole('dialog');
  const reason = dialog.getByRole('textbox', { name: 'Reason' });
  await dialog.getByRole('radio', { name: /^ON HOLD/ }).check();
  await reason.fill('He applied again.');
  const first = (await dialog.getByRole('heading').first().textContent()) ?? '';
  const related = dialog.getByRole('region', { name: 'Related applications' }).getByRole('listitem');
  await expect(related).toHaveText(/^APP-\w{4}-\w{4}[A-Z ]+the same name, the same network$/);
  await related.scrollIntoViewIfNeeded();
  await inspect(page, 'a related application');
  await related.getByRole('link').click();
  await expect(dialog.getByRole('heading').first()).not.toHaveText(first);
  await expect(dialog.getByText('c.frost.hull@muster.test')).toBeAttached();
  await page.goBack();
  await expect(dialog.getByRole('heading').first()).toHaveText(first);
  await expect(dialog).toHaveCount(1);
  await expect(reason).toHaveValue('He applied again.');
});

test('one is sent back, resubmits, is accepted while looking on, signs in and chats (APP-44, STAT-3)', {
  tag: '@main',
}, async ({ enter, browser }) => {
  const admin = await enter('admin@muster.test');
  await admin.goto('/admin/applications?status=reapply');
  const returned = (await admin.locator('[data-application]').first().textContent()) ?? '';
  const number = returned.match(/APP-\w{4}-\w{4}/)?.[0] ?? '';
  const email = returned.match(/[a-z.-]+@muster\.test/)?.[0] ?? '';

  const page = await browser.newPage({ viewport: phone });
  const since = Date.now();
  await page.goto('/apply/status');
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(email);
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Status code, 6 digits' }).fill(await lastCode(page, email, since));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'REAPPLICATION AVAILABLE' })).toBeVisible();
  await page.getByRole('link', { name: 'UPDATE & RESUBMIT' }).click();
  for (const stage of [1, 2, 3]) {
    await expect(page.getByText(`STAGE ${stage} OF 4`)).toBeVisible();
    await page.getByRole('button', { name: 'NEXT' }).click();
  }
  const signature = page.getByRole('textbox', { name: 'Signature' });
  await signature.fill('Signed Again');
  await signature.press('Enter');
  await expect(page.getByRole('heading', { name: 'APPLICATION SUBMITTED' })).toBeVisible();
  await page.getByRole('button', { name: 'CHECK STATUS' }).click();
  await expect(page.getByRole('heading', { name: 'UNDER REVIEW' })).toBeVisible();

  await admin.goto('/admin/applications?status=pending');
  await admin.locator('[data-application]').filter({ hasText: number }).click();
  await expect(admin.getByRole('dialog', { name: number })).toBeVisible();
  await admin.keyboard.press('1');
  await admin.keyboard.press('Control+Enter');
  // The page of the status moves by itself.
  await expect(page.getByRole('heading', { name: 'ACCEPTED' })).toBeVisible();
  await page.getByRole('link', { name: 'LOGIN' }).click();

  await signIn(page, email, /\/welcome$/);
  await page.getByRole('textbox', { name: 'Username' }).fill('sent_back_once');
  await page.getByRole('button', { name: 'Set Username' }).click();
  await page.getByRole('button', { name: 'Skip all' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await openRoom(page, 'general');
  await say(page, 'Here at last');
  await expect(line(page, 'Here at last')).toBeVisible();
  await page.close();
});
