// The member's own data: a copy of it, and being erased.
import { queryOptions } from '@tanstack/react-query';
import { api } from '@/net/api';
import { queryClient, untilHealed } from '@/queries/client';
import { orFound } from '@/queries/lostAnswer';
import type { EraseMe, Erasure, ExportRequested, ExportStatus } from '@/wire/bodies.gen';

const askAgainMs = 2_000;
const linkAgainMs = 5 * 60_000; // the link in it lives for 10 minutes

/** How often the export is asked for, by its state. */
const everyMs: Partial<Record<ExportStatus['state'], number>> = { running: askAgainMs, ready: linkAgainMs };

/** How far the export has come; asked again while it is being made, and for another link. */
export const exportQuery = queryOptions({
  queryKey: ['me', 'export'],
  queryFn: ({ signal }) => api.get<ExportStatus>('/profile/export', { signal }),
  staleTime: 0,
  gcTime: 0,
  refetchInterval: (query) => untilHealed(query) || (everyMs[query.state.data?.state ?? 'none'] ?? false),
});

export const requestExport = () => api.post<ExportRequested>('/profile/export');

/** When the member will be erased, null for never. */
export const erasureQuery = queryOptions({
  queryKey: ['me', 'erasure'],
  queryFn: async ({ signal }) => (await api.get<Erasure>('/profile/erase', { signal })).eraseAt,
  staleTime: 0,
});

/** Has the member erased, and answers with when. */
export const eraseMe = (confirm: string) =>
  orFound(
    async () => (await api.post<Erasure>('/profile/erase', { confirm } satisfies EraseMe)).eraseAt,
    async () => (await queryClient.fetchQuery(erasureQuery)) ?? undefined,
  );

export const keepMe = () => api.delete<Erasure>('/profile/erase');
