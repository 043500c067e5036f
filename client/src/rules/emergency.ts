// Emergency messages: their limits, their priority and their words.
import type { EmergencyPriority, EmergencyReceipt } from '@/wire/bodies.gen';

export const minLength = 10;
export const maxLength = 160;
export const perHour = 1;
export const perDay = 3;
export const shown = 5;
export const successLastsMs = 5_000;

export const texts = {
  tooShort: 'Message must be at least 10 characters',
  tooLong: 'Message exceeds maximum length',
  limit: 'You have reached your message limit. Please wait before sending another message.',
  tooMany: 'Rate limit exceeded. Please wait before sending another message.',
  refused: 'Failed to send emergency message',
  failed: 'Failed to send emergency message. Please try again.',
  sent: (creator: string) => `Emergency message sent successfully. ${creator} has been notified.`,
};

export const guidelines = [
  'Immediate physical threats',
  'Security breaches',
  'Critical system failures affecting many users',
  'Time-sensitive emergencies',
];

const critical = ['danger', 'threat', 'urgent', 'emergency', 'help', 'critical'];
const high = ['important', 'serious', 'asap', 'quickly'];

/** The priority that the server will find too: by the words in the message. */
export function priorityOf(message: string): EmergencyPriority {
  const text = message.toLowerCase();
  if (critical.some((word) => text.includes(word))) return 'critical';
  return high.some((word) => text.includes(word)) ? 'high' : 'normal';
}

export const receiptWords: Record<EmergencyReceipt, string> = {
  stored: 'Stored',
  handed_over: 'Handed over',
  acknowledged: 'Acknowledged',
  resolved: 'RESOLVED',
};

const letters = (text: string) => [...text].length;

/** Why a message cannot be sent; '' when it can. */
export function fault(message: string): string {
  const length = letters(message.trim());
  if (length < minLength) return texts.tooShort;
  return length > maxLength ? texts.tooLong : '';
}

/** What stays of a text that is typed or pasted: at most 160 characters. */
export const cut = (message: string) => [...message].slice(0, maxLength).join('');
export { letters };
