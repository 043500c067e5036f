// A member's badges as they are told live. The queries that show them listen.
import type { BadgesChanged } from '@/wire/frames.gen';

let listener: (change: BadgesChanged) => void = () => {};

/** Names who shows the badges that are told (queries/stale.ts). */
export function onBadges(next: (change: BadgesChanged) => void) {
  listener = next;
}

/** A member has these badges now. */
export function onBadgesChanged(change: BadgesChanged) {
  listener(change);
}
