// Whether what is shown is older than it should be: something on the screen was asked for
// again, and there was no answer.
import { useSyncExternalStore } from 'react';
import { mayHeal, queryClient } from './client';

/** When the oldest of what is shown and could not be asked for again came, in ms; 0 for nothing. */
function shownAsOf(): number {
  let oldest = 0;
  for (const query of queryClient.getQueryCache().getAll()) {
    const { status, error, dataUpdatedAt } = query.state;
    if (status !== 'error' || dataUpdatedAt === 0 || !query.isActive() || !mayHeal(error)) continue;
    if (oldest === 0 || dataUpdatedAt < oldest) oldest = dataUpdatedAt;
  }
  return oldest;
}

/** Since when what is shown has not been asked for with success, in ms; 0 when all of it is as it should be. */
export const useShownAsOf = () =>
  useSyncExternalStore((listener) => queryClient.getQueryCache().subscribe(listener), shownAsOf);
