// What is sent of the colours that style sheets are written in.
import { expect, it } from 'vitest';
import { withHex } from '../../colours';

it.each([
  ['oklch(1 0 0)', '#ffffff'],
  ['oklch(0 0 0)', '#000000'],
  ['oklch(0.81 0.155 76)', '#f9b134'],
  ['oklch(0.95 0.014 92)', '#f2eee4'],
  ['oklch(0.1 0.01 125 / 0.66)', '#030402a8'],
  ['1px solid oklch(0.32 0.018 118), oklch(0.25 0.017 122)', '1px solid #32342a, #20231a'],
])('%s is %s', (written, sent) => {
  expect(withHex(written)).toBe(sent);
});

it.each([
  ['a colour that only a wide screen has', 'oklch(0.86 0.145 80)'],
  ['one made of a role', 'oklch(from var(--ink-2) l 0.085 var(--hue))'],
  ['one of other roles', 'oklch(var(--avatar-lightness) var(--avatar-chroma) var(--hue))'],
  ['a mixture', 'color-mix(in oklch, var(--accent) 70%, transparent)'],
])('leaves %s', (_, value) => {
  expect(withHex(value)).toBe(value);
});
