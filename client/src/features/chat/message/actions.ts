// What a person can do with a message, as calls on the stores.
import { chips } from '@/rules/reactions';
import { draft } from '@/stores/drafts';
import { transmit, useLine } from '@/stores/line';
import { connectionLost, say } from '@/stores/notices';
import type { ReplyTarget } from '@/stores/outgoing';
import type { MessageBody } from '@/wire/frames.gen';
import { messageWords } from './MessageContent';

function tell(frame: Parameters<typeof transmit>[0]) {
  if (!useLine.getState().inRoom || !transmit(frame)) say(connectionLost);
}

/** Adds one's emoji, or takes it back when it is there (CHAT-25, Z-41). */
export function toggleReaction(message: MessageBody, reaction: string, me: string) {
  const mine = chips(message.reactions, me).some((chip) => chip.emoji === reaction && chip.mine);
  tell({
    type: mine ? 'remove_reaction' : 'add_reaction',
    messageId: message.id,
    reaction,
    roomId: message.roomId,
  });
}

/** Puts a message into the reply banner (CHAT-21). */
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

/** Copies the text, or the address of a GIF or medium. */
export async function copyMessage(message: MessageBody) {
  const text = message.message_type === 'text' ? message.message : (message.media_url ?? message.message);
  try {
    await navigator.clipboard.writeText(text);
    say('Copied', 'clear');
  } catch {
    say('Copying is not allowed by this browser');
  }
}

/** Asks the server to delete; it decides whether this member may (CHAT-23). */
export function deleteForAll(message: MessageBody) {
  tell({ type: 'delete_message', messageId: message.id, roomId: message.roomId });
}
