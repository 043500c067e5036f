// The chat's rooms, who may enter one, and how many people are in chat.
import { queryOptions } from '@tanstack/react-query';
import { ApiError, api } from '@/net/api';
import { onRoomsListed } from '@/stores/chat/rooms';
import type { OnlineCount, RoomAccess, Rooms } from '@/wire/bodies.gen';

/** What the same call will be answered again: the session has ended, or the member is banned. */
const final = (error: Error) =>
  error instanceof ApiError && (error.status === 401 || error.code === 'banned');

const roomsAttempts = 5;
const roomsPauseMs = 500;

/** The rooms the caller may enter. */
export const roomsQuery = queryOptions({
  queryKey: ['rooms', 'list'],
  queryFn: async ({ signal }) => {
    const { rooms } = await api.get<Rooms>('/chat/rooms', { signal });
    onRoomsListed(rooms);
    return rooms;
  },
  retry: (failures, error) => failures < roomsAttempts - 1 && !final(error),
  retryDelay: roomsPauseMs,
});

const accessAgainMs = 5_000;

/** The answer to the access check; refusal: the server's word for a denial that came as a status code. */
type AccessCheck = Pick<RoomAccess, 'hasAccess' | 'room' | 'role'> & { refusal: string | null };

/** Checks whether the caller may enter a room; a closed and an absent one answer alike. */
export const accessQuery = (roomId: string) =>
  queryOptions({
    queryKey: ['rooms', 'access', roomId],
    queryFn: async ({ signal }): Promise<AccessCheck> => {
      try {
        const access = await api.get<RoomAccess>(`/chat/room/${encodeURIComponent(roomId)}/access`, {
          signal,
        });
        return { ...access, refusal: null };
      } catch (error) {
        // A denial may also come as a status code.
        if (error instanceof ApiError && error.status === 403)
          return { hasAccess: false, room: null, role: null, refusal: error.code };
        throw error;
      }
    },
    staleTime: 0,
    // A failed check is repeated until the server answers.
    refetchInterval: (query) => (query.state.status === 'error' ? accessAgainMs : false),
  });

const onlinePollMs = 5_000;

/** People in the whole chat, polled while the page is visible; 0 without an answer, since an old count would mislead. */
export const onlineQuery = queryOptions({
  queryKey: ['rooms', 'online-count'],
  queryFn: ({ signal }) =>
    api.get<OnlineCount>('/chat/online-count', { signal }).then(
      ({ count }) => count,
      () => 0,
    ),
  staleTime: 0,
  refetchInterval: onlinePollMs,
  refetchIntervalInBackground: false,
  retry: false,
});
