import { expect, it } from 'vitest';
import { codePoints, cut } from './text';

it.each([
  ['', 0],
  ['abc', 3],
  ['❤️', 2],
  ['👩‍🚀', 3],
  ['😀'.repeat(500), 500],
  ['e\u0301', 2],
])('counts code points of %j (CHAT-5, Z-60)', (text, want) => {
  expect(codePoints(text)).toBe(want);
});

it.each([
  ['short', 30, 'short'],
  ['a'.repeat(30), 30, 'a'.repeat(30)],
  ['a'.repeat(31), 30, `${'a'.repeat(30)}...`],
  ['😀'.repeat(61), 60, `${'😀'.repeat(60)}...`],
  ['two\nlines', 30, 'two lines'],
])('cuts %j at %i code points (CHAT-9, CHAT-21)', (text, max, want) => {
  expect(cut(text, max)).toBe(want);
});
