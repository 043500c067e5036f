import type { BadgeUser } from '@/wire/bodies.gen';

/** What a member is called here. */
export const nameOf = ({ username, name }: BadgeUser) => (username ? `@${username}` : name);
