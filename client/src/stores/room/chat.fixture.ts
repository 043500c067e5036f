// Messages for tests, with every field of the wire, and events of their room.
import type { Messages } from '@/wire/bodies.gen';
import type { MessageBody, MessageEdited, MessagePreview, Reaction } from '@/wire/frames.gen';
import { changeMessages, renameMember as rename } from './chatChanges';

/** A message whose id is 'm' and its number, unless told otherwise. */
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
  asOf: 0,
  siteAsOf: 0,
  ...over,
});

let events = 10_000;

/** The number of the last event that the functions below have applied. */
export const lastEvent = () => events;

const next = () => ({ roomId: 'general', seq: ++events });

export const deleteMessage = (messageId: string) =>
  changeMessages({ type: 'message_deleted', ...next(), messageId, deleted_at: '2026-11-21T13:00:00Z' });

export const editMessage = (messageId: string, message: string, over: Partial<MessageEdited> = {}) =>
  changeMessages({
    type: 'message_edited',
    ...next(),
    messageId,
    message,
    editedAt: '2026-11-21T13:00:00Z',
    mentions: [],
    ...over,
  });

export const addReaction = (reaction: Reaction) =>
  changeMessages({ type: 'reaction_added', ...next(), ...reaction });

export const removeReaction = (reaction: Reaction) =>
  changeMessages({ type: 'reaction_removed', ...next(), ...reaction });

export const showPreview = (messageId: string, preview: MessagePreview['preview']) =>
  changeMessages({ type: 'message_preview', ...next(), messageId, preview });

export const renameMember = (userId: string, oldUsername: string, newUsername: string) =>
  rename({ userId, oldUsername, newUsername, siteSeq: ++events });
