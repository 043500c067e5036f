// Every screen at both widths and in both themes: nothing runs over the edge,
// and axe finds nothing serious.
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { desk, phone, test } from './people';

const themes = ['night', 'daylight'] as const;

async function inspect(page: Page, name: string): Promise<void> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(over, `${name} runs over the edge`).toBeLessThanOrEqual(0);
  const { violations } = await new AxeBuilder({ page }).analyze();
  const told = violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(' ')).join(', ')}`);
  expect(told, name).toEqual([]);
}

for (const viewport of [phone, desk]) {
  for (const theme of themes) {
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
        ['/profile', 'not open yet'],
      ];
      for (const [path, text] of screens) {
        await page.goto(path);
        await expect(page.getByText(text).first()).toBeVisible();
        await inspect(page, path);
      }
    });
  }
}
