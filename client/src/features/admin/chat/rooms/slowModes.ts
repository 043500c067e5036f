// The waits between two messages of one member that are on offer.
import { texts } from 'texts:admin/chat/rooms';

const offered = [0, 5, 10, 30, 60, 300, 900, 3600];

/** '30 seconds', '5 minutes', '1 hour'. */
export function waitWords(seconds: number): string {
  if (seconds === 0) return texts.off;
  if (seconds % 3600 === 0) return texts.hours({ count: seconds / 3600 });
  if (seconds % 60 === 0) return texts.minutes({ count: seconds / 60 });
  return texts.seconds({ count: seconds });
}

/** What is on offer, and what the room has now when that is something else. */
export const slowModes = (now: number) =>
  [...new Set([...offered, now])]
    .sort((a, b) => a - b)
    .map((seconds) => ({ value: String(seconds), label: waitWords(seconds) }));
