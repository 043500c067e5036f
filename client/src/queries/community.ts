// What administrators decide about the community.
import { queryOptions } from '@tanstack/react-query';
import { api } from '@/net/api';
import { communityKey } from '@/queries/adminKeys';
import type { CommunityReply } from '@/wire/bodies.gen';

export const communityQuery = queryOptions({
  queryKey: communityKey,
  queryFn: async ({ signal }) => (await api.get<CommunityReply>('/admin/community', { signal })).community,
});
