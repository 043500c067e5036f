// Announces changes of members' badges to the queries that show them.

import type { PublicProfile } from '@/wire/bodies.gen';
import type { BadgesChanged } from '@/wire/frames.gen';
import { type AsOf, layOver, recentEvents } from './asOf';
import { createEmitter } from './emitter';
import { onSessionEnd } from './session/memberStore';

const recent = recentEvents<BadgesChanged>(({ userId }) => userId);
const changed = createEmitter<BadgesChanged>();

/** Calls back with a member's badges when they change. Returns how to stop. */
export const onBadges = changed.on;

/** A member has these badges now. */
export function onBadgesChanged(change: BadgesChanged) {
  if (recent.add(change.position, change)) changed.emit(change);
}

/** A profile, updated with badges that changed after it was read. */
export const withBadges = (profile: PublicProfile, asOf: AsOf): PublicProfile =>
  layOver(profile, asOf, recent, (read, { userId, badge_tags }) =>
    read.user_id === userId ? { ...read, badge_tags } : read,
  );

onSessionEnd(recent.clear);
