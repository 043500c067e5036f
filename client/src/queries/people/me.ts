// The caller: profile, status in chat, open sessions.
import { queryOptions } from '@tanstack/react-query';
import { api } from '@/net/api';
import { useSession } from '@/stores/session/session';
import type { OK, Profile, Sessions, UsernameEligibility, UserStatus } from '@/wire/bodies.gen';

/** The member's own profile; begins with the one that the session lookup brought. */
export const profileQuery = queryOptions({
  queryKey: ['me', 'profile'],
  queryFn: async ({ signal }) => (await api.get<Profile>('/profile/me', { signal })).profile,
  initialData: () => useSession.getState().profile ?? undefined,
  // A query that was dropped would begin again with the lookup of when the page was loaded.
  gcTime: Number.POSITIVE_INFINITY,
});

/** The caller's status in chat: has a username, is banned, is an administrator. */
export const userStatusQuery = queryOptions({
  queryKey: ['me', 'userStatus'],
  queryFn: ({ signal }) => api.get<UserStatus>('/chat/user-status', { signal }),
  staleTime: 0,
});

/** The member went through the first steps, or left them. */
export const welcomed = () => api.post<OK>('/profile/welcomed');

/** How often chat asks whether a ban has ended: no frame reports its end. */
export const bannedAgainMs = 15_000;

/** The browsers the caller is signed in with. */
export const sessionsQuery = queryOptions({
  queryKey: ['me', 'sessions'],
  queryFn: async ({ signal }) => (await api.get<Sessions>('/auth/sessions', { signal })).sessions,
  staleTime: 0,
});

/** When the caller may change the chat username. */
export const usernameEligibilityQuery = queryOptions({
  queryKey: ['me', 'username-eligibility'],
  queryFn: ({ signal }) => api.get<UsernameEligibility>('/profile/username-change-eligibility', { signal }),
  staleTime: 0,
});
