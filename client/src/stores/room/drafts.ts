// Drafts: the unsent text of each room, stored for this tab and this member, and the files
// chosen for it, which last as long as the page.
import { create } from 'zustand';
import { useRoomLog } from '@/stores/roomlog/roomLog';
import { readTabItem, writeTabItem } from '@/stores/session/tabStorage';
import { forgetWithMember, wordsUnder } from '@/stores/session/writing';
import type { ReplyTarget } from './outgoing';

export interface Draft {
  text: string;
  replyTo: ReplyTarget | null;
  /** The text is the new one of a message; kept and keptReply are the draft before the edit. */
  editing?: { messageId: string; kept: string; keptReply?: ReplyTarget | null } | null;
}

const empty: Draft = { text: '', replyTo: null };

export const useDrafts = create<{ byRoom: Readonly<Record<string, Draft>> }>(() => ({ byRoom: read() }));

/**
 * What was chosen, pasted, dropped or recorded for each room and is not sent. A session that
 * ends in the middle of an upload leaves it to the next one of the same member.
 */
export const chosenFiles = new Map<string, readonly File[]>();

/** The draft of a room. */
export const draftOf = (roomId: string) => (s: { byRoom: Readonly<Record<string, Draft>> }) =>
  s.byRoom[roomId] ?? empty;

/** Changes a room's draft; an empty one is removed. */
export function draft(roomId: string, over: Partial<Draft>) {
  useDrafts.setState(({ byRoom }) => {
    const next = { ...(byRoom[roomId] ?? empty), ...over };
    const { [roomId]: _, ...others } = byRoom;
    const nothing = next.text === '' && next.replyTo === null && !next.editing;
    return { byRoom: nothing ? others : { ...others, [roomId]: next } };
  });
  writeTabItem(wordsUnder.drafts, JSON.stringify(useDrafts.getState().byRoom));
}

/** Appends a mention of a member to a room's draft. */
export function mentionInDraft(roomId: string, username: string) {
  const { text } = draftOf(roomId)(useDrafts.getState());
  const gap = text === '' || /\s$/u.test(text) ? '' : ' ';
  draft(roomId, { text: `${text}${gap}@${username} ` });
}

/** The message that a draft replies to was deleted: the draft is no longer a reply. */
export function dropReplyTo(roomId: string, messageId: string) {
  const { replyTo, editing } = draftOf(roomId)(useDrafts.getState());
  if (replyTo?.id === messageId) draft(roomId, { replyTo: null });
  if (editing?.keptReply?.id === messageId) draft(roomId, { editing: { ...editing, keptReply: null } });
}

/** A member has another name: the replies being written to them show it. */
export function renameReplyTo(userId: string, username: string) {
  for (const [roomId, { replyTo }] of Object.entries(useDrafts.getState().byRoom))
    if (replyTo?.userId === userId && replyTo.username !== username)
      draft(roomId, { replyTo: { ...replyTo, username } });
}

export function resetDrafts() {
  chosenFiles.clear();
  writeTabItem(wordsUnder.drafts, null);
  useDrafts.setState({ byRoom: {} }, true);
}

function read(): Record<string, Draft> {
  try {
    const value: unknown = JSON.parse(readTabItem(wordsUnder.drafts) ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Record<string, Draft>) : {};
  } catch {
    return {};
  }
}

// A page may show a deletion for which no frame was received: before a reload, say.
useRoomLog.subscribe((now, before) => {
  if (now.revision === before.revision || now.roomId === null) return;
  const { replyTo, editing } = draftOf(now.roomId)(useDrafts.getState());
  const target = replyTo?.id ?? editing?.keptReply?.id;
  if (target && now.messages.some((m) => m.id === target && m.deleted_at !== null))
    dropReplyTo(now.roomId, target);
});

forgetWithMember(resetDrafts);
