// Badges that administrators give.

export const maxBadges = 20;
export const maxBadgeText = 30;
export const maxBadgeEmoji = 2;

export const badgeColors = [
  'Gold',
  'Silver',
  'Bronze',
  'Blue',
  'Purple',
  'Green',
  'Red',
  'Orange',
  'Cyan',
  'Pink',
] as const;
export type BadgeColor = (typeof badgeColors)[number];

const segments = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Cuts to so many characters as people see them: a flag or a family is one. */
export function cutToSeen(text: string, most: number): string {
  let end = 0;
  let seen = 0;
  for (const { index, segment } of segments.segment(text)) {
    if (++seen > most) return text.slice(0, end);
    end = index + segment.length;
  }
  return text;
}

/** Cuts to so many code points, as the server counts a text. */
export const cutToCodePoints = (text: string, most: number) => [...text].slice(0, most).join('');
