// A browser whose text is twice as large, on a phone: what stands side by side takes lines of
// its own, no word is broken by letters, and nothing lies over anything else.
import { expect, type Page } from '@playwright/test';
import { phone, test } from './people';

/** Words that a box cuts or breaks: what is wider than its box, and labels of more lines than words. */
const broken = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    for (const element of document.querySelectorAll('main :is(span, dt, dd, p, a, strong, h1)')) {
      const text = element.textContent?.trim() ?? '';
      const box = element.getBoundingClientRect();
      // What is said, not shown, is a pixel wide.
      if (element.childElementCount > 0 || !text || box.width <= 1) continue;
      const words = document.createRange();
      words.selectNodeContents(element);
      const rows = new Set([...words.getClientRects()].map(({ top }) => Math.round(top)));
      if (rows.size > text.split(/[\s-]+/).length) found.push(`${text} is broken`);
      if (
        words.getBoundingClientRect().right >
        (element.parentElement ?? element).getBoundingClientRect().right + 1
      )
        found.push(`${text} leaves its box`);
    }
    return found;
  });

/** Buttons and links of a place that lie over one another. */
const overlaps = (page: Page, place: string) =>
  page.locator(`${place} :is(a, button):visible`).evaluateAll((all) => {
    const boxes = all.map((one) => ({ name: one.textContent, box: one.getBoundingClientRect() }));
    return boxes.flatMap((one, i) =>
      boxes
        .slice(i + 1)
        .filter(
          ({ box }) =>
            Math.min(box.right, one.box.right) - Math.max(box.left, one.box.left) > 1 &&
            Math.min(box.bottom, one.box.bottom) - Math.max(box.top, one.box.top) > 1,
        )
        .map((other) => `${one.name} lies over ${other.name}`),
    );
  });

/** What opens is within the screen, and what is in it within that. */
async function inside(page: Page, role: 'dialog' | 'menu') {
  const opened = page.getByRole(role);
  await expect(opened).toBeInViewport({ ratio: 0.95 });
  const over = await opened.evaluate((box) =>
    [...box.querySelectorAll('button, input, [role=menuitem]')]
      .filter(
        (one) => one.getBoundingClientRect().right > Math.min(box.getBoundingClientRect().right, innerWidth),
      )
      .map((one) => one.textContent || one.getAttribute('placeholder')),
  );
  expect(over, `over the edge of the ${role}`).toEqual([]);
}

/** A list of several pages, whatever it has. */
async function manyPages(page: Page) {
  await page.route('**/api/admin/users/detailed?*', async (route) => {
    const response = await route.fetch();
    const json = { ...(await response.json()), pagination: { totalPages: 21, total: 1010 } };
    await route.fulfill({ response, json });
  });
}

// The arrows to the next and the last page lay beyond the edges of the screen.
test('the pages of a list, on a phone with text of twice the size', async ({
  enter,
  baseURL,
  playwright,
  launchOptions,
}) => {
  const session = await (await enter('admin@muster.test', { viewport: phone })).context().storageState();
  const browser = await playwright.chromium.launch({
    ...launchOptions,
    args: [...(launchOptions.args ?? []), '--blink-settings=defaultFontSize=32'],
  });
  try {
    const page = await browser.newPage({ baseURL, storageState: session, viewport: phone });
    await manyPages(page);
    await page.goto('/admin?tab=users');
    const pager = page.getByRole('navigation', { name: 'Pages of users' });
    await expect(pager.getByText('Page 1 of 21')).toBeVisible();
    const over = await pager
      .getByRole('button')
      .evaluateAll((all) =>
        all
          .map((one) => one.getBoundingClientRect())
          .filter(({ left, right }) => left < 0 || right > innerWidth),
      );
    expect(over).toEqual([]);
  } finally {
    await browser.close();
  }
});

test('a phone with text of twice the size', async ({ enter, baseURL, playwright, launchOptions }) => {
  const session = await (await enter('ann@muster.test', { viewport: phone })).context().storageState();
  const browser = await playwright.chromium.launch({
    ...launchOptions,
    args: [...(launchOptions.args ?? []), '--blink-settings=defaultFontSize=32'],
  });
  try {
    const context = await browser.newContext({
      baseURL,
      storageState: session,
      viewport: phone,
      hasTouch: true,
      isMobile: true,
    });
    const page = await context.newPage();
    const wrong: Record<string, string[]> = {};
    for (const [path, text] of [
      ['/dashboard', 'CHECK-IN'],
      ['/my-rank', 'points to'],
      ['/checkin', 'How it works'],
      ['/emergency', 'Guidelines'],
      ['/server-cost', 'the meter now'],
      ['/decrypt', 'Enter a code'],
    ] as const) {
      await page.goto(path);
      await expect(page.getByText(text).first()).toBeVisible();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      const found = await broken(page);
      if (found.length > 0) wrong[path] = found;
    }
    // The form of a code, which the field shows until one is typed.
    const code = page.getByPlaceholder('XXXX-XXXX');
    await code.fill('WWWW-WWWW');
    expect(await code.evaluate((field) => field.scrollWidth - field.clientWidth)).toBe(0);
    await page.goto('/chat/general');
    await expect(page.getByRole('textbox', { name: 'Message' })).toBeEnabled();
    const found = await overlaps(page, 'header');
    if (found.length > 0) wrong.header = found;
    await page.getByRole('button', { name: 'Room options' }).click();
    await inside(page, 'menu');
    await page.getByRole('menuitem', { name: 'Search' }).click();
    await inside(page, 'dialog');
    expect(wrong).toEqual({});
  } finally {
    await browser.close();
  }
});
