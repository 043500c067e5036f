// The administrators' table of users, and one of them.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '@/net/api';
import { userKey, usersKey } from '@/queries/adminKeys';
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

// Each of these is kept in the audit log, so none is asked again by itself.
const once = { staleTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false } as const;

export const userProfileQuery = (id: string) =>
  queryOptions({
    queryKey: userKey(id, 'profile'),
    queryFn: async ({ signal }) =>
      (await api.get<UserProfileReply>(userPath(id, 'profile'), { signal })).profile,
    ...once,
  });

export const userAnalyticsQuery = (id: string) =>
  queryOptions({
    queryKey: userKey(id, 'analytics'),
    queryFn: ({ signal }) => api.get<UserAnalytics>(userPath(id, 'analytics'), { signal }),
    ...once,
  });

export const userActivityQuery = (id: string) =>
  queryOptions({
    queryKey: userKey(id, 'activity'),
    queryFn: ({ signal }) => api.get<UserActivity>(userPath(id, 'activity'), { signal }),
    ...once,
  });

export const userAccessQuery = (id: string) =>
  queryOptions({
    queryKey: userKey(id, 'access'),
    queryFn: async ({ signal }) =>
      (await api.get<UserAccess>(userPath(id, 'room-access'), { signal })).access,
    ...once,
  });

export const userSessionsQuery = (id: string) =>
  queryOptions({
    queryKey: userKey(id, 'sessions'),
    queryFn: async ({ signal }) =>
      (await api.get<UserSessions>(userPath(id, 'sessions'), { signal })).sessions,
    ...once,
  });
