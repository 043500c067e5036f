// Names of members in the lists of who holds a badge.
import type { BadgeUser } from '@/wire/bodies.gen';

/** What a member is called here. */
export const nameOf = ({ username, name }: BadgeUser) => (username ? `@${username}` : name);
