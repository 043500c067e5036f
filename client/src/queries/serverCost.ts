// What the server costs this month, as far as it is not covered.
import { infiniteQueryOptions, queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '@/net/api';
import { receivedCosts, useCost } from '@/stores/cost';
import type { ServerCostLedger, ServerCostReply } from '@/wire/bodies.gen';

/** Everything of the server cost. */
export const serverCostKey = ['server-cost'] as const;

/** The figure in dollars, and how many the socket had told before it was asked for. */
export const serverCostQuery = queryOptions({
  queryKey: [...serverCostKey, 'now'],
  queryFn: async ({ signal }) => {
    const received = receivedCosts();
    const { serverCost } = await api.get<ServerCostReply>('/server-cost', { signal });
    return { currentCost: serverCost.currentCost, received };
  },
  staleTime: 0,
});

/** The lines whose sum the cost is, newest first, a page at a time. */
export const costLedgerQuery = infiniteQueryOptions({
  queryKey: [...serverCostKey, 'ledger'],
  queryFn: ({ pageParam, signal }) => {
    const params = new URLSearchParams({ limit: '50' });
    if (pageParam) params.set('cursor', pageParam);
    return api.get<ServerCostLedger>(`/server-cost/ledger?${params}`, { signal });
  },
  initialPageParam: '',
  getNextPageParam: (page) => page.nextCursor || undefined,
  staleTime: 0,
});

/** The server cost as it is now, told live; undefined until it is known. */
export function useServerCost(): number | undefined {
  const { data } = useQuery(serverCostQuery);
  const live = useCost();
  return data && data.received >= live.received ? data.currentCost : (live.currentCost ?? data?.currentCost);
}
