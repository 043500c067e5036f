// What a person can do with a message, as calls on the stores.
import { texts } from 'texts:chat';
import { messageOf } from '@/net/api';
import { chips } from '@/rules/chat/reactions';
import { draft } from '@/stores/room/drafts';
import type { ReplyTarget } from '@/stores/room/outgoing';
import { pinMessage, unpinMessage } from '@/stores/room/pins';
import { showRoomNotice } from '@/stores/room/roomNotice';
import { sendChange } from '@/stores/room/underWay';
import type { MessageBody } from '@/wire/frames.gen';
import { messageWords } from './MessageContent';

/** Adds one's emoji, or takes it back when it is there. */
export function toggleReaction(message: MessageBody, reaction: string, me: string) {
  const mine = chips(message.reactions, me).some((chip) => chip.emoji === reaction && chip.mine);
  sendChange({
    type: mine ? 'remove_reaction' : 'add_reaction',
    messageId: message.id,
    reaction,
    roomId: message.roomId,
  });
}

/** Puts a message into the reply banner. */
export function replyTo(message: MessageBody) {
  draft(message.roomId, { replyTo: targetOf(message) });
}

export function targetOf(message: MessageBody): ReplyTarget {
  return {
    id: message.id,
    userId: message.user_id,
    username: message.username,
    text: messageWords(message),
  };
}

/** Whether there is something to copy: the link to an upload opens for nobody else, and not for long. */
export const canCopy = ({ message_type: kind }: MessageBody) => kind === 'text' || kind === 'gif';

/** Copies the text, or the address of a GIF. */
export async function copyMessage(message: MessageBody) {
  const text = message.message_type === 'text' ? message.message : (message.media_url ?? message.message);
  try {
    await navigator.clipboard.writeText(text);
    showRoomNotice(texts.copied, 'clear');
  } catch {
    showRoomNotice(texts.copyRefused);
  }
}

/** Asks the server to delete; it decides whether this member may. */
export function deleteForAll(message: MessageBody) {
  sendChange({ type: 'delete_message', messageId: message.id, roomId: message.roomId });
}

/** Pins a message for everybody, or takes the pin away. */
export async function togglePin({ roomId, id }: MessageBody, pinned: boolean) {
  try {
    await (pinned ? unpinMessage(roomId, id) : pinMessage(roomId, id));
  } catch (error) {
    showRoomNotice(messageOf(error, pinned ? texts.unpinFailed : texts.pinFailed));
  }
}
