// The caller's emergency messages, and what is left of the limits.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '@/net/api';
import { serverNow } from '@/net/serverClock';
import { latest } from '@/rules/emergency';
import type {
  EmergencyChanged,
  EmergencyHistory,
  EmergencyInbox,
  EmergencyPriority,
  EmergencyQuota,
  EmergencySent,
  ResolveEmergency,
  SendEmergency,
} from '@/wire/bodies.gen';
import { untilHealed } from './client';
import { emergencyKey, inboxKey } from './keys';

/** The state of a message in the inbox. */
export type EmergencyState = 'open' | 'acknowledged' | 'resolved';

const askAgainMs = 5_000;
const quotaAgainMs = 60_000;

/** Asked again when the next message is allowed, and each minute until then. */
export const quotaQuery = queryOptions({
  queryKey: [...emergencyKey, 'quota'],
  queryFn: ({ signal }) => api.get<EmergencyQuota>('/emergency/rate-limit', { signal }),
  staleTime: 0,
  refetchInterval: (query) => {
    const next = query.state.data?.nextAllowedAt;
    if (!next || untilHealed(query)) return untilHealed(query);
    return Math.min(Math.max(Date.parse(next) - serverNow(), askAgainMs), quotaAgainMs);
  },
});

/** The latest first, then a page at a time. Asked again while a message is under way: its receipt moves. */
export const historyQuery = infiniteQueryOptions({
  queryKey: [...emergencyKey, 'history'],
  queryFn: ({ pageParam, signal }) =>
    api.get<EmergencyHistory>(`/emergency/history?${pageParam || `limit=${latest}`}`, { signal }),
  initialPageParam: '',
  getNextPageParam: ({ nextCursor }) => nextCursor && `cursor=${encodeURIComponent(nextCursor)}`,
  staleTime: 0,
  refetchInterval: (query) =>
    query.state.data?.pages.some(({ history }) => history.some(({ isResolved }) => !isResolved))
      ? askAgainMs
      : untilHealed(query),
});

/** Sends a message; the same key sends no second one. */
export const sendEmergency = (body: SendEmergency, key: string) =>
  api.post<EmergencySent>('/emergency/send', body, { headers: { 'Idempotency-Key': key } });

/** Messages of all members in a state and of a priority, '' for any; a page at a time. */
export const inboxQuery = (state: EmergencyState, priority: EmergencyPriority | '') =>
  infiniteQueryOptions({
    queryKey: [...inboxKey, state, priority],
    queryFn: ({ pageParam, signal }) => {
      const params = new URLSearchParams({ state });
      if (priority) params.set('priority', priority);
      if (pageParam) params.set('cursor', pageParam);
      return api.get<EmergencyInbox>(`/admin/emergency?${params}`, { signal });
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor || undefined,
    staleTime: 0,
    refetchInterval: askAgainMs,
  });

export const acknowledge = (id: string) => api.post<EmergencyChanged>(`/admin/emergency/${id}/acknowledge`);

export const resolve = (id: string, note: string) =>
  api.post<EmergencyChanged>(`/admin/emergency/${id}/resolve`, { note } satisfies ResolveEmergency);
