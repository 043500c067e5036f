// How much waits for an administrator, asked again while the page can be seen.
import { queryOptions } from '@tanstack/react-query';
import { api } from '@/net/api';
import { every } from '@/queries/client';
import type { Waiting } from '@/wire/bodies.gen';

export const waitingKey = ['admin', 'waiting'] as const;

const pollMs = 15_000;

export const waitingQuery = queryOptions({
  queryKey: waitingKey,
  queryFn: ({ signal }) => api.get<Waiting>('/admin/waiting', { signal }),
  staleTime: 0,
  refetchInterval: every(pollMs),
  refetchIntervalInBackground: false,
});
