// What happens now, for administrators: who is here, what was said and done last, and
// how the nodes are. Asked again while the page can be seen.
import { queryOptions } from '@tanstack/react-query';
import { api } from '@/net/api';
import { untilHealed } from '@/queries/client';
import type { Nodes, Realtime } from '@/wire/bodies.gen';

const pollMs = 5_000;

export const realtimeQuery = (refresh: boolean) =>
  queryOptions({
    queryKey: ['admin', 'activity', 'realtime'],
    queryFn: ({ signal }) => api.get<Realtime>('/admin/analytics/realtime', { signal }),
    staleTime: 0,
    refetchInterval: refresh ? pollMs : untilHealed,
    refetchIntervalInBackground: false,
    retry: false,
  });

export const nodesQuery = (refresh: boolean) =>
  queryOptions({
    queryKey: ['admin', 'activity', 'nodes'],
    queryFn: ({ signal }) => api.get<Nodes>('/admin/nodes', { signal }),
    staleTime: 0,
    refetchInterval: refresh ? pollMs : untilHealed,
    refetchIntervalInBackground: false,
    retry: false,
  });
