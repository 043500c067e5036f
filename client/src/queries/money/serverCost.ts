// What the server costs this month, as far as it is not covered.
import { infiniteQueryOptions, queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '@/net/api';
import { layOver } from '@/stores/asOf';
import { useCost } from '@/stores/serverCost';
import type { ServerCostLedger, ServerCostReply } from '@/wire/bodies.gen';

/** Everything of the server cost. */
export const serverCostKey = ['server-cost'] as const;

/** The cost in dollars, as of a line of the ledger. */
export const serverCostQuery = queryOptions({
  queryKey: [...serverCostKey, 'now'],
  queryFn: async ({ signal }) => (await api.get<ServerCostReply>('/server-cost', { signal })).serverCost,
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

/** The server cost as it is now; undefined until it is known. */
export function useServerCost(): number | undefined {
  const { data } = useQuery(serverCostQuery);
  const { latest } = useCost();
  return layOver(data?.currentCost, data?.asOf ?? 0, latest, (_, currentCost) => currentCost);
}
