// One border between phones and desks in every style sheet, and no words.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const sheets = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.css'),
);

it('a width of exactly 768 px is mobile everywhere (GEN-13)', () => {
  const queries = sheets.flatMap((sheet) =>
    [...readFileSync(join(root, sheet), 'utf8').matchAll(/\((?:max|min)-width: 76[\d.]+px\)/g)].map(
      ([query]) => `${sheet} ${query}`,
    ),
  );
  expect(queries.length).toBeGreaterThan(5);
  const mobile = /\((max-width: 768px|min-width: 768\.02px)\)$/;
  expect(queries.filter((query) => !mobile.test(query))).toEqual([]);
});

// Results of the search said "in" before a room's name in every language.
it('has no words, which would be English in every language', () => {
  const words = sheets.flatMap((sheet) =>
    [...readFileSync(join(root, sheet), 'utf8').matchAll(/content: '[^']*\p{L}{2}[^']*'/gu)].map(
      ([content]) => `${sheet} ${content}`,
    ),
  );
  expect(words).toEqual([]);
});
