// The back office follows what other administrators do: what is on screen is asked
// again, what is not when it is next opened.
import type { QueryKey } from '@tanstack/react-query';
import type { AdminChange } from '@/stores/desk/adminChanges';
import { useSession } from '@/stores/session/session';
import { historyKey } from './campaigns';
import { reportsKey } from './chat/reports';
import { invalidate } from './client';
import { communityQuery } from './community';
import { isOwnChangeShown, usersKey } from './desk/users';
import { waitingKey } from './desk/waiting';
import { decryptListKey } from './encrypted';
import { inboxKey } from './keys';
import { allContributionsKey, feesKey } from './money/adminContributions';
import { badgesKey } from './rank/badges';

/** What each tab shows, by its name in the address. */
const keys: Record<string, QueryKey[]> = {
  rooms: [['admin', 'rooms']],
  badges: [badgesKey],
  applications: [['admin', 'applications'], waitingKey, feesKey],
  reports: [reportsKey, waitingKey],
  community: [communityQuery.queryKey],
  emergency: [inboxKey, waitingKey],
  encrypted: [decryptListKey],
  notifications: [historyKey],
  contributions: [allContributionsKey, ['admin', 'server-cost']],
};

const always: QueryKey[] = [
  ['admin', 'audit'],
  [...usersKey, 'table'],
];

/**
 * What a change makes out of date. One's own is in the profile of the user already, unless it
 * was made in another tab or its answer was lost.
 */
export function staleAfter({ part, userId, by }: AdminChange, me: string | undefined): QueryKey[] {
  const known = userId === '' || (by === me && isOwnChangeShown(userId));
  const user: QueryKey[] = known ? [] : [[...usersKey, 'one', userId]];
  return [...(keys[part] ?? []), ...always, ...user];
}

/** Asks again what the changes make out of date. */
export function followAdminChanges(changes: readonly AdminChange[]) {
  const me = useSession.getState().user?.id;
  const stale = new Map(
    changes.flatMap((change) => staleAfter(change, me)).map((key) => [JSON.stringify(key), key]),
  );
  for (const queryKey of stale.values()) invalidate(queryKey);
}
