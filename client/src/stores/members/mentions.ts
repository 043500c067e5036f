// Somebody named the member: the sound of it, and the list of mentions.
import { createEmitter } from '@/stores/emitter';
import { useMute } from '@/stores/rooms/mute';
import { mentionsAreHeard } from '@/stores/rooms/rooms';
import { onSessionEnd } from '@/stores/session/memberStore';
import { markStale } from '@/stores/stale';

const mentioned = createEmitter();

/** Calls back when a mention is to be heard. Returns how to stop. */
export const onMention = mentioned.on;

const soundEveryMs = 2_000;
let playedAt = 0;

const heard = new Set<string>(); // ids of messages, the oldest first
const heardAtMost = 500;

function isHeardAlready(messageId: string) {
  if (heard.has(messageId)) return true;
  heard.add(messageId);
  for (const oldest of heard) {
    if (heard.size <= heardAtMost) break;
    heard.delete(oldest);
  }
  return false;
}

/**
 * A message in a room names the member: heard unless the device or the room is
 * silent, and of one message once, however often it is edited.
 */
export function onMentionReceived(roomId: string, messageId?: string) {
  markStale('mentions');
  if (messageId !== undefined && isHeardAlready(messageId)) return;
  if (useMute.getState().muted || !mentionsAreHeard(roomId)) return;
  const now = Date.now();
  if (now - playedAt < soundEveryMs) return;
  playedAt = now;
  mentioned.emit();
}

onSessionEnd(() => {
  playedAt = 0;
  heard.clear();
});
