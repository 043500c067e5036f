import { expect, it } from 'vitest';
import { capitals, formatDate, formatNumber } from './format';

const evening = new Date(2026, 10, 21, 21, 5, 9).getTime();

it.each([
  ['full', 'Nov 21, 2026, 21:05'],
  ['clock', '21:05'],
  ['seconds', '21:05:09'],
  ['date', 'Nov 21'],
  ['dateOfYear', 'Nov 21, 2026'],
  ['month', 'Nov 2026'],
  ['day', 'Saturday, November 21'],
  ['dayOfYear', 'Saturday, November 21, 2026'],
] as const)('writes a %s in English with 24 hours, whatever the browser speaks', (shape, want) => {
  expect(formatDate(evening, shape)).toBe(want);
});

it('writes midnight as 00 and another zone’s time', () => {
  expect(formatDate(new Date(2026, 0, 1).getTime(), 'clock')).toBe('00:00');
  expect(formatDate('2026-11-21T12:00:00Z', 'clock', 'Asia/Tokyo')).toBe('21:00');
});

it('says nothing of what is no date', () => {
  expect(formatDate('soon', 'date')).toBe('—');
});

it('sets thousands apart', () => {
  expect(formatNumber(1234567)).toBe('1,234,567');
});

it('writes capitals the same in every browser', () => {
  expect(capitals('night watch')).toBe('NIGHT WATCH');
});
