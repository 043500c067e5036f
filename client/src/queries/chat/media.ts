// A room's media, and fresh links to one message's: a link lives ten minutes.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '@/net/api';
import type { MessageMedia, RoomMedia, RoomMediaItem } from '@/wire/bodies.gen';

const page = 20;

/** The media of a room, newest first. */
export const roomMediaQuery = (roomId: string) =>
  infiniteQueryOptions({
    queryKey: ['room-media', roomId],
    queryFn: async ({ pageParam, signal }) => {
      const room = encodeURIComponent(roomId);
      const path = `/chat/room/${room}/media?limit=${page}&offset=${pageParam}`;
      return (await api.get<RoomMedia>(path, { signal })).media;
    },
    initialPageParam: 0,
    getNextPageParam: (last: RoomMediaItem[], pages: RoomMediaItem[][]) =>
      last.length < page ? undefined : pages.reduce((sum, one) => sum + one.length, 0),
    // Another opening shows what came meanwhile, from the first page on.
    staleTime: 0,
    gcTime: 0,
  });

/** Links to a message's media that have just been made, and a video's captions. */
export const mediaLinkQuery = (messageId: string) =>
  queryOptions({
    queryKey: ['message-media', messageId],
    queryFn: async ({ signal }) => {
      const path = `/chat/message/${encodeURIComponent(messageId)}/media`;
      const { media, captions } = await api.get<MessageMedia>(path, { signal });
      return { ...media, captions };
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
