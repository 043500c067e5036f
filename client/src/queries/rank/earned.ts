// The badges that the caller has earned, and those that are still to be had.
import { queryOptions } from '@tanstack/react-query';
import { api } from '@/net/api';
import { queryClient } from '@/queries/client';
import type { BadgeMoments, BadgesSeen, EarnedBadges, ShowBadge } from '@/wire/bodies.gen';

/** The caller's badges, newest first, and those that are still to be had. */
export const earnedQuery = queryOptions({
  queryKey: ['earned'],
  queryFn: ({ signal }) => api.get<EarnedBadges>('/profile/badges/earned', { signal }),
  staleTime: 0,
});

/** Shows a badge to others, or no longer. */
export async function showBadge(id: string, shown: boolean) {
  await api.patch(`/profile/badges/earned/${encodeURIComponent(id)}`, { shown } satisfies ShowBadge);
  change((mine) => ({
    ...mine,
    earned: mine.earned.map((badge) => (badge.id === id ? { ...badge, shown } : badge)),
  }));
}

/** Says whether the caller is to be shown a badge at the moment it is earned. */
export async function setMoments(moments: boolean) {
  await api.put('/profile/badges/moments', { moments } satisfies BadgeMoments);
  change((mine) => ({ ...mine, moments }));
}

/** The caller was shown the moments of these badges. */
export const badgesSeen = (ids: string[]) => api.post('/profile/badges/seen', { ids } satisfies BadgesSeen);

function change(to: (mine: EarnedBadges) => EarnedBadges) {
  queryClient.setQueryData(earnedQuery.queryKey, (mine) => mine && to(mine));
}
