import { expect, it } from 'vitest';
import { tagColour } from './tags';

it.each([
  ['gold', 'var(--badge-gold)'],
  [' Cyan ', 'var(--badge-cyan)'],
  ['#1A2b3c', '#1a2b3c'],
  ['#abc', '#abc'],
  ['', 'var(--ink-3)'],
  [null, 'var(--ink-3)'],
  ['url(https://evil.example)', 'var(--ink-3)'],
  ['red;background:url(x)', 'var(--ink-3)'],
])('draws the colour %j as %s', (colour, css) => {
  expect(tagColour(colour)).toBe(css);
});
