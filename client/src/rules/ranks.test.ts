import { expect, it } from 'vitest';
import { rankOf } from './ranks';

it.each([
  ['Sergeant', 'Sergeant'],
  ['GUARDIAN', 'Guardian'],
  ['Field Marshal', 'Recruit'],
  ['', 'Private'],
  [null, 'Private'],
  [undefined, 'Private'],
])('%s is shown as %s (Z-1, Z-2, PUB-10)', (name, rank) => {
  expect(rankOf(name)).toBe(rank);
});
