// What chat asks over HTTP: the installation, the caller's standing, the rooms
// and the door of one room.
import { queryOptions } from '@tanstack/react-query';
import { ApiError, api } from '@/net/api';
import type { Config, RoomAccess, Rooms, UserStatus } from '@/wire/bodies.gen';

const unauthorized = (error: Error) => error instanceof ApiError && error.status === 401;

export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: ({ signal }) => api.get<Config>('/config', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** How the caller stands in chat (CHAT-35). */
export const standingQuery = queryOptions({
  queryKey: ['user-status'],
  queryFn: ({ signal }) => api.get<UserStatus>('/chat/user-status', { signal }),
  staleTime: 0,
});

const roomAttempts = 5; // ROOM-5
const roomPauseMs = 500;

/** The rooms the caller may enter: up to 5 tries, 500 ms apart (ROOM-5). */
export const roomsQuery = queryOptions({
  queryKey: ['chat', 'rooms'],
  queryFn: async ({ signal }) => (await api.get<Rooms>('/chat/rooms', { signal })).rooms,
  retry: (failures, error) => failures < roomAttempts - 1 && !unauthorized(error),
  retryDelay: roomPauseMs,
});

const accessAgainMs = 5_000;

/** Whether the caller may enter a room; a closed and an absent one answer alike (ROOM-10). */
export const accessQuery = (roomId: string) =>
  queryOptions({
    queryKey: ['chat', 'access', roomId],
    queryFn: async ({ signal }): Promise<Pick<RoomAccess, 'hasAccess' | 'room'>> => {
      try {
        return await api.get<RoomAccess>(`/chat/room/${encodeURIComponent(roomId)}/access`, { signal });
      } catch (error) {
        // Denial may also come as a status (ROOM-7).
        if (error instanceof ApiError && error.status === 403) return { hasAccess: false, room: null };
        throw error;
      }
    },
    staleTime: 0,
    // A door that could not be asked is asked again until it answers (GEN-19).
    refetchInterval: (query) => (query.state.status === 'error' ? accessAgainMs : false),
  });

/** Why the rooms could not be listed, letter for letter (ROOM-6). */
export function roomsFailure(error: Error): string {
  const status = error instanceof ApiError ? error.status : 0;
  const cause =
    status === 500
      ? 'Server error - please try again in a moment.'
      : status === 403
        ? 'Access denied - please check your login status.'
        : status === 0
          ? 'Connection issue - please check your internet connection.'
          : 'Please refresh the page or try again later.';
  return `Unable to load chat rooms. ${cause}`;
}
