// Counts of the whole community, and the rows that they count.
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '@/net/api';
import { every } from '@/queries/client';
import type { AnalyticsRows, ChatAnalytics, Growth, Overview, TimeRange } from '@/wire/bodies.gen';

/** Everything of the administrators' analytics. */
export const analyticsKey = ['admin', 'analytics'] as const;

const againMs = 30_000;

// Asked again while the tab is looked at.
const again = { staleTime: 0, refetchInterval: every(againMs), refetchIntervalInBackground: false } as const;

export const overviewQuery = queryOptions({
  queryKey: [...analyticsKey, 'overview'],
  queryFn: ({ signal }) => api.get<Overview>('/admin/analytics/overview', { signal }),
  ...again,
});

export const chatAnalyticsQuery = (timeRange: TimeRange) =>
  queryOptions({
    queryKey: [...analyticsKey, 'chat', timeRange],
    queryFn: ({ signal }) =>
      api.get<ChatAnalytics>(`/admin/analytics/chat?timeRange=${timeRange}`, { signal }),
    placeholderData: keepPreviousData,
    ...again,
  });

export const growthQuery = (days: number) =>
  queryOptions({
    queryKey: [...analyticsKey, 'growth', days],
    queryFn: ({ signal }) => api.get<Growth>(`/admin/analytics/growth?days=${days}`, { signal }),
    ...again,
  });

/** Which rows: those of a figure, narrowed as the figure is. */
export interface FigureQuery {
  figure: 'messages' | 'senders' | 'members' | 'joined' | 'active' | 'rooms' | 'active_rooms' | 'uploads';
  timeRange?: TimeRange;
  /** Of the day, 0 to 23. */
  hour?: number;
  userId?: string;
  /** YYYY-MM-DD */
  date?: string;
  days?: number;
}

function paramsOf(query: FigureQuery, cursor = '') {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...query, cursor }))
    if (value !== undefined && value !== '') params.set(name, String(value));
  return params;
}

/** The rows that a figure counts. It is kept in the audit log, so it is not asked again by itself. */
export const figureRowsQuery = (query: FigureQuery) =>
  infiniteQueryOptions({
    queryKey: [...analyticsKey, 'rows', query],
    queryFn: ({ pageParam, signal }) =>
      api.get<AnalyticsRows>(`/admin/analytics/rows?${paramsOf(query, pageParam)}`, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor || undefined,
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

const exportTimeoutMs = 120_000;

/** All rows that a figure counts, as the server's CSV. */
export const exportFigure = (query: FigureQuery) =>
  api.blob(`/admin/analytics/export?${paramsOf(query)}`, { timeoutMs: exportTimeoutMs });
