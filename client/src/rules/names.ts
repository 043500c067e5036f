// What is made of a person's name: initials and a colour that stays.
import { capitals } from './format';

/** One or two capitals: first letters of the first and last word; '?' for nothing. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s._@-]+/u).filter(Boolean);
  const first = words[0];
  if (!first) return '?';
  const last = words.length > 1 ? words.at(-1) : undefined;
  const letters = [first, last].map((word) => (word ? ([...word][0] ?? '') : ''));
  return capitals(letters.join(''));
}

const hues = [28, 62, 98, 140, 175, 225, 265, 320];

/** One of eight hues (degrees), the same for the same name wherever it is shown. */
export function hueOf(name: string): number {
  // FNV-1a: short, and spreads names that differ in one letter.
  let hash = 0x811c9dc5;
  for (const char of name.toLowerCase()) {
    hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  }
  return hues[(hash >>> 0) % hues.length] ?? 98;
}
