// Members and their badges, for administrators.
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '@/net/api';
import { badgesKey } from '@/queries/adminKeys';
import { queryClient } from '@/queries/client';
import { holds, orFound, orGone } from '@/queries/lostAnswer';
import type {
  AssignBadge,
  BadgesChanged,
  BadgeUser,
  BadgeUsers,
  HeldBadges,
  NewBadge,
  RemoveBadge,
} from '@/wire/bodies.gen';

/** Members by name, address or phone. */
export const badgeUsersQuery = (search: string) =>
  queryOptions({
    queryKey: [...badgesKey, 'users', search],
    queryFn: async ({ signal }) =>
      (await api.get<BadgeUsers>(`/admin/badges/users?search=${encodeURIComponent(search)}`, { signal }))
        .users,
    enabled: search !== '',
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** Members who have badges, a page at a time. */
export const badgeHoldersQuery = infiniteQueryOptions({
  queryKey: [...badgesKey, 'holders'],
  queryFn: ({ pageParam, signal }) =>
    api.get<BadgeUsers>(`/admin/badges/list?cursor=${encodeURIComponent(pageParam)}`, { signal }),
  initialPageParam: '',
  getNextPageParam: (page) => page.nextCursor || undefined,
  staleTime: 0,
});

/** Gives a member a badge, and answers with the member as it is then. */
export const assignBadge = ({ user, badge }: { user: BadgeUser; badge: NewBadge }): Promise<BadgeUser> =>
  orFound(
    async () => {
      const body: AssignBadge = { userId: user.id, badge };
      return (await api.post<BadgesChanged>('/admin/badges/assign', body)).user;
    },
    async () => {
      const found = await queryClient.fetchQuery(badgeUsersQuery(user.username ?? user.name));
      const now = found.find(({ id }) => id === user.id);
      return now?.badge_tags.some((tag) => holds(tag, badge)) ? now : undefined;
    },
  );

export const removeBadge = (body: RemoveBadge) =>
  orGone(api.delete<BadgesChanged>('/admin/badges/remove', { body }));

/** Every badge with how many members hold it, for administrators. */
export const heldQuery = queryOptions({
  queryKey: [...badgesKey, 'held'],
  queryFn: async ({ signal }) => (await api.get<HeldBadges>('/admin/badges/earned', { signal })).badges,
  staleTime: 0,
});
