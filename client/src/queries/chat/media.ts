// A room's media, fresh links to one message's, as a link lives ten minutes, and the words
// beside it.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '@/net/api';
import { queryClient } from '@/queries/client';
import { captionsKey, roomMediaKey } from '@/queries/keys';
import type { ChangeMediaWords, MessageMedia, RoomMedia, RoomMediaItem } from '@/wire/bodies.gen';

const page = 20;

/** The media of a room, newest first. */
export const roomMediaQuery = (roomId: string) =>
  infiniteQueryOptions({
    queryKey: roomMediaKey(roomId),
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

const pathOf = (messageId: string) => `/chat/message/${encodeURIComponent(messageId)}/media`;

/** Links to a message's media that have just been made. */
export const mediaLinkQuery = (messageId: string) =>
  queryOptions({
    queryKey: ['message-media', messageId],
    queryFn: async ({ signal }) => (await api.get<MessageMedia>(pathOf(messageId), { signal })).media,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** A video's captions as WebVTT, '' for none. Apart from its links: another link would start the video anew. */
export const captionsQuery = (messageId: string) =>
  queryOptions({
    queryKey: captionsKey(messageId),
    queryFn: async ({ signal }) => (await api.get<MessageMedia>(pathOf(messageId), { signal })).captions,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Gives the media of one's own message another transcript or other captions; the room's event shows them. */
export async function changeMediaWords(messageId: string, words: ChangeMediaWords) {
  const { captions } = await api.put<MessageMedia>(pathOf(messageId), words);
  queryClient.setQueryData(captionsQuery(messageId).queryKey, captions);
}
