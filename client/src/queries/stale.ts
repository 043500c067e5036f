// Applies the stores' live events to the queries; app/wiring.ts connects them.
import type { QueryKey } from '@tanstack/react-query';
import type { Stale } from '@/stores/stale';
import type { BadgesChanged } from '@/wire/frames.gen';
import { mentionsKey } from './chat/mentions';
import { roomsQuery } from './chat/rooms';
import { invalidate, queryClient } from './client';
import { captionsKey, contributionsKey, emergencyKey, roomMediaKey, searchKey } from './keys';
import { costLedgerQuery, serverCostKey } from './money/serverCost';
import { profileQuery, userStatusQuery } from './people/me';
import { publicProfileQuery } from './people/publicProfiles';
import { pointsKey } from './rank/points';

const keys: Record<Exclude<Stale, 'names' | 'roomMessages' | `${string}:${string}`>, QueryKey> = {
  userStatus: userStatusQuery.queryKey,
  profile: profileQuery.queryKey,
  // The list and every room's access.
  rooms: ['rooms'],
  roomList: roomsQuery.queryKey,
  mentions: mentionsKey,
  points: pointsKey,
  earned: ['earned'],
  emergency: emergencyKey,
  cost: serverCostKey,
  contributions: contributionsKey,
  captions: captionsKey(),
  roomMedia: roomMediaKey(),
  admin: ['admin'],
};

const withNames: readonly QueryKey[] = [mentionsKey, roomMediaKey(), searchKey, costLedgerQuery.queryKey];

const isMember = (what: Stale): what is `member:${string}` => what.startsWith('member:');
const isCaptions = (what: Stale): what is `captions:${string}` => what.startsWith('captions:');

function keysOf(what: Stale): readonly QueryKey[] {
  if (what === 'names') return withNames;
  if (what === 'roomMessages') return []; // no query has them: stores/room/history.ts reads them again
  if (isMember(what)) return [publicProfileQuery(what.slice('member:'.length)).queryKey];
  return [isCaptions(what) ? captionsKey(what.slice('captions:'.length)) : keys[what]];
}

/** Requests again what is out of date. */
export function askAgain(what: Stale) {
  for (const queryKey of keysOf(what)) invalidate(queryKey);
}

/** Shows a member's new badges. Profiles on screen are changed in place: another request would count as a view. */
export function showBadges({ userId, username, badge_tags }: BadgesChanged) {
  queryClient.setQueryData(publicProfileQuery(username).queryKey, (shown) =>
    shown?.user_id === userId ? { ...shown, badge_tags } : shown,
  );
  queryClient.setQueryData(profileQuery.queryKey, (own) =>
    own?.user_id === userId ? { ...own, badge_tags } : own,
  );
  // Only the server has the words for how a badge was earned.
  if (queryClient.getQueryData(profileQuery.queryKey)?.user_id === userId)
    void queryClient.invalidateQueries(profileQuery);
}
