// Somebody named the member: the sound of it, and the list of mentions.
import { useMute } from './mute';
import { mentionsAreHeard } from './rooms';
import { markStale } from './stale';

let play: () => void = () => {};

/** Names who makes the sound (features/chat). */
export function onMention(sound: () => void) {
  play = sound;
}

const soundEveryMs = 2_000;
let playedAt = 0;

/** A message in a room names the member: heard unless the device or the room is silent. */
export function heardMention(roomId: string) {
  markStale('mentions');
  if (useMute.getState().muted || !mentionsAreHeard(roomId)) return;
  const now = Date.now();
  if (now - playedAt < soundEveryMs) return;
  playedAt = now;
  play();
}
