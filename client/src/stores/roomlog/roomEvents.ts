// The received events of the room on screen that change its messages and pins, and the
// renames of the site log. Pages that were read before them are updated with them.
import { type AsOf, layOver, recentEvents } from '@/stores/asOf';
import { onSessionEnd } from '@/stores/session/memberStore';
import type {
  MessageBody,
  MessageDeleted,
  MessageEdited,
  MessageFlagged,
  MessageMedia,
  MessagePinned,
  MessagePreview,
  MessageUnpinned,
  ReactionAdded,
  ReactionRemoved,
  UsernameChanged,
} from '@/wire/frames.gen';

/** Events with a number in the room's log. */
export type RoomEvent =
  | MessageDeleted
  | MessageEdited
  | MessagePreview
  | MessageMedia
  | MessagePinned
  | MessageUnpinned
  | ReactionAdded
  | ReactionRemoved;

export type Rename = Omit<UsernameChanged, 'type'>;

/** The positions of the logs at which a page was read. */
interface ReadAt {
  asOf: AsOf;
  siteAsOf: AsOf;
}

const events = recentEvents<RoomEvent>();
const renames = recentEvents<Rename>();
// Flags are in no log: of each message only the newest flag counts.
const flags = recentEvents<MessageFlagged>((flag) => flag.messageId);

export const rememberRoomEvent = (event: RoomEvent) => events.add(event.seq, event);
export const rememberRename = (rename: Rename) => renames.add(rename.siteSeq, rename);
export const rememberFlag = (flag: MessageFlagged) => flags.add(0, flag);

/** What was read of the room, updated with later events of the room. */
export const afterRoomEvents = <Read>(
  read: Read,
  asOf: AsOf,
  apply: (read: Read, event: RoomEvent) => Read,
): Read => layOver(read, asOf, events, apply);

/** What was read with names, updated with later renames. */
export const afterRenames = <Read>(
  read: Read,
  siteAsOf: AsOf,
  apply: (read: Read, rename: Rename) => Read,
): Read => layOver(read, siteAsOf, renames, apply);

/** A page's messages as they are now. */
export function messagesNow({ messages, asOf, siteAsOf }: { messages: readonly MessageBody[] } & ReadAt) {
  return messages.map((read) => {
    const changed = layOver(afterRoomEvents(read, asOf, afterEvent), -1, flags, afterFlag);
    return afterRenames(changed, siteAsOf, afterRename);
  });
}

/** Another room is on screen, or none. */
export function forgetRoomEvents() {
  events.clear();
  flags.clear();
}

/** The connection had a gap: a flag may have been removed meanwhile. */
export const forgetFlags = () => flags.clear();

onSessionEnd(() => {
  forgetRoomEvents();
  renames.clear();
});

/** A message after an event of its room; unchanged when the event is about another. */
export function afterEvent(m: MessageBody, event: RoomEvent): MessageBody {
  switch (event.type) {
    case 'message_deleted':
      return afterDeletion(m, event);
    case 'message_edited':
      return afterEdit(m, event);
    case 'message_preview':
      return m.id === event.messageId && !m.deleted_at ? { ...m, preview: event.preview } : m;
    case 'message_media':
      return m.id === event.messageId ? afterMedia(m, event) : m;
    case 'reaction_added':
      return m.id === event.messageId ? afterReaction(m, event) : m;
    case 'reaction_removed':
      return m.id === event.messageId ? withoutReaction(m, event) : m;
    case 'message_pinned':
    case 'message_unpinned':
      return m;
  }
}

/** Text, media and reactions go, and the text from replies to it. */
function afterDeletion(m: MessageBody, { messageId, deleted_at }: MessageDeleted): MessageBody {
  if (m.id === messageId) {
    return {
      ...m,
      message: '',
      media_url: null,
      media_thumbnail_url: null,
      media_metadata: undefined,
      preview: undefined,
      reply_to_text: null,
      reply_to_username: null,
      reply_to_message_id: null,
      reactions: [],
      mentions: [],
      deleted_at,
    };
  }
  return m.reply_to_message_id === messageId && m.reply_to_text !== null ? { ...m, reply_to_text: null } : m;
}

/** The new text, also in the replies to it. A preview of the old text goes. */
function afterEdit(m: MessageBody, event: MessageEdited): MessageBody {
  const { messageId, message, editedAt, mentions, mentionsAll } = event;
  if (m.id === messageId)
    return m.deleted_at
      ? m
      : { ...m, message, mentions, mentionsAll, edited_at: editedAt, preview: undefined };
  return m.reply_to_message_id === messageId && m.reply_to_text !== null
    ? { ...m, reply_to_text: message }
    : m;
}

/** Another transcript, or that there are captions. A node of the build before says only that something happened. */
function afterMedia(m: MessageBody, { metadata }: Partial<MessageMedia>): MessageBody {
  return metadata && !m.deleted_at ? { ...m, media_metadata: metadata } : m;
}

/** One member's emoji; the same twice is one. */
function afterReaction(
  m: MessageBody,
  { messageId, user_id, username, reaction }: ReactionAdded,
): MessageBody {
  if (m.deleted_at || m.reactions.some((r) => r.user_id === user_id && r.reaction === reaction)) return m;
  return { ...m, reactions: [...m.reactions, { messageId, user_id, username, reaction }] };
}

function withoutReaction(m: MessageBody, { user_id, reaction }: ReactionRemoved): MessageBody {
  return { ...m, reactions: m.reactions.filter((r) => r.user_id !== user_id || r.reaction !== reaction) };
}

/** Marked as reported, or no longer; only moderators receive it. */
export function afterFlag(m: MessageBody, { messageId, is_flagged }: MessageFlagged): MessageBody {
  return m.id === messageId && !m.deleted_at ? { ...m, is_flagged } : m;
}

/** A message with the names after a rename. */
export function afterRename(m: MessageBody, { userId, oldUsername, newUsername }: Rename): MessageBody {
  return renamed(
    m,
    (id) => (id === userId ? newUsername : undefined),
    m.reply_to_username === oldUsername ? newUsername : undefined,
  );
}

/** The message with other names; unchanged where they are the same. */
export function renamed(
  m: MessageBody,
  nameOf: (userId: string) => string | undefined,
  answered: string | undefined,
): MessageBody {
  const username = nameOf(m.user_id) ?? m.username;
  const reply_to_username = m.reply_to_username === null ? null : (answered ?? m.reply_to_username);
  const reacted = m.reactions.some((r) => (nameOf(r.user_id) ?? r.username) !== r.username);
  if (username === m.username && reply_to_username === m.reply_to_username && !reacted) return m;
  const reactions = reacted
    ? m.reactions.map((r) => ({ ...r, username: nameOf(r.user_id) ?? r.username }))
    : m.reactions;
  return { ...m, username, reply_to_username, reactions };
}
