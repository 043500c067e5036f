// The composer's rules: how long a message may be, and which is empty.
import { codePoints } from '@/rules/text';

export const messageMaxLength = 500; // Unicode code points
export const messageRedAbove = 400; // the counter turns red above this

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
