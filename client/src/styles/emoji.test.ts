// Fonts of emoji draw digits and signs of their own.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const sheets = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.css'),
);

// `.chip > [aria-hidden]` was stronger than `.count`: the count of a reaction was
// drawn in the font of emoji, dim.
it('only the element that holds an emoji has the font of emoji', () => {
  const rules = sheets.flatMap((sheet) =>
    [...readFileSync(join(root, sheet), 'utf8').matchAll(/([^{}]+)\{[^{}]*var\(--face-emoji\)/g)].map(
      ([, selector = '']) => `${sheet}: ${selector.replace(/\/\*.*?\*\//gs, '').trim()}`,
    ),
  );
  expect(rules.length).toBeGreaterThan(3);
  expect(rules.filter((rule) => rule.includes('[aria-hidden]'))).toEqual([]);
});
