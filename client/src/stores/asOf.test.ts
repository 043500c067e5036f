// What was fetched and what happened meanwhile.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { layOver, recentEvents } from './asOf';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const joined = (read: string, event: string) => read + event;

it('lays the events of later over what was read, in their order, however they came', () => {
  const events = recentEvents<string>();
  for (const [seq, event] of [
    [7, 'g'],
    [5, 'e'],
    [6, 'f'],
    [4, 'd'],
  ] as const)
    events.add(seq, event);
  expect(layOver('abcd', 4, events, joined)).toBe('abcdefg');
  expect(layOver('abcdefg', 7, events, joined)).toBe('abcdefg');
  expect(layOver('abcdefgh', 8, events, joined)).toBe('abcdefgh');
});

it('compares a text with the numbers of events by its value', () => {
  const events = recentEvents<string>();
  events.add(9, 'i');
  events.add(10, 'j');
  expect(layOver('i', '0000000000000000009', events, joined)).toBe('ij');
  expect(layOver('ij', '10', events, joined)).toBe('ij');
});

it('keeps the newest value of a subject, and says that an older one is', () => {
  const events = recentEvents<{ of: string; value: number }>(({ of }) => of);
  expect(events.add(3, { of: 'a', value: 3 })).toBe(true);
  expect(events.add(2, { of: 'a', value: 2 })).toBe(false);
  expect(events.add(2, { of: 'b', value: 2 })).toBe(true);
  expect(events.add(4, { of: 'a', value: 4 })).toBe(true);
  expect([...events].map(([seq]) => seq)).toEqual([2, 4]);
});

it('keeps what came in the last minute, and not for ever', () => {
  const events = recentEvents<string>();
  events.add(1, 'a');
  vi.advanceTimersByTime(90_000);
  events.add(2, 'b');
  vi.advanceTimersByTime(59_000);
  events.add(3, 'c');
  expect([...events].map(([, event]) => event)).toEqual(['b', 'c']);
  events.clear();
  expect([...events]).toEqual([]);
});
