// What administrators decide about the community.
import { queryOptions } from '@tanstack/react-query';
import { api } from '@/net/api';
import { queryClient } from '@/queries/client';
import { fetchConfig } from '@/stores/session/config';
import type { ChangeCommunity, CommunityReply } from '@/wire/bodies.gen';

export const communityQuery = queryOptions({
  queryKey: ['admin', 'community'],
  queryFn: async ({ signal }) => (await api.get<CommunityReply>('/admin/community', { signal })).community,
});

/** Changes what is given. Every page of this browser shows the community by its new name. */
export async function changeCommunity(change: ChangeCommunity) {
  const { community } = await api.patch<CommunityReply>('/admin/community', change);
  queryClient.setQueryData(communityQuery.queryKey, community);
  void fetchConfig().catch(() => {}); // the next page asks again
  return community;
}
