// Messages for tests, with every field of the wire.
import type { Messages } from '@/wire/bodies.gen';
import type { MessageBody } from '@/wire/frames.gen';

/** A message whose id is 'm' and its number, unless given another. */
export function body(over: Partial<MessageBody> & { seq: number }): MessageBody {
  const kind = over.message_type ?? 'text';
  return {
    id: `m${over.seq}`,
    roomId: 'general',
    message: `text ${over.seq}`,
    message_type: kind,
    messageType: kind,
    username: 'ann',
    user_id: 'u-ann',
    created_at: new Date(Date.UTC(2026, 10, 21, 12, 0, over.seq)).toISOString(),
    deleted_at: null,
    is_flagged: false,
    reply_to_message_id: null,
    reply_to_username: null,
    reply_to_text: null,
    media_url: null,
    media_thumbnail_url: null,
    reactions: [],
    mentions: [],
    edited_at: null,
    ...over,
  };
}

/** Messages numbered from..to, oldest first. */
export function bodies(from: number, to: number): MessageBody[] {
  return Array.from({ length: to - from + 1 }, (_, i) => body({ seq: from + i }));
}

/** A page of history as HTTP gives it; `over` says at which numbers it was read. */
export const read = (messages: MessageBody[], over: Partial<Messages> = {}): Messages => ({
  success: true,
  roomId: 'general',
  messages,
  hasMore: true,
  asOf: '0',
  siteAsOf: '0',
  ...over,
});
