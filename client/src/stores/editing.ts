// The message whose text is being changed, in the composer of its room. The new
// text is kept until the room's event shows it, so that a refusal loses nothing.
import { create } from 'zustand';
import type { MessageBody } from '@/wire/frames.gen';
import { transmit, useConnection } from './connection';
import { connectionLost, showNotice } from './notices';

interface Edit {
  roomId: string;
  messageId: string;
  text: string;
}

interface EditingState {
  editing: Edit | null;
  /** Sent, not yet told by the room. */
  sent: Edit | null;
}

/** For so long a text can be changed, by the server's clock. */
export const editableMs = 15 * 60_000;

export const useEditing = create<EditingState>(() => ({ editing: null, sent: null }));

/** Whether the member may change a message's text at a moment, as far as is known here. */
export function canEdit(message: MessageBody, me: string, now: number): boolean {
  return (
    message.user_id === me &&
    message.message_type === 'text' &&
    message.deleted_at === null &&
    now - Date.parse(message.created_at) < editableMs
  );
}

/** Opens a message's text in the composer. */
export function startEdit({ roomId, id, message }: MessageBody) {
  useEditing.setState({ editing: { roomId, messageId: id, text: message } });
}

export function changeEdit(text: string) {
  useEditing.setState(({ editing }) => ({ editing: editing && { ...editing, text } }));
}

export function cancelEdit() {
  if (useEditing.getState().editing) useEditing.setState({ editing: null });
}

/** Sends the new text; false when there is no connection. */
export function submitEdit(text: string): boolean {
  const { editing } = useEditing.getState();
  if (!editing) return false;
  const edit = { ...editing, text };
  const { roomId, messageId } = edit;
  const gone =
    useConnection.getState().inRoom && transmit({ type: 'edit_message', roomId, messageId, message: text });
  if (!gone) {
    showNotice(connectionLost);
    return false;
  }
  useEditing.setState({ editing: null, sent: edit });
  return true;
}

/** The room shows the new text. */
export function editArrived(messageId: string) {
  if (useEditing.getState().sent?.messageId === messageId) useEditing.setState({ sent: null });
}

/** The server refused something that was no message: a text just sent is opened again. */
export function editRefused() {
  const { sent, editing } = useEditing.getState();
  if (sent) useEditing.setState({ sent: null, editing: editing ?? sent });
}

/** A message was deleted: there is nothing to change. */
export function editDeleted(messageId: string) {
  const { editing, sent } = useEditing.getState();
  if (editing?.messageId === messageId || sent?.messageId === messageId) resetEditing();
}

export function resetEditing() {
  useEditing.setState(useEditing.getInitialState(), true);
}
