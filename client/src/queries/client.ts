// The one cache of what is asked over HTTP. It stands outside React, so that
// loaders can guard a route with it and a live event can have something asked
// again. It is emptied when another session begins.
import {
  MutationCache,
  notifyManager,
  type Query,
  QueryCache,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { ApiError } from '@/net/api';
import { askForFace, faceRequiredCode } from '@/stores/face/faceRequired';
import { resetConfig } from '@/stores/session/config';
import { useSession } from '@/stores/session/session';
import { markStale } from '@/stores/stale';

const freshMs = 30_000;
const firstPauseMs = 500;
const longestPauseMs = 4_000;
/** After how long what is shown, and could not be asked for again, is asked for once more. */
export const againMs = 5_000;

/** Whether asking again can help: no answer came, or the server is in trouble. */
export const mayHeal = (error: Error | null) =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500);

// A button is busy before the next event: by the default, a timer, the second click of a double
// click came first on a slow phone, and was sent too.
notifyManager.setScheduler(queueMicrotask);

interface Asked {
  state: { status: string; data: unknown; error: Error | null };
}

/**
 * When a query is asked again whose last answer failed while an earlier one is shown. A query
 * with a refetchInterval of its own has this where it has none.
 */
export const untilHealed = ({ state }: Asked): number | false =>
  state.status === 'error' && state.data !== undefined && mayHeal(state.error) ? againMs : false;

/** The interval of a query that is asked again each `ms`, sooner while its last answer failed. */
export const every = (ms: number) => (query: Asked) => untilHealed(query) || ms;

/** A refused right may have been revoked: requests the caller's status again. */
function onError(error: Error) {
  if (error instanceof ApiError && error.status === 403) markStale('userStatus');
}

/** What the member has just asked for may need a face first; what a screen asks by itself opens no dialog. */
function onRefused(error: Error) {
  onError(error);
  if (error instanceof ApiError && error.code === faceRequiredCode) askForFace();
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError: onRefused }),
  defaultOptions: {
    queries: {
      staleTime: freshMs,
      retry: (failures, error) => failures < 2 && mayHeal(error),
      retryDelay: (failures) => Math.min(firstPauseMs * 2 ** failures, longestPauseMs),
      refetchInterval: untilHealed,
      // Nothing is thrown, but an error draws anew also what has not read it yet: a dialog's
      // content is drawn later than the dialog, and the answer may be there before.
      throwOnError: () => false,
      // A call that fails offline says so at once instead of waiting unseen.
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

const askedTwice = new WeakSet<Query>();

/**
 * Has something asked for again after an event: what is on screen at once, all else when it is
 * next opened. What is being asked for the first time is asked again when its answer is there:
 * that answer may be from before the event.
 */
export function invalidate(queryKey: QueryKey) {
  for (const query of queryClient.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' })) {
    if (query.state.data !== undefined || askedTwice.has(query)) continue;
    askedTwice.add(query);
    const again = () => {
      askedTwice.delete(query);
      void queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true });
    };
    query.fetch().then(again, () => askedTwice.delete(query));
  }
  void queryClient.invalidateQueries({ queryKey });
}

/** Forgets everything that was asked. */
export function resetQueries() {
  queryClient.getQueryCache().clear();
  resetConfig();
}

// What never came is not asked for each few seconds. React Query would not notice that a page
// which began offline is online.
window.addEventListener('online', () => {
  void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => mayHeal(state.error) });
});

useSession.subscribe((now, before) => {
  if (now.token && now.token !== before.token) resetQueries();
});
