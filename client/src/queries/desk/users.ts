// The administrators' table of users, and one of them.
import { keepPreviousData, type Query, queryOptions } from '@tanstack/react-query';
import { api } from '@/net/api';
import { queryClient } from '@/queries/client';
import type {
  UserAccess,
  UserActivity,
  UserAnalytics,
  UserPage,
  UserProfileReply,
  UserSessions,
} from '@/wire/bodies.gen';

export type UserFilter = 'all' | 'admin' | 'guardian' | 'active' | 'inactive';
export type UserSort = 'name' | 'email' | 'phone' | 'username' | 'rank' | 'last_login' | 'created_at';

/** What the table shows. `cursor` is where the page before ended, '' for the first. */
export interface UserQuery {
  search: string;
  filter: UserFilter;
  sortBy: UserSort;
  sortOrder: 'asc' | 'desc';
  cursor: string;
  /** How many at most; 50 without. */
  limit?: string;
}

export const usersKey = ['admin', 'users'] as const;

export const usersQuery = (query: UserQuery) =>
  queryOptions({
    queryKey: [...usersKey, 'table', query],
    queryFn: ({ signal }) => {
      const params = new URLSearchParams({ limit: '50' });
      for (const [name, value] of Object.entries(query)) if (value) params.set(name, value);
      return api.get<UserPage>(`/admin/users/detailed?${params}`, { signal });
    },
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

/** The address of a call about one user. */
export const userPath = (id: string, part: string) => `/admin/users/${encodeURIComponent(id)}/${part}`;

const keyOf = (id: string, part: string) => [...usersKey, 'one', id, part] as const;

// Each of these is kept in the audit log, so none is asked again by itself.
const once = { staleTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false } as const;

export const userProfileQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf(id, 'profile'),
    queryFn: async ({ signal }) =>
      (await api.get<UserProfileReply>(userPath(id, 'profile'), { signal })).profile,
    ...once,
  });

export const userAnalyticsQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf(id, 'analytics'),
    queryFn: ({ signal }) => api.get<UserAnalytics>(userPath(id, 'analytics'), { signal }),
    ...once,
  });

export const userActivityQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf(id, 'activity'),
    queryFn: ({ signal }) => api.get<UserActivity>(userPath(id, 'activity'), { signal }),
    ...once,
  });

export const userAccessQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf(id, 'access'),
    queryFn: async ({ signal }) =>
      (await api.get<UserAccess>(userPath(id, 'room-access'), { signal })).access,
    ...once,
  });

export const userSessionsQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf(id, 'sessions'),
    queryFn: async ({ signal }) =>
      (await api.get<UserSessions>(userPath(id, 'sessions'), { signal })).sessions,
    ...once,
  });

const ownMs = 5_000;
const ownShownAt = new WeakMap<Query, number>();

const profileShown = (id: string) =>
  queryClient.getQueryCache().find({ queryKey: userProfileQuery(id).queryKey });

/** This page has put its own change of a user into what it shows. */
export function ownChangeShown(id: string) {
  const query = profileShown(id);
  if (query) ownShownAt.set(query, Date.now());
}

/** Whether a change of a user by oneself, announced now, is in what this page shows. */
export function isOwnChangeShown(id: string): boolean {
  const query = profileShown(id);
  return query !== undefined && Date.now() - (ownShownAt.get(query) ?? 0) < ownMs;
}
