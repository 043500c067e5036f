// A member's badges as they are told live. The queries that show them listen.
import { createEmitter } from '@/stores/emitter';
import type { BadgesChanged } from '@/wire/frames.gen';

const changed = createEmitter<BadgesChanged>();

/** Calls back with a member's badges when they change. Returns how to stop. */
export const onBadges = changed.on;

/** A member has these badges now. */
export const onBadgesChanged = changed.emit;
