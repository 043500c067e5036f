// A community from its first minute: an empty database, the first administrator, the first member.
import { expect } from '@playwright/test';
import { ofWorker, type Server, withoutFaces } from './devServer';
import { test as base, desk, phone, signIn } from './people';

const test = base.extend<object, { server: Server }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  server: [({}, use) => ofWorker(use, withoutFaces, ['--empty']), { scope: 'worker', timeout: 150_000 }],
});

test('the first administrator sets the community up, the first member comes in, both once', async ({
  browser,
  baseURL,
  server,
}) => {
  const chief = await browser.newPage({ baseURL, viewport: desk });
  await signIn(chief, 'admin@muster.test', /\/admin\/setup$/);
  await chief.getByRole('textbox', { name: 'Name of the community' }).fill('The Ninth');
  await chief.getByRole('button', { name: 'Save and continue' }).click();
  await chief.getByRole('textbox', { name: 'Display name' }).fill('Parade Ground');
  await chief.getByRole('button', { name: 'Save and continue' }).click();
  await chief.getByRole('radio', { name: /By invitation/ }).check();
  // A reload goes on with the same step; what was saved stays.
  await chief.getByRole('button', { name: 'Save and continue' }).click();
  await expect(chief).toHaveURL(/step=mail/);
  await chief.reload();
  await chief.getByRole('button', { name: 'Send a test mail to me' }).click();
  await expect(chief.getByText('A test mail is on its way to admin@muster.test.')).toBeVisible();
  await chief.getByRole('button', { name: 'Done' }).click();
  await expect(chief).toHaveURL(/\/welcome$/);
  await chief.getByRole('button', { name: 'Skip all' }).click();
  await expect(chief).toHaveURL(/\/dashboard$/);
  await chief.reload();
  await expect(chief.getByRole('navigation', { name: 'Sections' })).toBeVisible();
  await expect(chief).toHaveURL(/\/dashboard$/);

  server.addMember('first@ninth.test', 'Fay First');
  const fay = await browser.newPage({ baseURL, viewport: phone, hasTouch: true, isMobile: true });
  await fay.goto('/login');
  await expect(fay.getByRole('heading', { level: 1, name: 'The Ninth' })).toBeVisible();
  await signIn(fay, 'first@ninth.test', /\/welcome$/);
  await fay.getByRole('textbox', { name: 'Username' }).fill('fay');
  await fay.getByRole('button', { name: 'Set Username' }).click();
  await expect(fay.getByRole('heading', { name: 'Show your face' })).toBeVisible();
  await fay.getByRole('button', { name: 'Not now' }).click();
  await fay.getByRole('radio', { name: /Parade Ground/ }).check();
  await fay.getByRole('button', { name: 'Continue' }).click();
  await fay.getByRole('button', { name: /CHECK IN NOW/ }).click();
  await expect(fay.getByText('CHECKED IN TODAY')).toBeVisible();
  await fay.getByRole('button', { name: 'Go to Parade Ground' }).click();
  await expect(fay.getByRole('textbox', { name: 'Message' })).toBeEnabled();
  await fay.goto('/dashboard');
  await expect(fay.getByRole('navigation', { name: 'Sections' })).toBeVisible();
  await expect(fay).toHaveURL(/\/dashboard$/);

  // Another browser, another session: nothing is asked again. An address gets one code a minute.
  await server.later(120_000);
  const again = await browser.newPage({ baseURL, viewport: phone });
  await signIn(again, 'first@ninth.test');
  await expect(again.getByRole('navigation', { name: 'Sections' })).toBeVisible();
  for (const page of [chief, fay, again]) await page.close();
});
