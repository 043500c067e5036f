// Text of twice the size on a phone: what opens over the back office is within the screen, and so is
// every button of it.
import { expect, type Page } from '@playwright/test';
import { phone, test } from './people';

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();

interface Opened {
  tab: string;
  open: (page: Page) => Promise<void>;
  foot?: string;
}

/** What is opened without a word, in any language. */
const wordless: readonly Opened[] = [
  { tab: 'applications&status=pending', open: (page) => page.locator('[data-application]').first().click() },
  { tab: 'users', open: (page) => page.locator('[data-user]').first().click() },
  { tab: 'rooms', open: (page) => page.keyboard.press('Control+k') },
];

const english: readonly Opened[] = [
  ...wordless.map((one) => (one.tab.includes('status') ? { ...one, foot: 'Next application' } : one)),
  { tab: 'applications', open: (page) => press(page, 'Invitations'), foot: 'Create invitation' },
  { tab: 'contributions', open: (page) => press(page, /^Refund \$/), foot: 'Cancel' },
  { tab: 'encrypted', open: (page) => press(page, 'Create Encrypted Message'), foot: 'Cancel' },
  { tab: 'analytics', open: (page) => press(page, /^Total users: /), foot: 'Export CSV' },
];

/** What lies left or right of what holds it, or of the screen, outside of tabs that are scrolled sideways. */
const cut = (page: Page) =>
  page.evaluate(() => {
    const dialog = [...document.querySelectorAll('[role=dialog]')].at(-1);
    const { left, right } = dialog?.getBoundingClientRect() ?? new DOMRect();
    const shown = [...(dialog?.querySelectorAll('p, span, label, button, input, h2, dt, dd') ?? [])].filter(
      (one) => !one.closest('.sr-only, .unseen-control, [role=tablist], thead'),
    );
    return shown
      .filter((one) => {
        const box = one.getBoundingClientRect();
        return box.width > 0 && (box.left < left - 1 || box.right > right + 1);
      })
      .map((one) => `${one.tagName} ${one.textContent}`);
  });

// The buttons of a refund hung below its dialog, where nothing scrolled to them, and the way to the next
// application stood beside the screen. In German a single word drew every answer of it over the edge.
for (const [language, dialogs] of Object.entries({ de: wordless, en: english })) {
  test(`the dialogs of the back office hold text of twice the size on a phone (${language})`, async ({
    enter,
  }) => {
    const page = await enter('admin@muster.test', { viewport: phone });
    await page.addInitScript((language) => {
      localStorage.setItem('language', language);
      document.addEventListener('DOMContentLoaded', () => {
        document.documentElement.style.fontSize = '200%';
      });
    }, language);
    for (const { tab, open, foot } of dialogs) {
      await page.goto(`/admin?tab=${tab}`);
      await expect(page.getByRole('tabpanel').first()).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      await open(page);
      const dialog = page.getByRole('dialog').last();
      await expect(dialog).toBeVisible();
      await expect(dialog.locator('[aria-busy="true"]')).toHaveCount(0);
      expect(await cut(page), tab).toEqual([]);
      if (!foot) continue;
      const button = dialog.getByRole('button', { name: foot, exact: true });
      await button.scrollIntoViewIfNeeded();
      await expect(button, `${tab}: ${foot}`).toBeInViewport({ ratio: 1 });
    }
  });
}
