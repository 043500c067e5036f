// Events of the room on screen for tests, numbered one after the other.
import type { MessageEdited, MessageMedia, MessagePreview, Reaction } from '@/wire/frames.gen';
import { changeMessages, renameMember as rename } from './messageChanges';

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

export const describeMedia = (messageId: string, metadata: MessageMedia['metadata']) =>
  changeMessages({ type: 'message_media', ...next(), messageId, metadata });

export const renameMember = (userId: string, oldUsername: string, newUsername: string) =>
  rename({ userId, oldUsername, newUsername, siteSeq: ++events });
