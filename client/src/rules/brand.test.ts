import { afterEach, expect, it } from 'vitest';
import { speak } from '@/languages/texts';
import { brandName } from './brand';

afterEach(() => speak('en'));

it("says the product's own name in the language in use, and leaves what the operator set", async () => {
  expect(brandName('The Creator', 'The Creator', 'the creator')).toBe('The Creator');
  expect(brandName(undefined, 'The Creator', 'the creator')).toBe('the creator');
  await speak('de');
  expect(brandName('The Creator', 'The Creator', 'den Creator')).toBe('den Creator');
  expect(brandName('Mia', 'The Creator', 'den Creator')).toBe('Mia');
});
