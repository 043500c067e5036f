// The message whose text is being edited in the composer of its room. The draft holds the
// new text and the draft before the edit. A sent edit is stored for this tab and this member
// until the room's event shows it, so that neither a refusal nor a reload loses it; an unsent
// one, from which the member went on to another message, until that message is edited again.
import { texts } from 'texts:chat/rules';
import { newId } from '@/net/newId';
import { useRoomLog } from '@/stores/roomlog/roomLog';
import { tabList } from '@/stores/session/tabList';
import { wordsUnder } from '@/stores/session/writing';
import type { EditMessage, MessageBody } from '@/wire/frames.gen';
import { transmit, useConnection } from './connection';
import { draft, draftOf, useDrafts } from './drafts';
import { showRoomNotice } from './roomNotice';

/** For so long a text can be edited; the server decides by its clock. */
export const editableMs = 15 * 60_000;

interface StoredEdit {
  roomId: string;
  messageId: string;
  text: string;
  requestId?: string | undefined;
  /** When the message had last been edited before, as far as was known. */
  before?: string | null | undefined;
  /**
   * inDoubt: the connection went down since, and it may not have arrived. refused: waits
   * until no other edit is open in its room.
   */
  state: 'unsent' | 'sent' | 'inDoubt' | 'refused';
}

const { read: storedEdits, store, forget } = tabList<StoredEdit>(wordsUnder.edits);

const now = (roomId: string) => draftOf(roomId)(useDrafts.getState());
const shownOf = (messageId: string) => useRoomLog.getState().messages.findLast(({ id }) => id === messageId);

/** Whether the member may edit a message at a moment; the server decides again. */
export function canEdit(message: MessageBody, me: string, at: number): boolean {
  return (
    message.message_type === 'text' && isOwn(message, me) && at - Date.parse(message.created_at) < editableMs
  );
}

/** Whether a message may have a transcript or captions. */
export const hasWords = ({ message_type: kind }: MessageBody) => kind === 'voice' || kind === 'video';

/** Whether the member may change the transcript or the captions of a message; the server decides again. */
export const canChangeWords = (message: MessageBody, me: string) => hasWords(message) && isOwn(message, me);

const isOwn = ({ user_id, deleted_at }: MessageBody, me: string) => user_id === me && deleted_at === null;

/** Opens a message's text in the composer, or what was not sent of it. */
export function startEdit({ roomId, id, message }: Pick<MessageBody, 'roomId' | 'id' | 'message'>) {
  const { text, replyTo, editing } = now(roomId);
  if (editing?.messageId === id) return;
  const { kept, keptReply } = editing ?? { kept: text, keptReply: replyTo };
  const edits = storedEdits();
  const unsent = edits.find((edit) => edit.messageId === id && edit.state === 'unsent');
  const others = edits.filter((edit) => edit !== unsent);
  if (editing && shownOf(editing.messageId)?.message !== text)
    others.push({ roomId, messageId: editing.messageId, text, state: 'unsent' });
  store(others);
  draft(roomId, {
    text: unsent?.text ?? message,
    replyTo: null,
    editing: { messageId: id, kept, keptReply },
  });
}

/** Leaves the message as it is and restores the draft before the edit. */
export function cancelEdit(roomId: string) {
  const { editing, replyTo } = now(roomId);
  if (!editing) return;
  draft(roomId, { text: editing.kept, replyTo: replyTo ?? editing.keptReply ?? null, editing: null });
  openRefused(roomId);
}

/** Sends the new text unless it is the old one; false when there is no connection. */
export function submitEdit(roomId: string, text: string): boolean {
  const { editing } = now(roomId);
  if (!editing) return false;
  const { messageId } = editing;
  const shown = shownOf(messageId);
  if (shown?.message === text) {
    cancelEdit(roomId);
    return true;
  }
  const edit: StoredEdit = {
    roomId,
    messageId,
    text,
    requestId: newId(),
    before: shown?.edited_at,
    state: 'sent',
  };
  if (!useConnection.getState().inRoom || !transmit(frameOf(edit))) {
    showRoomNotice(texts.connectionLost);
    return false;
  }
  store([...storedEdits().filter((other) => other.messageId !== messageId), edit]);
  cancelEdit(roomId);
  return true;
}

const frameOf = ({ roomId, messageId, text: message, requestId }: StoredEdit): EditMessage => ({
  type: 'edit_message',
  roomId,
  messageId,
  message,
  ...(requestId ? { requestId } : {}),
});

/** The connection went down, or the room is left: what was sent may not have arrived. */
export function editsInDoubt() {
  store(storedEdits().map((edit) => (edit.state === 'sent' ? { ...edit, state: 'inDoubt' } : edit)));
}

/**
 * The room is shown as it is now, after a join: sends edits in doubt again; the server stores
 * the same text once. Where the message was edited since, as on another device, the member
 * decides: the edit is opened again.
 */
export function resendEdits(roomId: string) {
  store(
    storedEdits().flatMap((edit) => {
      if (edit.roomId !== roomId || edit.state !== 'inDoubt') return edit;
      const shown = shownOf(edit.messageId);
      if (shown?.message === edit.text.normalize()) return [];
      if (shown && shown.edited_at !== (edit.before ?? null)) return { ...edit, state: 'refused' };
      return transmit(frameOf(edit)) ? { ...edit, state: 'sent' } : edit;
    }),
  );
  openRefused(roomId);
}

/** The room shows another text: that which was sent, unless it is in doubt which that was. */
export function editArrived(messageId: string, text: string) {
  forget(
    (edit) =>
      edit.messageId === messageId &&
      edit.state !== 'unsent' &&
      (edit.state !== 'inDoubt' || edit.text.normalize() === text),
  );
}

/** The server refused an edit: opens it again. Without an id it is the one that was sent first. */
export function editRefused(requestId: string | undefined) {
  const refused = storedEdits().find(
    (edit) => edit.state === 'sent' && (requestId === undefined || edit.requestId === requestId),
  );
  if (!refused) return;
  store(
    storedEdits().map((edit) =>
      edit.messageId === refused.messageId && edit.state === 'sent' ? { ...edit, state: 'refused' } : edit,
    ),
  );
  openRefused(refused.roomId);
}

function openRefused(roomId: string) {
  const refused = storedEdits().find((edit) => edit.roomId === roomId && edit.state === 'refused');
  if (!refused || now(roomId).editing) return;
  forget((edit) => edit.messageId === refused.messageId && edit.state === 'refused');
  startEdit({ roomId, id: refused.messageId, message: refused.text });
}

/** A message was deleted: ends its edit. */
export function editDeleted(roomId: string, messageId: string) {
  forget((edit) => edit.messageId === messageId);
  if (now(roomId).editing?.messageId === messageId) cancelEdit(roomId);
}
