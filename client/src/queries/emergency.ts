// The caller's emergency messages, and what is left of the limits.
import { queryOptions } from '@tanstack/react-query';
import { api } from '@/net/api';
import type { EmergencyHistory, EmergencyQuota, EmergencySent, SendEmergency } from '@/wire/bodies.gen';

/** Everything of emergencies. */
export const emergencyKey = ['emergency'] as const;

export const quotaQuery = queryOptions({
  queryKey: [...emergencyKey, 'quota'],
  queryFn: ({ signal }) => api.get<EmergencyQuota>('/emergency/rate-limit', { signal }),
  staleTime: 0,
});

const askAgainMs = 5_000;

/** Asked again while the newest message is under way: its receipt moves. */
export const historyQuery = queryOptions({
  queryKey: [...emergencyKey, 'history'],
  queryFn: async ({ signal }) => (await api.get<EmergencyHistory>('/emergency/history', { signal })).history,
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.[0] && !state.data[0].isResolved ? askAgainMs : false),
});

export const sendEmergency = (body: SendEmergency) => api.post<EmergencySent>('/emergency/send', body);
