// The class names of a build. They stand in a style sheet and in a script and hardly compress, so
// they are short; and a script takes the names that it uses one by one, so that no other is in it.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const importing = /^import (\w+) from ('[^']+\.module\.css');$/gm;

/** A number in letters. */
const inLetters = (n: number): string =>
  (n < letters.length ? '' : inLetters(Math.floor(n / letters.length) - 1)) +
  (letters[n % letters.length] ?? '');

/** Names a class by its sheet's place among those under `root`, and its own in the sheet. */
export function shortNames(root: string) {
  const sheets = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.module.css'))
    .map((file) => join(root, file))
    .sort();
  const names = new Map<string, string[]>();
  return (name: string, sheet: string) => {
    const place = sheets.indexOf(sheet);
    if (place < 0) throw new Error(`${sheet} is no style sheet under ${root}`);
    const known = names.get(sheet) ?? [];
    names.set(sheet, known);
    if (!known.includes(name)) known.push(name);
    return inLetters(place) + known.indexOf(name);
  };
}

export function singleNames(): Plugin[] {
  return [
    {
      name: 'single-class-names',
      apply: 'build',
      enforce: 'pre',
      transform(code, id) {
        if (!/\/src\/.*\.tsx?$/.test(id) || !importing.test(code)) return null;
        return { code: code.replace(importing, 'import * as $1 from $2;'), map: null };
      },
      onLog(_, { code, message }) {
        if (code === 'IMPORT_IS_UNDEFINED') throw new Error(message);
      },
    },
    {
      // A sheet whose names are all written where they are used would be left out itself.
      name: 'all-style-sheets',
      apply: 'build',
      enforce: 'post',
      transform: (code, id) =>
        id.endsWith('.module.css') ? { code, map: null, moduleSideEffects: 'no-treeshake' } : null,
    },
  ];
}
