// What the back office asks.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '@/net/api';
import type { AdminRooms, RoomAccessList, RoomPresence } from '@/wire/bodies.gen';

/** Every room, with its numbers of members and messages. */
export const adminRoomsQuery = queryOptions({
  queryKey: ['admin', 'rooms', 'list'],
  queryFn: async ({ signal }) => (await api.get<AdminRooms>('/admin/rooms', { signal })).rooms,
});

const presencePollMs = 5_000;

/** Who is in a room now, asked again while the page can be seen. */
export const roomPresenceQuery = (roomId: string) =>
  queryOptions({
    queryKey: ['admin', 'rooms', 'presence', roomId],
    queryFn: ({ signal }) =>
      api.get<RoomPresence>(`/admin/room-presence/${encodeURIComponent(roomId)}`, { signal }),
    staleTime: 0,
    refetchInterval: presencePollMs,
    refetchIntervalInBackground: false,
    retry: false,
  });

/** Who was given access to a room, a page at a time. */
export const roomAccessListQuery = (roomId: string) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'rooms', 'access', roomId],
    queryFn: ({ pageParam, signal }) =>
      api.get<RoomAccessList>(
        `/admin/room-access/${encodeURIComponent(roomId)}?limit=50&cursor=${encodeURIComponent(pageParam)}`,
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor || undefined,
    staleTime: 0,
  });
