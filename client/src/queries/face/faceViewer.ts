// What the face viewer asks. Every call carries the grant that the password gave.
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { ApiError, api } from '@/net/api';
import type { FaceGrant, FaceHistory, FacePassword, FaceStatsReply, FaceUsers } from '@/wire/bodies.gen';

export const faceViewerKey = ['admin', 'face'];

export const verifyFacePassword = (password: string) =>
  api.post<FaceGrant>('/admin/face/verify-password', { password } satisfies FacePassword);

/** The grant has ended, or was never good. */
export const grantRefused = (error: Error | null) =>
  error instanceof ApiError && error.status === 403 && error.code === 'face_grant_ended';

const get = <Reply>(path: string, grant: string, signal: AbortSignal) =>
  api.get<Reply>(`/admin/face/${path}`, { signal, headers: { 'X-Face-Admin-Password': grant } });

// Each look is recorded, so nothing is asked again by itself, not even after a reconnect, and
// nothing is kept.
const once = {
  staleTime: 'static',
  gcTime: 0,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const;

interface EnrolledQuery {
  search: string;
  sortBy: string;
}

export const enrolledQuery = (grant: string, { search, sortBy }: EnrolledQuery) =>
  infiniteQueryOptions({
    queryKey: [...faceViewerKey, 'enrolled', grant, search, sortBy],
    queryFn: ({ pageParam: cursor, signal }) => {
      const asked = Object.entries({ search, sortBy, cursor }).filter(([, value]) => value);
      return get<FaceUsers>(`enrolled-users?${new URLSearchParams(asked)}`, grant, signal);
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor || undefined,
    placeholderData: keepPreviousData,
    ...once,
  });

export const faceStatsQuery = (grant: string) =>
  queryOptions({
    queryKey: [...faceViewerKey, 'stats', grant],
    queryFn: async ({ signal }) => (await get<FaceStatsReply>('stats', grant, signal)).stats,
    ...once,
  });

const historyLimit = 100;

export const faceHistoryQuery = (grant: string, id: string) =>
  queryOptions({
    queryKey: [...faceViewerKey, 'history', grant, id],
    queryFn: ({ signal }) =>
      get<FaceHistory>(`user/${encodeURIComponent(id)}/verifications?limit=${historyLimit}`, grant, signal),
    ...once,
  });
