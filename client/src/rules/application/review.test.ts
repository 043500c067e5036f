import { describe, expect, it } from 'vitest';
import { dueClock, promiseWords, secondsWords, stageWords, statusOf } from './review';

const at = (ms: number) => new Date(ms).toISOString();
const minute = 60_000;
const hour = 60 * minute;
const now = Date.parse('2026-11-25T12:00:00Z');

describe('the clock of an application', () => {
  it.each([
    [false, 6 * 24 * hour, '6 days left', 'calm'],
    [false, 47 * hour, '47 h left', 'calm'],
    [false, 24 * hour + minute, '24 h left', 'calm'],
    [false, 24 * hour, '24 h left', 'soon'],
    [true, 23 * hour, '23 h left', 'calm'],
    [true, 4 * hour + minute, '4 h left', 'calm'],
    [true, 4 * hour, '4 h left', 'soon'],
    [true, 59 * minute, '59 min left', 'soon'],
    [true, 1, '1 min left', 'soon'],
    [true, -1, 'Late by 1 min', 'late'],
    [false, -2 * hour, 'Late by 2 h', 'late'],
    [false, -3 * 24 * hour, 'Late by 3 days', 'late'],
  ])('expedited %s, %d ms before its time', (expedited, left, words, state) => {
    expect(dueClock({ due_at: at(now + left), expedited }, now)).toEqual({ words, state });
  });

  it('is none when nothing is due', () => {
    expect(dueClock({ due_at: null, expedited: true }, now)).toBeNull();
    expect(dueClock({ due_at: 'never', expedited: true }, now)).toBeNull();
  });
});

it.each([
  ['pending', null, 3, 'incomplete', 'STAGE 3'],
  ['pending', '2026-11-20T10:00:00Z', 5, 'pending', 'COMPLETE'],
  ['pending', null, 5, 'pending', 'COMPLETE'],
  ['reapply', null, 1, 'reapply', 'STAGE 1'],
  ['on_hold', '2026-11-20T10:00:00Z', 5, 'on_hold', 'COMPLETE'],
  ['lost', '2026-11-20T10:00:00Z', 5, 'pending', 'COMPLETE'],
])('status %s, submitted %s, stage %d is %s and %s', (status, submitted_at, current_stage, is, stage) => {
  const application = { status, submitted_at, current_stage };
  expect(statusOf(application)).toBe(is);
  expect(stageWords(application)).toBe(stage);
});

it.each([
  [0, '0 s'],
  [59.6, '1 min 0 s'],
  [125, '2 min 5 s'],
  [-3, '0 s'],
])('%d seconds are %s', (seconds, words) => {
  expect(secondsWords(seconds)).toBe(words);
});

it.each([
  [{ decided: 0, late: 0, median_hours: null }, 'No decisions in the last 30 days.'],
  [
    { decided: 12, late: 0, median_hours: 20.4 },
    '12 decided in the last 30 days, all in time, half of them within 20 h.',
  ],
  [
    { decided: 1200, late: 3, median_hours: 72 },
    '1,200 decided in the last 30 days, 3 late, half of them within 3 days.',
  ],
  [
    { decided: 1, late: 1, median_hours: 0.2 },
    '1 decided in the last 30 days, 1 late, half of them within less than 1 h.',
  ],
])('says how the promise was kept: %j', (promise, words) => {
  expect(promiseWords(promise)).toBe(words);
});
