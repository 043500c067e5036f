// The composer's rules: how long a message may be and how its length is counted.

export const messageMaxLength = 500; // Unicode code points
export const messageRedAbove = 400; // the counter turns red above this
export const messageTooLong = 'Message too long (max 500 characters)';

/** How many Unicode code points text has: the server counts the same way. */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/**
 * Text cut after max code points and followed by '...' when something was cut:
 * 30 for reply previews, 60 for the reply banner. Line breaks become
 * blanks, because both places are one line high.
 */
export function cut(text: string, max: number): string {
  const flat = text.replace(/\s+/gu, ' ').trim();
  const points = [...flat];
  return points.length > max ? `${points.slice(0, max).join('')}...` : flat;
}

export const replyPreviewLength = 30;
export const replyBannerLength = 60;

// Only blanks and characters without ink, as store.CleanText judges them.
const inkless = /^[\p{Default_Ignorable_Code_Point}\s\u0085\u2800]*$/u;

/** Whether text shows nothing at all: there is nothing to send. */
export function isBlank(text: string): boolean {
  return inkless.test(text);
}

/** Whether text may be sent: not blank and at most 500 code points. */
export function canSend(text: string): boolean {
  return !isBlank(text) && codePoints(text.trim()) <= messageMaxLength;
}
