import { expect, it } from 'vitest';
import { cutToCodePoints, cutToSeen } from './badges';

it.each([
  ['⭐⭐⭐', '⭐⭐'],
  ['🇸🇪🇫🇮🇳🇴', '🇸🇪🇫🇮'],
  ['👨‍👩‍👧‍👦👍🏽x', '👨‍👩‍👧‍👦👍🏽'],
  ['🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
  ['', ''],
])('counts what people see in %s (BADGE-4)', (text, cut) => {
  expect(cutToSeen(text, 2)).toBe(cut);
});

it('cuts no code point in two (BADGE-4)', () => {
  expect(cutToCodePoints('🙂🙂🙂', 2)).toBe('🙂🙂');
});
