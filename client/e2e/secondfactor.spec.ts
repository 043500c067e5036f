// Second factors: an administrator sets one up, is asked for it, and signs in with a passkey.
import { createHmac } from 'node:crypto';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { Server } from './devServer';
import { inspect } from './inspect';
import { desk, phone, signIn, test } from './people';

const email = 'admin@muster.test';

/** What an authenticator app shows at a moment (RFC 6238). */
function appCode(secret: string, at: number): string {
  let bits = '';
  for (const letter of secret.replaceAll('=', ''))
    bits += 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigInt64BE(BigInt(Math.floor(at / 30_000)));
  const hash = createHmac('sha1', key).update(step).digest();
  const from = (hash.at(-1) ?? 0) & 15;
  return String((hash.readUInt32BE(from) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

const asked = (page: Page) => page.getByRole('dialog', { name: 'Confirm that it is you' });

async function prove(page: Page, code: string) {
  await asked(page).getByRole('textbox').fill(code);
  await asked(page).getByRole('button', { name: 'Confirm' }).click();
  await expect(asked(page)).toHaveCount(0);
}

test('an administrator sets up second factors and is asked for them', async ({ browser }) => {
  test.setTimeout(180_000);
  const server = new Server({ ADMIN_SECOND_FACTOR: 'required' });
  await server.start();
  const contexts: BrowserContext[] = [];
  try {
    const open = async (viewport: { width: number; height: number }) => {
      const context = await browser.newContext({ baseURL: server.url, viewport });
      contexts.push(context);
      return context.newPage();
    };
    const first = await open(desk);
    await signIn(first, email);
    const setUp = first.getByRole('dialog', { name: 'Administrators need a second factor' });
    const secret = (await setUp.getByText(/^[A-Z2-7]{32}$/).textContent()) ?? '';
    await expect(setUp.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
    await inspect(first, 'setting up an app');
    await setUp.getByRole('textbox').fill('000000');
    await setUp.getByRole('button', { name: 'Confirm' }).click();
    await expect(setUp.getByText('This code is not right')).toBeVisible();
    await setUp.getByRole('textbox').fill(appCode(secret, Date.now()));
    await setUp.getByRole('button', { name: 'Confirm' }).click();
    const shown = first.getByRole('dialog', { name: 'Recovery codes' });
    await expect(shown.getByRole('listitem')).toHaveCount(10);
    const codes = await shown.getByRole('listitem').allTextContents();
    await inspect(first, 'the recovery codes');
    // Printed they were a blank page.
    await first.emulateMedia({ media: 'print' });
    await expect(shown.getByRole('listitem').first()).toBeVisible();
    await expect(shown.getByRole('button').first()).toBeHidden();
    await expect(first.locator('#root')).toBeHidden();
    await first.emulateMedia({ media: 'screen' });
    await shown.getByRole('button', { name: 'I have kept them' }).click();
    await first.goto('/admin?tab=activity');
    await expect(first.getByText('Live', { exact: true }).first()).toBeVisible();

    // Another browser of the administrator: declined it is not asked again by itself, in the
    // back office it is, and a recovery code opens that.
    await server.later(61_000, first);
    const second = await open(phone);
    await signIn(second, email);
    await expect(asked(second)).toBeVisible();
    await inspect(second, 'the second factor is asked for');
    await asked(second).getByRole('button', { name: 'Cancel' }).click();
    await second.goto('/admin?tab=activity');
    await prove(second, codes[0] ?? '');
    await expect(second.getByText('Live', { exact: true }).first()).toBeVisible();

    // Ten minutes later a dangerous act asks again, and goes on by itself.
    await server.later(11 * 60_000, first, second);
    await first.goto('/profile');
    await first.getByRole('button', { name: /devices? signed in|Signed-in devices/ }).click();
    await first.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await expect(asked(first)).toBeVisible();
    await prove(first, appCode(secret, Date.now() + 61_000 + 11 * 60_000));
    await expect(first.getByText('Signed out everywhere else')).toBeVisible();
    await expect(second).toHaveURL(/\/login/);

    // A passkey, kept by a device that knows its person.
    const cdp = await second.context().newCDPSession(second);
    await cdp.send('WebAuthn.enable');
    const options = {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    } as const;
    await cdp.send('WebAuthn.addVirtualAuthenticator', { options });
    await server.later(61_000, first, second);
    await signIn(second, email);
    await prove(second, codes[1] ?? '');
    await second.goto('/profile');
    await second.getByRole('button', { name: 'Second factor' }).click();
    const sheet = second.getByRole('dialog', { name: 'Second factor' });
    await sheet.getByRole('button', { name: 'Add a passkey' }).click();
    await second.getByRole('textbox', { name: 'Name of the passkey' }).fill('Phone');
    await second
      .getByRole('dialog', { name: 'Add a passkey' })
      .getByRole('button', { name: 'Add a passkey' })
      .click();
    await expect(sheet.getByText('Phone', { exact: true })).toBeVisible();
    await expect(sheet.getByText('8 recovery codes are left.')).toBeVisible();
    await inspect(second, 'the second factors');
    await second.keyboard.press('Escape');
    await second.getByRole('button', { name: 'LOGOUT' }).click();
    await expect(second).toHaveURL(/\/login/);
    await expect(second.getByRole('button', { name: 'Use a passkey' })).toBeVisible();
    await inspect(second, 'signing in with a passkey');
    await second.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(second).toHaveURL(/\/dashboard$/);
    await second.goto('/admin?tab=activity'); // it was proven by signing in
    await expect(second.getByText('Live', { exact: true }).first()).toBeVisible();

    // The passkey proves again, too, and is removed.
    await server.later(11 * 60_000, second);
    await second.goto('/profile');
    await second.getByRole('button', { name: 'Second factor' }).click();
    await sheet.getByRole('button', { name: 'Remove Phone' }).click();
    await second.getByRole('button', { name: 'Remove', exact: true }).last().click();
    await asked(second).getByRole('button', { name: 'Use a passkey' }).click();
    await expect(sheet.getByText('Phone', { exact: true })).toHaveCount(0);
  } finally {
    for (const context of contexts) await context.close();
    await server.remove();
  }
});
