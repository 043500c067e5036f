// The composer's rules: how long a message may be and how its length is counted.

export const messageMaxLength = 500; // Unicode code points (CHAT-5, Z-60)
export const messageRedAbove = 400; // the counter turns red above this (CHAT-4)
export const messageTooLong = 'Message too long (max 500 characters)';

/** How many Unicode code points text has: the server counts the same way (Z-60). */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/**
 * Text cut after max code points and followed by '...' when something was cut:
 * 30 for reply previews, 60 for the reply banner (LIM-4). Line breaks become
 * blanks, because both places are one line high.
 */
export function cut(text: string, max: number): string {
  const flat = text.replace(/\s+/gu, ' ').trim();
  const points = [...flat];
  return points.length > max ? `${points.slice(0, max).join('')}...` : flat;
}

export const replyPreviewLength = 30;
export const replyBannerLength = 60;

// Characters without ink, as store.CleanText strips them: a message of these
// alone is blank.
const inkless = new Set('\u200b\u200c\u200d\u2060\ufeff\u200e\u200f\u00ad\u2800\u3164\u115f\u1160\ufe0f');

/** Whether text shows nothing at all (CHAT-6): there is nothing to send. */
export function isBlank(text: string): boolean {
  return [...text].every((char) => inkless.has(char) || char.trim() === '');
}

/** Whether text may be sent: not blank and at most 500 code points. */
export function canSend(text: string): boolean {
  return !isBlank(text) && codePoints(text.trim()) <= messageMaxLength;
}
