// What the report dialog says.
import type { ReportReason } from '@/wire/bodies.gen';

export const texts = {
  message: (name: string) => `Report a message from ${name}`,
  member: (name: string) => `Report ${name}`,
  description: 'Administrators read it. The member does not learn who reported.',
  reason: 'What is wrong?',
  note: 'Anything else they should know',
  noteHint: 'Not required.',
  noteTooLong: 'The note is too long (max 500 characters)',
  keep: 'Cancel',
  send: 'Send report',
  sent: 'Thank you. The report was sent.',
  already: 'You have reported this already.',
  failed: 'Failed to send the report',
} as const;

export const reasons: readonly { value: ReportReason; label: string }[] = [
  { value: 'spam', label: 'Spam or advertising' },
  { value: 'harassment', label: 'Harassment' },
  { value: 'threat', label: 'Threat or violence' },
  { value: 'sexual', label: 'Sexual content' },
  { value: 'other', label: 'Something else' },
];
