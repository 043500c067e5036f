// Text that is counted and cut as the server does it, by Unicode code points.

/** How many Unicode code points text has: the server counts the same way. */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/**
 * Text cut after max code points and followed by '...' when something was cut:
 * 30 for reply previews, 60 for the reply banner. Line breaks become
 * blanks, because both places are one line high.
 */
export function cut(text: string, max: number): string {
  const flat = text.replace(/\s+/gu, ' ').trim();
  const points = [...flat];
  return points.length > max ? `${points.slice(0, max).join('')}...` : flat;
}
