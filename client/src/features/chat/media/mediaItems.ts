// What the media viewer is opened with: pictures and videos, from the room's
// messages or from its gallery.

import { openViewer, type ViewerItem } from '@/stores/room/viewer';
import { useRoomLog } from '@/stores/roomlog/roomLog';
import type { RoomMediaItem } from '@/wire/bodies.gen';
import type { MessageBody } from '@/wire/frames.gen';
import type { MediaSource } from './useMediaLink';

export function sourceOf(message: MessageBody): MediaSource {
  return {
    messageId: message.id,
    url: message.media_url,
    thumbnail: message.media_thumbnail_url,
  };
}

/** Opens a message's picture, with the others of the loaded messages to walk to. */
export function openRoomMedia(messageId: string) {
  const items = useRoomLog.getState().messages.flatMap((message) => {
    const { message_type: kind } = message;
    if (message.deleted_at !== null || (kind !== 'image' && kind !== 'video')) return [];
    return [
      {
        ...sourceOf(message),
        kind,
        metadata: message.media_metadata ?? {},
        username: message.username,
        createdAt: message.created_at,
      },
    ];
  });
  openViewer(items, messageId);
}

export function itemOf(media: RoomMediaItem): ViewerItem {
  return {
    messageId: media.messageId,
    kind: media.media_type,
    url: media.media_url,
    thumbnail: media.media_thumbnail_url,
    metadata: media.metadata,
    username: media.username,
    createdAt: media.created_at,
  };
}
