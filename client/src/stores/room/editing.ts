// The message whose text is being edited in the composer of its room. The draft holds the
// new text and the draft before the edit. A sent edit is retained until the room's event
// shows it, so that a refusal loses nothing.
import { texts } from 'texts:chat/rules';
import { useRoomLog } from '@/stores/roomlog/roomLog';
import { onSessionEnd } from '@/stores/session/memberStore';
import type { EditMessage, MessageBody } from '@/wire/frames.gen';
import { transmit, useConnection } from './connection';
import { draft, draftOf, useDrafts } from './drafts';
import { showRoomNotice } from './roomNotice';

/** For so long a text can be edited; the server decides by its clock. */
export const editableMs = 15 * 60_000;

interface SentEdit {
  roomId: string;
  messageId: string;
  text: string;
  /** The connection went down since: it may not have arrived. */
  inDoubt: boolean;
}

let sent: SentEdit | null = null;

const now = (roomId: string) => draftOf(roomId)(useDrafts.getState());

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

/** Opens a message's text in the composer. */
export function startEdit({ roomId, id, message }: Pick<MessageBody, 'roomId' | 'id' | 'message'>) {
  const { text, replyTo, editing } = now(roomId);
  const { kept, keptReply } = editing ?? { kept: text, keptReply: replyTo };
  draft(roomId, { text: message, replyTo: null, editing: { messageId: id, kept, keptReply } });
}

/** Leaves the message as it is and restores the draft before the edit. */
export function cancelEdit(roomId: string) {
  const { editing, replyTo } = now(roomId);
  if (!editing) return;
  draft(roomId, { text: editing.kept, replyTo: replyTo ?? editing.keptReply ?? null, editing: null });
}

/** Sends the new text unless it is the old one; false when there is no connection. */
export function submitEdit(roomId: string, text: string): boolean {
  const { editing } = now(roomId);
  if (!editing) return false;
  const shown = useRoomLog.getState().messages.findLast((m) => m.id === editing.messageId);
  if (shown?.message === text) {
    cancelEdit(roomId);
    return true;
  }
  const edit = { roomId, messageId: editing.messageId, text, inDoubt: false };
  if (!useConnection.getState().inRoom || !transmit(frameOf(edit))) {
    showRoomNotice(texts.connectionLost);
    return false;
  }
  sent = edit;
  cancelEdit(roomId);
  return true;
}

const frameOf = ({ roomId, messageId, text: message }: SentEdit): EditMessage => ({
  type: 'edit_message',
  roomId,
  messageId,
  message,
});

/** The connection went down. */
export function editInDoubt() {
  if (sent) sent.inDoubt = true;
}

/** A join was answered: sends an edit in doubt again; the server stores the same text once. */
export function resendEdit(roomId: string) {
  if (sent?.roomId === roomId && sent.inDoubt) sent.inDoubt = !transmit(frameOf(sent));
}

/** The room shows the new text. */
export function editArrived(messageId: string) {
  if (sent?.messageId === messageId) sent = null;
}

/** The server refused a frame that was no message: opens the edit just sent again. */
export function editRefused() {
  if (!sent) return;
  const { roomId, messageId: id, text: message } = sent;
  sent = null;
  if (!now(roomId).editing) startEdit({ roomId, id, message });
}

/** A message was deleted: ends its edit. */
export function editDeleted(roomId: string, messageId: string) {
  editArrived(messageId);
  if (now(roomId).editing?.messageId === messageId) cancelEdit(roomId);
}

/** Another room is opened, or none. */
export function resetEditing() {
  sent = null;
}

onSessionEnd(resetEditing);
