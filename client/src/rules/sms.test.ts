import { expect, it } from 'vitest';
import { statedParts, trueParts } from './sms';

it.each([
  ['a'.repeat(160), 1, 1],
  ['a'.repeat(161), 2, 2],
  ['a'.repeat(320), 2, 3],
  ['€'.repeat(80), 1, 1],
  ['€'.repeat(81), 1, 2],
  ['ж'.repeat(70), 1, 1],
  ['ж'.repeat(71), 1, 2],
  ['👍'.repeat(67), 1, 2],
])('counts the parts of a text message (NOTIF-7)', (text, stated, real) => {
  expect(statedParts(text)).toBe(stated);
  expect(trueParts(text)).toBe(real);
});
