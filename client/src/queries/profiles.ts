// Public profiles of members, one at a time. Pictures and marks for lists are
// asked for together by stores/members/profiles.ts.
import { queryOptions } from '@tanstack/react-query';
import { api } from '@/net/api';
import type { PublicProfileReply } from '@/wire/bodies.gen';

/** A member's profile as other members see it; the server counts the view. */
export const publicProfileQuery = (username: string) =>
  queryOptions({
    queryKey: ['profiles', 'public', username.toLowerCase()],
    queryFn: async ({ signal }) =>
      (await api.get<PublicProfileReply>(`/profile/public/${encodeURIComponent(username)}`, { signal }))
        .profile,
    enabled: username !== '',
  });
