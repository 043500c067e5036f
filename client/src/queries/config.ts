// How this installation is named and set up. The last answer is kept on the
// device, so that the community's own name stands on the page at once.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '@/net/api';
import { keep, readKept } from '@/stores/device';
import type { Config } from '@/wire/bodies.gen';
import { queryClient } from './client';

const configKey = 'config';

function kept(): Config | undefined {
  try {
    const config: unknown = JSON.parse(readKept(configKey) ?? 'null');
    return typeof config === 'object' && config !== null ? (config as Config) : undefined;
  } catch {
    return undefined;
  }
}

export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: async ({ signal }) => {
    const config = await api.get<Config>('/config', { signal });
    keep(configKey, JSON.stringify(config));
    return config;
  },
  placeholderData: kept,
  staleTime: Number.POSITIVE_INFINITY,
});

/** The set-up, on screens with and without a session; undefined until it is known. */
export const useConfig = (): Config | undefined => useQuery(configQuery, queryClient).data;

/** What the community is called. */
export const useCommunityName = (): string => useConfig()?.communityName || 'Muster';
