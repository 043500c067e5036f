// Applying for a membership, from nothing to the status page, at a phone's width and a desk's.
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { desk, lastCode, phone } from './people';
import { test } from './server';

const stages = (page: Page, n: number) => expect(page.getByText(`STAGE ${n} OF 4`)).toBeVisible();
const answer = 'Because I have read along for years and want to help.';

/** Pictures for the eye, when a folder for them is named. */
async function look(page: Page, name: string) {
  const folder = process.env.E2E_PICTURES;
  if (!folder) return;
  const width = page.viewportSize()?.width;
  for (const theme of ['daylight', 'night']) {
    await page.evaluate((theme) => document.documentElement.setAttribute('data-theme', theme), theme);
    await page.screenshot({ path: `${folder}/${name}-${width}-${theme}.png`, fullPage: true });
  }
}

async function isSound(page: Page) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
  const wider = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  expect(wider, 'the page is wider than the window').toBe(false);
}

async function prove(page: Page, label: 'E-mail' | 'Phone', to: string) {
  const since = Date.now();
  const part = page.getByRole('group', { name: label });
  await part.getByRole('button', { name: 'SEND CODE' }).click();
  await expect(part.getByText('CODE SENT')).toBeVisible();
  const code = part.getByRole('textbox', { name: /^Code from your/ });
  await code.fill(await lastCode(page, to, since));
  await code.press('Enter');
  await expect(part.getByText('VERIFIED', { exact: true })).toBeVisible();
}

