// Members and their badges, for administrators.
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '@/net/api';
import { badgesKey } from '@/queries/adminKeys';
import { orGone } from '@/queries/lostAnswer';
import type { AssignBadge, BadgesChanged, BadgeUsers, HeldBadges, RemoveBadge } from '@/wire/bodies.gen';

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

export const assignBadge = (body: AssignBadge) => api.post<BadgesChanged>('/admin/badges/assign', body);

export const removeBadge = (body: RemoveBadge) =>
  orGone(api.delete<BadgesChanged>('/admin/badges/remove', { body }));

/** Every badge with how many members hold it, for administrators. */
export const heldQuery = queryOptions({
  queryKey: [...badgesKey, 'held'],
  queryFn: async ({ signal }) => (await api.get<HeldBadges>('/admin/badges/earned', { signal })).badges,
  staleTime: 0,
});
