// Emergency messages: their limits, their priority and their words.
import { texts as emergencyTexts } from 'texts:emergency';
import { texts } from 'texts:emergency/rules';
import type { EmergencyPriority } from '@/wire/bodies.gen';

export const minLength = 10;
export const maxLength = 160;
export const perHour = 1;
export const perDay = 3;
/** How many of a member's own messages the page shows at first. */
export const latest = 5;
export const successLastsMs = 5_000;

export const guidelines = () => [
  emergencyTexts.immediatePhysicalThreats,
  emergencyTexts.securityBreaches,
  emergencyTexts.systemFailures,
  emergencyTexts.timeSensitiveEmergencies,
];

const critical = ['danger', 'threat', 'urgent', 'emergency', 'help', 'critical'];
const high = ['important', 'serious', 'asap', 'quickly'];

/** The priority that the server will find too: by the words in the message. */
export function priorityOf(message: string): EmergencyPriority {
  const text = message.toLowerCase();
  if (critical.some((word) => text.includes(word))) return 'critical';
  return high.some((word) => text.includes(word)) ? 'high' : 'normal';
}

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
