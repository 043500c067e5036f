// What the room's events change of messages in the list: deletions, edits,
// previews, reactions and names.
import type {
  MessageBody,
  MessageDeleted,
  MessageEdited,
  MessageFlagged,
  MessagePreview,
  Reaction,
} from '@/wire/frames.gen';
import { type Change, keepForReplay, useChat } from './chat';

/** Takes a message's text, media and reactions away, and its text from replies to it. */
export function deleteMessage({ messageId, deleted_at }: Pick<MessageDeleted, 'messageId' | 'deleted_at'>) {
  alterAll((m) => {
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
    return m.reply_to_message_id === messageId && m.reply_to_text !== null
      ? { ...m, reply_to_text: null }
      : m;
  });
}

type Edit = Pick<MessageEdited, 'messageId' | 'message' | 'editedAt' | 'mentions' | 'mentionsAll'>;

/** Gives a message its new text, also in the replies to it. A preview of the old text goes. */
export function editMessage({ messageId, message, editedAt, mentions, mentionsAll }: Edit) {
  alterAll((m) => {
    if (m.id === messageId)
      return m.deleted_at
        ? m
        : { ...m, message, mentions, mentionsAll, edited_at: editedAt, preview: undefined };
    return m.reply_to_message_id === messageId && m.reply_to_text !== null
      ? { ...m, reply_to_text: message }
      : m;
  });
}

/** Puts a description of its link under a message. */
export function showPreview({ messageId, preview }: Pick<MessagePreview, 'messageId' | 'preview'>) {
  alterMessage(messageId, (m) => (m.deleted_at ? m : { ...m, preview }));
}

/** Marks a message as reported, or no longer; only moderators are told. */
export function flagMessage({ messageId, is_flagged }: Pick<MessageFlagged, 'messageId' | 'is_flagged'>) {
  alterMessage(messageId, (m) => (m.deleted_at ? m : { ...m, is_flagged }));
}

/** Puts one member's emoji on a message; the same twice is one. */
export function addReaction({ messageId, user_id, username, reaction }: Reaction) {
  alterMessage(messageId, (m) =>
    m.deleted_at || m.reactions.some((r) => sameReaction(r, user_id, reaction))
      ? m
      : { ...m, reactions: [...m.reactions, { messageId, user_id, username, reaction }] },
  );
}

/** Takes one member's emoji off a message. */
export function removeReaction({ messageId, user_id, reaction }: Reaction) {
  alterMessage(messageId, (m) => ({
    ...m,
    reactions: m.reactions.filter((r) => !sameReaction(r, user_id, reaction)),
  }));
}

/** Relabels everything a member wrote or reacted with. */
export function renameMember(userId: string, from: string, to: string) {
  const authors = new Map(useChat.getState().messages.map((m) => [m.id, m.user_id]));
  alterAll((m) => {
    const target = m.reply_to_message_id ? authors.get(m.reply_to_message_id) : undefined;
    // Of a target that is not loaded only the name is known.
    const answered = target ? target === userId : m.reply_to_username === from;
    return renameIn(m, (id) => (id === userId ? to : undefined), answered ? to : undefined);
  });
}

/**
 * Takes the names of now from a page of history, but for those members whose
 * name is newer than the page, and returns them by member id.
 */
export function applyNames(page: readonly MessageBody[], newer: ReadonlySet<string>) {
  const fresh = new Map(page.map((m) => [m.id, m]));
  const names = new Map<string, string>();
  for (const m of page) {
    for (const r of m.reactions) names.set(r.user_id, r.username);
    names.set(m.user_id, m.username);
  }
  for (const id of newer) names.delete(id);
  const answeredIn = (m: MessageBody) => (newer.size === 0 ? fresh.get(m.id)?.reply_to_username : undefined);
  useChat.setState(({ messages, revision }) => ({
    messages: messages.map((m) => renameIn(m, (id) => names.get(id), answeredIn(m) ?? undefined)),
    revision: revision + 1,
  }));
  return names;
}

/** The message under other names; itself where they are the same. */
function renameIn(
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

function sameReaction(r: Reaction, userId: string, reaction: string) {
  return r.user_id === userId && r.reaction === reaction;
}

function alterMessage(id: string, change: Change) {
  keepForReplay((m) => (m.id === id ? change(m) : m));
  const { messages, revision } = useChat.getState();
  const at = messages.findLastIndex((m) => m.id === id);
  const found = messages[at];
  if (found) useChat.setState({ messages: messages.with(at, change(found)), revision: revision + 1 });
}

function alterAll(change: Change) {
  keepForReplay(change);
  const { messages, revision } = useChat.getState();
  const next = messages.map(change);
  if (next.some((m, i) => m !== messages[i])) useChat.setState({ messages: next, revision: revision + 1 });
}
