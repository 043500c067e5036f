// Changes the community's settings.
import { api } from '@/net/api';
import { queryClient } from '@/queries/client';
import { communityQuery } from '@/queries/community';
import { holds, orFound } from '@/queries/lostAnswer';
import { fetchConfig } from '@/stores/session/config';
import type { ChangeCommunity, Community, CommunityReply } from '@/wire/bodies.gen';

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
