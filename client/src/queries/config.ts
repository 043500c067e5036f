// The set-up as a query, for screens that wait for it or say that it did not come.
import { queryOptions } from '@tanstack/react-query';
import { fetchConfig, useConfigState } from '@/stores/session/config';

const { getState } = useConfigState;

export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: fetchConfig,
  initialData: () => (getState().fresh ? getState().config : undefined),
  placeholderData: () => getState().config,
  staleTime: Number.POSITIVE_INFINITY,
});
