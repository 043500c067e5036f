import { describe, expect, it } from 'vitest';
import { dayLabel, dayStart, relativeTime, sameDay, timeUnderDay } from './time';

const now = new Date(2026, 10, 21, 12, 0, 0).getTime();
const s = 1000;
const m = 60 * s;
const h = 60 * m;

describe('relative time (CHAT-9)', () => {
  it.each([
    [0, 'now'],
    [59 * s, 'now'],
    [60 * s, '1m'],
    [59 * m + 59 * s, '59m'],
    [60 * m, '1h'],
    [23 * h + 59 * m, '23h'],
  ])('%i ms ago is %s', (age, want) => {
    expect(relativeTime(now - age, now)).toBe(want);
  });

  it('reads a server clock ahead of ours as now', () => {
    expect(relativeTime(now + 5 * s, now)).toBe('now');
  });

  it('shows the time of day for yesterday under the separator of the day, then a short date', () => {
    expect(timeUnderDay(now - 5 * m, now)).toBe('5m');
    expect(timeUnderDay(now - 25 * h, now)).toBe('11:00');
    expect(timeUnderDay(now - 49 * h, now)).toBe('Nov 19');
  });

  // In the lists of rooms, of users and of what was found, "11:00" of yesterday read as today's.
  it('shows the date of yesterday where no separator stands above', () => {
    expect(relativeTime(now - 25 * h, now)).toBe('Nov 20');
    expect(relativeTime(now - 49 * h, now)).toBe('Nov 19');
    expect(relativeTime(new Date(2025, 0, 2).getTime(), now)).toBe('Jan 2, 2025');
  });
});

describe('days', () => {
  it('names today, yesterday and older days', () => {
    expect(dayLabel(now, now)).toBe('Today');
    expect(dayLabel(new Date(2026, 10, 20, 23, 59).getTime(), now)).toBe('Yesterday');
    expect(dayLabel(new Date(2026, 10, 18).getTime(), now)).toContain('November 18');
  });

  it('splits at local midnight, not after 24 hours', () => {
    const before = new Date(2026, 10, 20, 23, 59, 59).getTime();
    const after = new Date(2026, 10, 21, 0, 0, 1).getTime();
    expect(sameDay(before, after)).toBe(false);
    expect(sameDay(after, now)).toBe(true);
  });
});

it('takes a day by the own calendar', () => {
  expect(dayStart('2026-03-01')).toBe(new Date(2026, 2, 1).toISOString());
  expect(dayStart('2026-02-28', 1)).toBe(new Date(2026, 2, 1).toISOString());
  expect(dayStart('')).toBeNull();
});
