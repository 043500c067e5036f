// The page in other languages: chosen without a reload, kept, fetched alone; and every screen
// in one that no one speaks, which is longer, accented and written from right to left.
import { expect, type Page } from '@playwright/test';
import { tabNames } from '../src/features/admin/tabNames';
import { paths } from '../src/rules/paths';
import { call, desk, line, openRoom, phone, say, test } from './people';

const textFiles = /\/texts-[^/]+\/[a-z]+-[\w-]+\.js$/;

/** The languages of the files of texts that the page fetches from now on. */
function fetched(page: Page): Set<string> {
  const languages = new Set<string>();
  page.on('request', (request) => {
    const language = /\/texts-[^/]+\/([a-z]+)-/.exec(request.url())?.[1];
    if (language) languages.add(language);
  });
  return languages;
}

test('speaks the first language of the browser that there is, and fetches no other', {
  tag: '@main',
}, async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL, locale: 'de-AT', viewport: phone });
  const page = await context.newPage();
  const languages = fetched(page);
  await page.goto(paths.login);
  await expect(page.getByRole('button', { name: 'ANMELDEN' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await page.getByRole('textbox').fill('ada@example.com');
  // The texts come while the pointer is on the way, so that the click does not wait for them.
  const ahead = page.waitForResponse(/\/texts-[^/]+\/es-start\.js$/);
  await page.getByRole('button', { name: 'Español' }).hover();
  await ahead;
  await expect(page.getByRole('button', { name: 'ANMELDEN' })).toBeVisible();
  await page.getByRole('button', { name: 'Español' }).click();
  await expect(page.getByRole('button', { name: 'INICIAR SESIÓN' })).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveValue('ada@example.com');
  await page.reload();
  await expect(page.getByRole('button', { name: 'INICIAR SESIÓN' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  expect([...languages].sort()).toEqual(['de', 'es']);
  await context.close();
});

test('changes the language of an open page, and what is typed stays', { tag: '@main' }, async ({ enter }) => {
  const page = await enter('ann@muster.test', { viewport: desk });
  await page.goto('/chat/general');
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('a word that waits');
  await page.getByRole('link', { name: 'Back to dashboard' }).click();
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await page.getByRole('button', { name: /menu/ }).click();
  await page.getByRole('menuitemradio', { name: 'Deutsch' }).click();
  await expect(page.getByRole('link', { name: /GRUPPENCHAT/ })).toBeVisible();
  await page.getByRole('link', { name: /GRUPPENCHAT/ }).click();
  await page.getByRole('link', { name: /General/ }).click();
  await expect(page.getByRole('textbox', { name: 'Nachricht', exact: true })).toHaveValue(
    'a word that waits',
  );
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
  await page.getByRole('textbox', { name: 'Nachricht', exact: true }).fill('');
  // The account speaks it too, and so does another browser of the member.
  const kept = async () => (await call(page, 'GET', '/profile/me')).profile.language;
  await expect.poll(kept).toBe('de');
  await page.getByRole('link', { name: 'Zurück zur Übersicht' }).click();
  await page.getByRole('button', { name: /Menü/ }).click();
  await page.getByRole('menuitemradio', { name: 'English' }).click();
  await expect(page.getByRole('link', { name: /GROUP CHAT/ })).toBeVisible();
  await expect.poll(kept).toBe('en');
});

test('a mention between words from right to left reads from left to right', async ({ enter }) => {
  const page = await enter('ann@muster.test', { viewport: phone });
  await openRoom(page, 'general');
  await say(page, 'שלום @bob, נתראה בשבת (10:00)');
  const mention = line(page, 'נתראה').getByRole('button', { name: '@bob' });
  await expect(mention).toBeVisible();
  const [sign = 0, name = 0] = await mention.evaluate((element) => {
    const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
    return [0, 1].map((at) => {
      const letter = document.createRange();
      if (text) letter.setStart(text, at);
      if (text) letter.setEnd(text, at + 1);
      return letter.getBoundingClientRect().left;
    });
  });
  expect(sign).toBeLessThan(name);
});

// "COMANDANTE" stood in two lines, cut within the word.
test('the name of a rank is one line on a phone in Spanish', async ({ enter }) => {
  const page = await enter('ann@muster.test', { viewport: phone });
  await page.goto(paths.dashboard);
  try {
    await call(page, 'PUT', '/profile/language', { language: 'es' });
    await page.goto(paths.myRank);
    const name = page.getByText('Comandante', { exact: true }).first();
    await expect(name).toBeVisible();
    for (const width of [360, 390, 430, 560]) {
      await page.setViewportSize({ width, height: phone.height });
      const lines = () =>
        name.evaluate((element) => {
          const text = document.createRange();
          text.selectNodeContents(element);
          return new Set([...text.getClientRects()].map(({ top }) => top)).size;
        });
      await expect.poll(lines, `lines at ${width} px`).toBe(1);
    }
  } finally {
    await call(page, 'PUT', '/profile/language', { language: 'en' });
    await page.setViewportSize(phone);
  }
});

test('every tab of the back office is in sight beside a pointer', async ({ enter }) => {
  const page = await enter('admin@muster.test', { viewport: desk });
  await page.goto(paths.admin);
  try {
    for (const language of ['de', 'es', 'en']) {
      // The device follows its account.
      await call(page, 'PUT', '/profile/language', { language });
      await page.reload();
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      const bar = page.getByRole('tablist').first();
      await expect(bar.getByRole('tab')).toHaveCount(tabNames.length);
      expect(await bar.evaluate((tabs) => tabs.scrollWidth - tabs.clientWidth)).toBe(0);
    }
  } finally {
    await call(page, 'PUT', '/profile/language', { language: 'en' });
  }
});

// Five ran over by up to 23 px, and more in German: badges, numbers and choices kept their line.
test('the back office holds text of twice the size on a phone', async ({ enter }) => {
  const page = await enter('admin@muster.test', { viewport: phone });
  await page.addInitScript(() => {
    localStorage.setItem('language', 'de');
    document.addEventListener('DOMContentLoaded', () => {
      document.documentElement.style.fontSize = '200%';
    });
  });
  const wide: string[] = [];
  for (const tab of tabNames) {
    await page.goto(`${paths.admin}?tab=${tab}`);
    // The panel of the faces is empty behind its dialog.
    await expect(
      page.locator('[role=tabpanel], [role=dialog]').filter({ visible: true }).first(),
    ).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    if (width > phone.width) wide.push(`${tab} is ${width} px wide`);
  }
  expect(wide).toEqual([]);
});

/** Puts a language that nobody speaks in the place of English. */
async function speakPseudo(page: Page): Promise<void> {
  await page.route(textFiles, async (route) => {
    if (route.request().url().includes('?')) return route.continue();
    await route.fulfill({
      contentType: 'text/javascript',
      body: `import make from '${route.request().url()}?plain';
        const accents = { a: 'á', e: 'é', i: 'í', o: 'ó', u: 'ú', n: 'ñ', c: 'ç', s: 'š' };
        const say = (text) => text.trim() === '' ? text :
          '⟦' + text.replace(/[aeiouncs]/g, (letter) => accents[letter]) + ' mó'.repeat(Math.ceil(text.length / 9)) + '⟧';
        const pseudo = (value) => typeof value === 'string' ? say(value)
          : typeof value === 'function' ? (values) => say(value(values))
          : Object.fromEntries(Object.entries(value).map(([key, each]) => [key, pseudo(each)]));
        export default (...runtime) => pseudo(make(...runtime));`,
    });
  });
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.documentElement.dir !== 'rtl') document.documentElement.dir = 'rtl';
    }).observe(document, { attributes: true, subtree: true, attributeFilter: ['dir', 'lang'] });
  });
}

const { login: _, workbench: __, faceRecognition: ___, adminFace: ____, chatRoom, ...others } = paths;
const screens = [
  ...Object.values(others).filter((path) => !path.includes('success')),
  chatRoom.replace(':roomId', 'general'),
  ...tabNames.map((tab) => `${paths.admin}?tab=${tab}`),
];

test('every screen of a phone holds longer texts, from right to left', async ({ enter }) => {
  const page = await enter('admin@muster.test', { viewport: phone });
  await speakPseudo(page);
  const wide: string[] = [];
  for (const screen of screens) {
    await page.goto(screen);
    await expect(page.getByText('⟦').first()).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    if (width > phone.width) wide.push(`${screen} is ${width} px wide`);
  }
  expect(wide).toEqual([]);
  await page.unrouteAll();
});
