import { expect, it } from 'vitest';
import { hueOf, initialsOf } from './names';

it.each([
  ['Ada Reyes', 'AR'],
  ['ada_reyes', 'AR'],
  ['Ada Maria de la Cruz Reyes', 'AR'],
  ['bo', 'B'],
  ['ada@example.com', 'AC'],
  ['  ', '?'],
  ['', '?'],
  ['𝒜da Øre', '𝒜Ø'],
])('%j has the initials %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

it('keeps the colour of a name, whatever its case, and spreads names', () => {
  expect(hueOf('Ada')).toBe(hueOf('ada'));
  const hues = new Set(Array.from({ length: 200 }, (_, index) => hueOf(`member${index}`)));
  expect(hues.size).toBe(8);
});
