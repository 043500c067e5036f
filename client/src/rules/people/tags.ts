// Badges and other tags on a profile: a few words and a colour.

import type { Badge } from '@/wire/bodies.gen';
import { earnedDescription, earnedName } from '../earned';

const badgeColours = ['gold', 'silver', 'bronze', 'blue', 'purple', 'green', 'red', 'orange', 'cyan', 'pink'];

/** The CSS colour of a tag: one of the ten by name, or a colour in hexadecimal; a quiet one for anything else. */
export function tagColour(colour: string | null | undefined): string {
  const name = (colour ?? '').trim().toLowerCase();
  if (badgeColours.includes(name)) return `var(--badge-${name})`;
  return /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/.test(name) ? name : 'var(--ink-3)';
}

/** A badge that was earned, as a tag. */
export const earnedTag = (badge: Badge) => ({
  text: earnedName(badge),
  color: 'gold',
  title: earnedDescription(badge),
});
