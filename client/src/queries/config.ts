// How this installation is named and set up.
import { queryOptions } from '@tanstack/react-query';
import { api } from '@/net/api';
import type { Config } from '@/wire/bodies.gen';

export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: ({ signal }) => api.get<Config>('/config', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});
