import { expect, it } from 'vitest';
import { rankColour, rankOf } from './ranks';

it.each([
  ['Sergeant', 'Sergeant'],
  ['GUARDIAN', 'Guardian'],
  ['Corporal', 'Corporal'],
  ['lieutenant', 'Lieutenant'],
  ['Field Marshal', 'Recruit'],
  ['', 'Private'],
  [null, 'Private'],
  [undefined, 'Private'],
])('%s is shown as %s (RANK-3, Z-1, Z-2, PUB-10)', (name, rank) => {
  expect(rankOf(name)).toBe(rank);
});

it('has a colour of its own for each of the ten names (RANK-3)', () => {
  const names = 'Recruit Private Corporal Sergeant Lieutenant Captain Major Colonel General Guardian'.split(
    ' ',
  );
  const colours = names.map((name) => rankColour(rankOf(name)));
  expect(new Set(colours).size).toBe(10);
  for (const [i, name] of names.entries()) expect(colours[i]).toBe(`var(--rank-${name.toLowerCase()})`);
});
