// Applies events to the messages in the list: those of the room's log, flags and renames.
import type { MessageBody, MessageFlagged } from '@/wire/frames.gen';
import {
  afterEvent,
  afterFlag,
  afterRename,
  type Rename,
  type RoomEvent,
  rememberFlag,
  rememberRename,
  rememberRoomEvent,
  renamed,
} from './roomEvents';
import { useRoomLog } from './roomLog';

/** Applies an event of the room's log to the list, and to pages that were read before it. */
export function changeMessages(event: RoomEvent) {
  rememberRoomEvent(event);
  switch (event.type) {
    case 'message_pinned':
    case 'message_unpinned':
      return;
    case 'message_deleted':
    case 'message_edited': // replies quote it
      alterAll((m) => afterEvent(m, event));
      return;
    default:
      alterMessage(event.messageId, (m) => afterEvent(m, event));
  }
}

/** Marks a message as reported, or no longer. */
export function flagMessage(flag: MessageFlagged) {
  rememberFlag(flag);
  alterMessage(flag.messageId, (m) => afterFlag(m, flag));
}

/** Relabels everything a member wrote or reacted with. */
export function renameMember(rename: Rename) {
  rememberRename(rename);
  const authors = new Map(useRoomLog.getState().messages.map((m) => [m.id, m.user_id]));
  alterAll((m) => {
    const target = m.reply_to_message_id ? authors.get(m.reply_to_message_id) : undefined;
    // A target that is not loaded is known by its name only.
    if (!target) return afterRename(m, rename);
    const nameOf = (id: string) => (id === rename.userId ? rename.newUsername : undefined);
    return renamed(m, nameOf, nameOf(target));
  });
}

/** Applies the current names of messages that were just read, and returns them by member id. */
export function applyNames(page: readonly MessageBody[]) {
  const fresh = new Map(page.map((m) => [m.id, m]));
  const names = new Map<string, string>();
  for (const m of page) {
    for (const r of m.reactions) names.set(r.user_id, r.username);
    names.set(m.user_id, m.username);
  }
  alterAll((m) => renamed(m, (id) => names.get(id), fresh.get(m.id)?.reply_to_username ?? undefined));
  return names;
}

function alterMessage(id: string, change: (m: MessageBody) => MessageBody) {
  const { messages, revision } = useRoomLog.getState();
  const at = messages.findLastIndex((m) => m.id === id);
  const found = messages[at];
  if (found) useRoomLog.setState({ messages: messages.with(at, change(found)), revision: revision + 1 });
}

function alterAll(change: (m: MessageBody) => MessageBody) {
  const { messages, revision } = useRoomLog.getState();
  const next = messages.map(change);
  if (next.some((m, i) => m !== messages[i])) useRoomLog.setState({ messages: next, revision: revision + 1 });
}
