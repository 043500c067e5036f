// The back office follows what other administrators do: what is on screen is asked
// again, what is not when it is next opened.
import type { Query, QueryKey } from '@tanstack/react-query';
import type { AdminChange } from '@/stores/desk/adminChanges';
import { useSession } from '@/stores/session/session';
import {
  allContributionsKey,
  badgesKey,
  communityKey,
  decryptListKey,
  feesKey,
  historyKey,
  reportsKey,
  userKey,
  usersKey,
} from './adminKeys';
import { invalidate, queryClient } from './client';
import { waitingKey } from './desk/waiting';
import { inboxKey } from './keys';

/** What each tab shows, by its name in the address. */
const keys: Record<string, QueryKey[]> = {
  rooms: [['admin', 'rooms']],
  badges: [badgesKey],
  applications: [['admin', 'applications'], waitingKey, feesKey],
  reports: [reportsKey, waitingKey],
  community: [communityKey],
  emergency: [inboxKey, waitingKey],
  encrypted: [decryptListKey],
  notifications: [historyKey],
  contributions: [allContributionsKey, ['admin', 'server-cost']],
};

const always: QueryKey[] = [
  ['admin', 'audit'],
  [...usersKey, 'table'],
];

const ownMs = 5_000;
const ownShownAt = new WeakMap<Query, number>();

const profileShown = (id: string) => queryClient.getQueryCache().find({ queryKey: userKey(id, 'profile') });

/** This page has put its own change of a user into what it shows. */
export function ownChangeShown(id: string) {
  const query = profileShown(id);
  if (query) ownShownAt.set(query, Date.now());
}

/** Whether a change of a user by oneself, announced now, is in what this page shows. */
function isOwnChangeShown(id: string): boolean {
  const query = profileShown(id);
  return query !== undefined && Date.now() - (ownShownAt.get(query) ?? 0) < ownMs;
}

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
