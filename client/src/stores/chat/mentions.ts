// Mentions of the member: their sound, and the list of mentions.
import { createEmitter } from '@/stores/emitter';
import { onSessionEnd } from '@/stores/session/memberStore';
import { markStale } from '@/stores/stale';
import { useMute } from './mute';
import { mentionsAreHeard } from './rooms';

const mentioned = createEmitter();

/** Calls back when the sound of a mention is to be played. Returns how to stop. */
export const onMention = mentioned.on;

const soundEveryMs = 2_000;
let playedAt = 0;

const playedFor = new Set<string>(); // ids of messages, the oldest first
const rememberedAtMost = 500;

function wasPlayedFor(messageId: string) {
  if (playedFor.has(messageId)) return true;
  playedFor.add(messageId);
  for (const oldest of playedFor) {
    if (playedFor.size <= rememberedAtMost) break;
    playedFor.delete(oldest);
  }
  return false;
}

/**
 * A message in a room names the member: plays the sound unless the device or the room is
 * muted. A message plays it once, however often it is edited.
 */
export function onMentionReceived(roomId: string, messageId?: string) {
  markStale('mentions');
  if (messageId !== undefined && wasPlayedFor(messageId)) return;
  if (useMute.getState().muted || !mentionsAreHeard(roomId)) return;
  const now = Date.now();
  // The device's clock may be put back meanwhile.
  if (Math.abs(now - playedAt) < soundEveryMs) return;
  playedAt = now;
  mentioned.emit();
}

onSessionEnd(() => {
  playedAt = 0;
  playedFor.clear();
});
