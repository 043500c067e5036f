import { expect, it } from 'vitest';
import { countries, countryOf, defaultCountry } from './countries';

it('starts with United States +1 (AUTH-1)', () => {
  expect(countryOf(defaultCountry)).toEqual({ code: 'US', name: 'United States', callingCode: '1' });
  expect(countryOf('??').code).toBe('US');
});

it('has every country once, named, with a calling code of one to four digits', () => {
  expect(countries().length).toBeGreaterThan(240);
  expect(new Set(countries().map((country) => country.code)).size).toBe(countries().length);
  for (const { code, name, callingCode } of countries()) {
    expect(name, code).not.toBe(code);
    expect(callingCode, code).toMatch(/^[1-9]\d{0,3}$/);
  }
});

it.each([
  ['GB', '44'],
  ['DE', '49'],
  ['IN', '91'],
  ['BR', '55'],
  ['JM', '1876'],
  ['KZ', '7'],
  ['NO', '47'],
  ['XK', '383'],
])('%s is +%s', (code, callingCode) => {
  expect(countryOf(code).callingCode).toBe(callingCode);
});
