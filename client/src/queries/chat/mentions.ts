// The messages that name the caller, and the earlier texts of an edited one.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '@/net/api';
import type { Edits, Mentions } from '@/wire/bodies.gen';

export const mentionsKey = ['rooms', 'mentions'];

/** The messages that name the caller, newest first, page by page. */
export const mentionsQuery = infiniteQueryOptions({
  queryKey: mentionsKey,
  queryFn: ({ pageParam, signal }) =>
    api.get<Mentions>(`/chat/mentions${pageParam ? `?cursor=${encodeURIComponent(pageParam)}` : ''}`, {
      signal,
    }),
  initialPageParam: '',
  getNextPageParam: (page) => page.nextCursor,
  staleTime: 0,
});

/** The earlier texts of a message, oldest first; for its room's moderators. */
export const editsQuery = (messageId: string) =>
  queryOptions({
    queryKey: ['rooms', 'edits', messageId],
    queryFn: async ({ signal }) =>
      (await api.get<Edits>(`/chat/message/${encodeURIComponent(messageId)}/edits`, { signal })).edits,
    staleTime: 0,
    retry: false,
  });
