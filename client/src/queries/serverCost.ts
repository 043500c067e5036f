// What the server costs this month, as far as it is not covered.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '@/net/api';
import { toldCosts, useCost } from '@/stores/cost';
import type { ServerCostReply } from '@/wire/bodies.gen';

/** The figure in dollars, and how many the socket had told before it was asked for. */
export const serverCostQuery = queryOptions({
  queryKey: ['server-cost'],
  queryFn: async ({ signal }) => {
    const told = toldCosts();
    const { serverCost } = await api.get<ServerCostReply>('/server-cost', { signal });
    return { currentCost: serverCost.currentCost, told };
  },
  staleTime: 0,
});

/** The server cost as it is now; undefined until it is known. */
export function useServerCost(): number | undefined {
  const { data } = useQuery(serverCostQuery);
  const live = useCost();
  return data && data.told >= live.told ? data.currentCost : (live.currentCost ?? data?.currentCost);
}
