// What the dashboard asks the server.
import { queryOptions } from '@tanstack/react-query';
import { api } from '@/net/api';
import { useSession } from '@/stores/session';
import type { OnlineCount, Profile, Sessions, UserStatus } from '@/wire/bodies.gen';

const ONLINE_POLL_MS = 5_000;

/** The member's own profile; goes on from what the session lookup brought. */
export const profileQuery = () =>
  queryOptions({
    queryKey: ['profile'],
    queryFn: ({ signal }) => api.get<Profile>('/profile/me', { signal }).then((reply) => reply.profile),
    initialData: () => useSession.getState().profile ?? undefined,
  });

/** People in the whole chat, every 5 s while the page can be seen (DASH-4). */
export const onlineQuery = () =>
  queryOptions({
    queryKey: ['online-count'],
    queryFn: ({ signal }) =>
      api.get<OnlineCount>('/chat/online-count', { signal }).then((reply) => reply.count),
    staleTime: 0,
    refetchInterval: ONLINE_POLL_MS,
    refetchIntervalInBackground: false,
    retry: false,
  });

/** How the caller stands; says who is an administrator (DASH-7). */
export const statusQuery = () =>
  queryOptions({
    queryKey: ['user-status'],
    queryFn: ({ signal }) => api.get<UserStatus>('/chat/user-status', { signal }),
  });

/** The member's open sessions (AUTH-37). */
export const sessionsQuery = () =>
  queryOptions({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => api.get<Sessions>('/auth/sessions', { signal }).then((reply) => reply.sessions),
    staleTime: 0,
  });

export const endOne = (id: string) => api.delete(`/auth/sessions/${encodeURIComponent(id)}`);
export const endOthers = () => api.delete('/auth/sessions');
