// A member contributes as people do: the card is declined, the payment given up, made,
// looked at again, and made once more in a tab that is closed.
import { expect } from '@playwright/test';
import { inspect } from './inspect';
import { phone, test } from './people';

test('a contribution is declined, cancelled, paid, and paid in a tab that is closed (CONT-6, CONT-12, CONT-17, PAY-3)', {
  tag: '@main',
}, async ({ enter }) => {
  const page = await enter('ann@muster.test', { viewport: phone });
  const contribute = async (sum: string) => {
    await page.goto('/contribute');
    await page.getByRole('textbox', { name: 'Custom amount' }).fill(sum);
    await page.getByRole('button', { name: 'CONTRIBUTE WITH STRIPE' }).click();
  };
  const listed = (sum: string) => page.getByRole('listitem').filter({ hasText: sum });
  await contribute('12.34');
  await page.getByRole('button', { name: /declin/i }).click();
  await expect(page.getByText('Your card was declined. Nothing was paid.')).toBeVisible();
  await page.getByRole('button', { name: /cancel/i }).click();
  await expect(page.getByRole('heading', { name: 'SUPPORT THE ARMY' })).toBeVisible();
  await expect(listed('$12.34').first()).toContainText('Pending');
  await expect(page.getByRole('textbox', { name: 'Custom amount' })).toHaveValue('12.34');

  await contribute('20');
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'THANK YOU, SOLDIER!' })).toBeVisible();
  await inspect(page, 'the contribution that succeeded');
  const said = await page.getByRole('main').textContent();
  await page.reload();
  await expect(page.getByText('COMPLETED')).toBeVisible();
  expect(await page.getByRole('main').textContent()).toBe(said);

  await contribute('21.50');
  await page.getByRole('button', { name: /close/i }).click();
  await expect(page.getByText(/You may close this tab/)).toBeVisible();
  await page.goto('/contribute');
  await expect(listed('$21.50').first()).toContainText('Completed');
});
