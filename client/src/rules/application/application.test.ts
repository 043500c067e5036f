import { describe, expect, it } from 'vitest';
import {
  ageOn,
  answersWaitMs,
  countWords,
  followingYears,
  lastBirthDate,
  mayContinue,
  openingStage,
  phoneOf,
  stageBefore,
  stageText,
  statusOf,
} from './application';

const on = (day: string) => new Date(`${day}T12:00:00`).getTime();
const at = (stage: number, status = 'pending', submitted_at: string | null = null) => ({
  current_stage: stage,
  status,
  submitted_at,
});

describe('age (APP-17)', () => {
  it.each([
    ['2008-03-10', '2026-03-10', 18],
    ['2008-03-11', '2026-03-10', 17],
    ['2008-02-29', '2026-02-28', 17],
    ['2008-02-29', '2026-03-01', 18],
    ['', '2026-03-01', -1],
  ])('who was born on %s is on %s %i', (born, today, age) => {
    expect(ageOn(born, on(today))).toBe(age);
  });

  it.each([
    ['2026-03-10', '2008-03-10'],
    ['2028-02-29', '2010-02-28'],
    ['2024-02-29', '2006-02-28'],
  ])('on %s the picker ends at %s', (today, last) => {
    expect(lastBirthDate(on(today))).toBe(last);
    expect(ageOn(last, on(today))).toBe(18);
  });
});

it('opens an application where it stands (APP-6, APP-10)', () => {
  expect(openingStage(at(0), false)).toBe(0);
  expect(openingStage(at(0), true)).toBe(1);
  expect(openingStage(at(3), true)).toBe(3);
  expect(openingStage(at(0, 'reapply', '2026-01-01T00:00:00Z'), false)).toBe(1);
  expect(openingStage(at(5, 'reapply', '2026-01-01T00:00:00Z'), true)).toBe(4);
});

it('goes back one stage, and not from the first of a reapplication (APP-10, APP-11)', () => {
  expect(stageBefore(0, at(0))).toBeNull();
  expect(stageBefore(1, at(1))).toBe(0);
  expect(stageBefore(3, at(3))).toBe(2);
  expect(stageBefore(1, at(1, 'reapply'))).toBeNull();
  expect(stageBefore(2, at(1, 'reapply'))).toBe(1);
});

it('shows the status of what cannot be edited, unless it came back (APP-7)', () => {
  expect(mayContinue(at(5), false)).toBe(false);
  expect(mayContinue(at(1, 'reapply'), false)).toBe(true);
  expect(mayContinue(at(1), true)).toBe(true);
});

it('says how far an application is (STAT-4, STAT-5)', () => {
  expect(stageText(at(5, 'pending', '2026-01-01T00:00:00Z'))).toBe('COMPLETE - UNDER REVIEW');
  expect(stageText(at(5))).toBe('COMPLETE - AWAITING SUBMISSION');
  expect(stageText(at(2))).toBe('INCOMPLETE - STAGE 2 OF 4');
  expect(statusOf('on_hold')).toBe('on_hold');
  expect(statusOf('lost')).toBe('pending');
});

it.each([
  ['', 0],
  ['  one\n two\tthree ', 3],
  ['one \u200B two', 2],
])('counts the words of %j (APP-30)', (text, words) => {
  expect(countWords(text)).toBe(words);
});

it.each([
  ['212 555 0143', '+12125550143'],
  ['+44 20 7946 0000', '+442079460000'],
  ['555-0143', null],
  ['+1 212 555', null],
  ['0123456789012', null],
  ['212 555 CALL', null],
])('reads %j as %j (APP-16)', (typed, phone) => {
  expect(phoneOf(typed)).toBe(phone);
});

it('lists the years down to 2015 (APP-27)', () => {
  const years = followingYears(on('2026-05-01'));
  expect(years).toHaveLength(12);
  expect([years[0], years.at(-1)]).toEqual(['2026', '2015']);
});

it('waits 120 s from when the answers were opened (APP-31)', () => {
  const opened = '2026-01-01T00:00:00Z';
  expect(answersWaitMs(opened, Date.parse(opened) + 119_000)).toBe(1000);
  expect(answersWaitMs(opened, Date.parse(opened) + 120_000)).toBe(0);
  expect(answersWaitMs(null, Date.now())).toBe(0);
});