for (const [name, viewport] of Object.entries({ phone, desk })) {
  test.describe(name, () => {
    test.use({ viewport });

    test('applies through all stages (APP-1 to APP-35, STAT-1 to STAT-7)', async ({ page, server }) => {
      const email = `ada-${name}@muster.test`;
      const number = name === 'phone' ? '2125550143' : '2125550144';
      await server.onItsDay(page);
      await page.goto('/login');
      await page.getByRole('link', { name: 'Register to become a member' }).click();
      await expect(page.getByRole('button', { name: 'START APPLICATION' })).toBeVisible();
      await isSound(page);
      await look(page, '0-start');
      await page.getByRole('textbox', { name: 'E-mail address' }).fill(email);
      await page.keyboard.press('Enter');

      await expect(page.getByText('CLASSIFIED')).toBeVisible();
      await isSound(page);
      await look(page, '1-disclaimer');
      await page.getByRole('button', { name: 'PROCEED TO APPLICATION' }).click();

      await stages(page, 1);
      await isSound(page);
      await page.getByRole('button', { name: 'NEXT' }).click();
      await expect(page.getByRole('textbox', { name: 'Full legal name' })).toBeFocused();
      await expect(page.getByText('PHOTO VERIFICATION REQUIRED')).toBeVisible();
      await look(page, '2-faults');
      await page.getByRole('textbox', { name: 'Full legal name' }).pressSequentially('Ada Reyes');
      await page.getByLabel('Date of birth').fill('1990-02-28');
      await page.getByRole('textbox', { name: 'City' }).fill('austin');
      await page.getByRole('textbox', { name: 'State / province' }).fill('texas');
      await page.getByRole('combobox', { name: 'Country' }).selectOption('United States');
      await page.getByRole('textbox', { name: 'Phone' }).fill(number);
      await prove(page, 'E-mail', email);
      await prove(page, 'Phone', `+1${number}`);
      await page.reload();
      await expect(page.getByRole('textbox', { name: 'Full legal name' })).toHaveValue('ADA REYES');
      await expect(page.getByRole('textbox', { name: 'City' })).toHaveValue('AUSTIN');
      await page.getByRole('button', { name: 'Start camera' }).click();
      await expect(page.getByText('Starting the camera')).toHaveCount(0);
      await page.getByRole('button', { name: 'Capture photo' }).click();
      await page.getByRole('button', { name: 'Save photo' }).click();
      await expect(page.getByText('Photo uploaded successfully')).toBeVisible();
      await look(page, '3-identification');
      await isSound(page);
      await page.getByRole('button', { name: 'NEXT' }).click();

      await stages(page, 2);
      await page.getByRole('combobox', { name: 'Where did you discover us?' }).selectOption('YOUTUBE');
      await page.getByRole('combobox', { name: 'Following since' }).selectOption('2019');
      await page.getByRole('button', { name: 'NEXT' }).click();
      await expect(page.getByText('PLEASE ANSWER ALL MULTIPLE CHOICE QUESTIONS')).toBeVisible();
      for (const question of await page.getByRole('radiogroup').all())
        await question.getByRole('radio', { name: 'NO' }).check();
      await page
        .getByRole('radiogroup', { name: /fan chat/ })
        .getByRole('radio', { name: 'YES' })
        .check();
      await page.getByRole('textbox', { name: 'Your username there' }).fill('ada');
      await isSound(page);
      await look(page, '4-background');
      await page.getByRole('button', { name: 'NEXT' }).click();

      await stages(page, 3);
      const answers = await page.getByRole('textbox').all();
      expect(answers).toHaveLength(11);
      await answers[0]?.fill('Too short');
      await page.getByRole('button', { name: 'NEXT' }).click();
      await expect(page.getByText('MINIMUM 10 WORDS REQUIRED (CURRENTLY 2)')).toBeVisible();
      await expect(page.getByRole('textbox').first()).toBeFocused();
      for (const field of answers) await field.fill(answer);
      await expect(page.getByText('11 / 10 WORDS MINIMUM')).toHaveCount(11);
      await page.getByRole('button', { name: 'NEXT' }).click();
      await expect(page.getByText('PLEASE TAKE MORE TIME ON YOUR ANSWERS')).toBeVisible();
      await isSound(page);
      await look(page, '5-assessment');
      await page.reload();
      await expect(page.getByRole('textbox').first()).toHaveValue(answer.toUpperCase());
      await server.later(121_000, page);
      await page.getByRole('button', { name: 'NEXT' }).click();

      await stages(page, 4);
      await isSound(page);
      await page.getByRole('textbox', { name: 'Signature' }).fill('Ada Reyes');
      await expect(page.getByRole('checkbox')).toBeChecked();
      await look(page, '6-agreement');
      await page.getByRole('textbox', { name: 'Signature' }).press('Enter');

      await expect(page.getByRole('heading', { name: 'APPLICATION SUBMITTED' })).toBeVisible();
      await expect(page).toHaveURL(/\/apply\/status$/);
      await expect(page.getByText(/^APP-/)).toBeVisible();
      expect(await page.evaluate(() => localStorage.getItem('application_drafts'))).toBeNull();
      await isSound(page);
      await look(page, '7-submitted');
      // Printed it was a blank page.
      await page.emulateMedia({ media: 'print' });
      await expect(page.getByText(/^APP-/)).toBeVisible();
      await expect(page.getByRole('button', { name: 'CHECK STATUS' })).toBeHidden();
      await page.emulateMedia({ media: 'screen' });
      await page.getByRole('button', { name: 'CHECK STATUS' }).click();
      await expect(page.getByRole('heading', { name: 'UNDER REVIEW' })).toBeVisible();
      await expect(page.getByText('COMPLETE - UNDER REVIEW')).toBeVisible();
      await isSound(page);
      await look(page, '8-status');

      // Another browser has proven nothing: it is asked for a code.
      await page.context().clearCookies();
      const since = Date.now();
      await page.reload();
      const code = page.getByRole('textbox', { name: 'Status code, 6 digits' });
      await expect(code).toBeFocused();
      await isSound(page);
      await look(page, '9-code');
      await code.fill(await lastCode(page, email, since));
      await code.press('Enter');
      await expect(page.getByText('COMPLETE - UNDER REVIEW')).toBeVisible();
    });
  });
}
