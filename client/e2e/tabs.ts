// Tabs of a browser, and what they are answered.
import type { BrowserContext, Page } from '@playwright/test';

/** As when a window is brought to the front: what is shown is asked again. */
export const lookAgain = (page: Page) =>
  page.evaluate(() => {
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    window.dispatchEvent(new Event('focus'));
  });

/**
 * Every call to paths that match is answered 503, until the returned function is called; at
 * once, or when `after` is over.
 */
export async function failing(page: Page | BrowserContext, paths: RegExp, after?: Promise<unknown>) {
  const message = 'The service is unavailable. Please try again.';
  const body = JSON.stringify({ success: false, message, error: message, code: 'unavailable' });
  await page.route(paths, async (route) => {
    await after;
    await route.fulfill({ status: 503, contentType: 'application/json', body });
  });
  return () => page.unroute(paths);
}

/** Another tab of the same browser at the same address. */
export async function secondTab(page: Page, path = new URL(page.url()).pathname) {
  const tab = await page.context().newPage();
  await tab.goto(path);
  return tab;
}
