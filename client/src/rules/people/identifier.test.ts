import { describe, expect, it } from 'vitest';
import { e164, isEmail, mask, mayTry, nationalDigits, readIdentifier } from './identifier';

describe('e-mail addresses (AUTH-4)', () => {
  it.each(['a@b.c', ' Ada@Example.com ', 'a.b+c@d-e.co.uk'])('takes %j', (text) => {
    expect(isEmail(text)).toBe(true);
  });
  it.each(['', 'a', 'a@', '@b.c', 'a@b', 'a b@c.d', 'a@@b.c'])('refuses %j', (text) => {
    expect(isEmail(text)).toBe(false);
  });
});

describe('phone numbers (AUTH-8)', () => {
  it.each([
    ['5551234567', '1', '+15551234567'],
    ['15551234567', '1', '+15551234567'],
    ['+15551234567', '1', '+15551234567'],
    ['+1 (555) 123-4567', '1', '+15551234567'],
    ['(555) 123-4567', '1', '+15551234567'],
    ['876 555 1234', '1876', '+18765551234'],
    ['1 876 555 1234', '1876', '+18765551234'],
    ['555 1234', '1876', '+18765551234'],
    ['020 7946 0123', '44', '+4402079460123'],
    ['+44 20 7946 0123', '1', '+442079460123'],
  ])('%s under +%s is %s', (typed, code, number) => {
    expect(e164(typed, code)).toBe(number);
  });
});

describe('when LOGIN may be pressed (AUTH-2)', () => {
  it.each([
    ['phone', '', '1', false],
    ['phone', '555 123 456', '1', false],
    ['phone', '555 123 4567', '1', true],
    ['phone', '12 34 56 78', '47', true],
    ['phone', '12345', '1264', false],
    ['email', '', '1', false],
    ['email', '   ', '1', false],
    ['email', 'a', '1', true],
  ] as const)('%s %j under +%s: %s', (kind, typed, code, may) => {
    expect(mayTry(kind, typed, code)).toBe(may);
  });
});

describe('reading the field (AUTH-3, AUTH-4)', () => {
  it('lower-cases and trims an address', () => {
    expect(readIdentifier('email', ' Ada@Example.COM ', '1')).toEqual({
      ok: true,
      identifier: { email: 'ada@example.com' },
    });
  });
  it('reads an at-sign as an address and digits as a number, whatever is chosen', () => {
    expect(readIdentifier('phone', 'ada@example.com', '1')).toMatchObject({
      identifier: { email: 'ada@example.com' },
    });
    expect(readIdentifier('email', '555 123 4567', '1')).toMatchObject({
      identifier: { phone: '+15551234567' },
    });
  });
  it.each([
    ['email', 'ada', 'Invalid email address'],
    ['email', 'ada@example', 'Invalid email address'],
    ['email', '12', 'Invalid email address'],
    ['phone', '555123456', 'Invalid phone number'],
    ['phone', '5551234567 ext', 'Invalid phone number'],
    ['phone', '1234567890123456', 'Invalid phone number'],
  ] as const)('%s %j: %s', (kind, typed, error) => {
    expect(readIdentifier(kind, typed, '1')).toEqual({ ok: false, error });
  });
});

describe('masking (AUTH-29)', () => {
  it.each([
    ['ada@example.com', 'ad***@example.com'],
    ['a@example.com', 'a***@example.com'],
    ['5551234567', '555***4567'],
    ['+1 555 123 4567', '155***4567'],
  ])('%s becomes %s', (identifier, masked) => {
    expect(mask(identifier)).toBe(masked);
  });
  it('knows a number without its calling code', () => {
    expect(nationalDigits('+15551234567', '1')).toBe('5551234567');
    expect(nationalDigits('+442079460123', '1')).toBe('442079460123');
  });
});
