// Every screen through an outage: answered, then 503 for ten seconds, then answered. What
// was shown stays, says that it is older, and moves again by itself.
import { expect } from '@playwright/test';
import { desk, test } from './people';
import { failing, lookAgain } from './server';

// Of each screen what stands there once it is answered.
const screens: [path: string, text: string | RegExp][] = [
  ['/dashboard', /Member since/i],
  ['/chat', 'Field Notes'],
  ['/chat/general', 'Saturday is confirmed'],
  ['/profile', /Points/i],
  ['/my-rank', /points/i],
  ['/checkin', 'Current Streak'],
  ['/decrypt', 'Decrypt'],
  ['/emergency', 'Emergency'],
  ['/contribute', 'Choose an amount'],
  ['/server-cost', 'Server cost'],
  ['/admin?tab=rooms', 'Field Notes'],
  ['/admin?tab=users', 'bob@muster.test'],
  ['/admin?tab=analytics', /Online now/i],
  ['/admin?tab=activity', /Online users/i],
  ['/admin?tab=notifications', 'History'],
  ['/admin?tab=encrypted', 'Encrypted Messages'],
  ['/admin?tab=badges', 'Badges'],
  ['/admin?tab=contributions', 'Contributions'],
  ['/admin?tab=reports', 'Reports'],
  ['/admin?tab=emergency', 'Acknowledged'],
  ['/admin?tab=audit', 'Audit Log'],
];

test('what every screen shows outlives an outage of the server', async ({ enter }) => {
  test.setTimeout(240_000);
  const page = await enter('admin@muster.test', { viewport: desk });
  await page.clock.install();
  const older = page.getByText(/^Shown as of \d\d:\d\d\./);
  for (const [path, text] of screens) {
    await test.step(path, async () => {
      await page.goto(path, { waitUntil: 'networkidle' });
      const shown = page.getByRole('main').getByText(text).first();
      await expect.soft(shown).toBeVisible();
      // Placeholders are gone: what is compared is what came.
      await expect(page.locator('[aria-busy=true] .sr-only')).toHaveCount(0);
      const recover = await failing(page, /\/api\//);
      await page.clock.fastForward(60_000);
      await lookAgain(page);
      for (let second = 0; second < 10; second += 2) await page.clock.fastForward(2_000);
      await expect.soft(shown).toBeVisible();
      await expect
        .soft(page.getByRole('main').getByRole('button', { name: /^try again$|^retry$/i }))
        .toHaveCount(0);
      await expect.soft(older).toHaveCount(1);
      await recover();
      await expect(async () => {
        await page.clock.fastForward(5_000);
        await expect(older).toHaveCount(0, { timeout: 500 });
      }).toPass({ timeout: 15_000 });
      await expect.soft(shown).toBeVisible();
    });
  }
});
