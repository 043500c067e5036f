// One border between phones and desks in every style sheet.
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
