// Public profiles of members, one at a time. stores/people/profilePictures.ts requests
// the pictures and marks of lists, many in one call.
import { queryOptions } from '@tanstack/react-query';
import { api } from '@/net/api';
import { withBadges } from '@/stores/badges';
import type { PublicProfileReply } from '@/wire/bodies.gen';

/** A member's profile as other members see it; the server counts the view. */
export const publicProfileQuery = (username: string) =>
  queryOptions({
    queryKey: ['profiles', 'public', username.toLowerCase()],
    queryFn: async ({ signal }) => {
      const path = `/profile/public/${encodeURIComponent(username)}`;
      const { profile, asOf } = await api.get<PublicProfileReply>(path, { signal });
      return withBadges(profile, asOf);
    },
    enabled: username !== '',
  });
