// What administrators decide about the community.
import { queryOptions } from '@tanstack/react-query';
import { api } from '@/net/api';
import { communityKey } from '@/queries/adminKeys';
import { queryClient } from '@/queries/client';
import { fetchConfig } from '@/stores/session/config';
import type { ChangeCommunity, Community, CommunityReply } from '@/wire/bodies.gen';
import { holds, orFound } from './lostAnswer';

export const communityQuery = queryOptions({
  queryKey: communityKey,
  queryFn: async ({ signal }) => (await api.get<CommunityReply>('/admin/community', { signal })).community,
});

/** Changes what is given. Every page of this browser shows the community by its new name. */
export async function changeCommunity(change: ChangeCommunity) {
  const community = await orFound(
    async () => (await api.patch<CommunityReply>('/admin/community', change)).community,
    async () => {
      const { setUp: _, ...fields } = change;
      const now = await queryClient.fetchQuery({ ...communityQuery, staleTime: 0 });
      return holds<Community>(now, fields) ? now : undefined;
    },
  );
  queryClient.setQueryData(communityQuery.queryKey, community);
  void fetchConfig().catch(() => {}); // the next page asks again
  return community;
}
