// The caller's points, rank and streak.
import { queryOptions } from '@tanstack/react-query';
import { api } from '@/net/api';
import type { CheckedIn, Ladder, PointsStatus, Streak, StreakExplained } from '@/wire/bodies.gen';

/** Everything of points. */
export const pointsKey = ['points'] as const;

/** Points, rank and what the next check-in brings, with the time of the server. */
export const pointsQuery = queryOptions({
  queryKey: [...pointsKey, 'status'],
  queryFn: async ({ signal }) => {
    const status = await api.get<PointsStatus>('/points/status', { signal });
    return { ...status, clockAhead: Date.parse(status.serverTime) - Date.now() };
  },
  staleTime: 0,
});

/** The streak alone. */
export const streakQuery = queryOptions({
  queryKey: [...pointsKey, 'streak'],
  queryFn: ({ signal }) => api.get<Streak>('/points/streak', { signal }),
  staleTime: 0,
});

/** Day by day, how the streak came about; newest first. */
export const streakDaysQuery = queryOptions({
  queryKey: [...pointsKey, 'explain'],
  queryFn: async ({ signal }) => (await api.get<StreakExplained>('/points/explain', { signal })).streak,
  staleTime: 0,
});

/** Every rank and from how many points it is reached; the same for everybody. */
export const ladderQuery = queryOptions({
  queryKey: ['ladder'],
  queryFn: async ({ signal }) => (await api.get<Ladder>('/points/ladder', { signal })).ladder,
  staleTime: Number.POSITIVE_INFINITY,
});

export const checkIn = () => api.post<CheckedIn>('/points/check-in');
