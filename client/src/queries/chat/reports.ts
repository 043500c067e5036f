// Reports, for administrators, and the messages around a reported one.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '@/net/api';
import { reportsKey } from '@/queries/adminKeys';
import { every } from '@/queries/client';
import type { Messages, ReportState, Reports } from '@/wire/bodies.gen';

const askAgainMs = 15_000;

/** Reports that are open or closed, newest first, a page at a time. */
export const reportsQuery = (state: ReportState) =>
  infiniteQueryOptions({
    queryKey: [...reportsKey, state],
    queryFn: ({ pageParam, signal }) => {
      const params = new URLSearchParams({ state, ...(pageParam ? { cursor: pageParam } : {}) });
      return api.get<Reports>(`/admin/reports?${params}`, { signal });
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor || undefined,
    staleTime: 0,
    refetchInterval: every(askAgainMs),
  });

const contextSize = 7;

/** What stands around a message in its room. */
export const contextQuery = (roomId: string, messageId: string) =>
  queryOptions({
    queryKey: [...reportsKey, 'context', messageId],
    queryFn: async ({ signal }) => {
      const params = new URLSearchParams({ around: messageId, limit: String(contextSize) });
      const path = `/chat/room/${encodeURIComponent(roomId)}/messages?${params}`;
      return (await api.get<Messages>(path, { signal })).messages;
    },
    staleTime: 0,
  });
