// The sentences of the reports.
import type { ReportOutcome, ReportReason } from '@/wire/bodies.gen';

export const texts = {
  state: 'Which reports',
  open: 'Open',
  closed: 'Closed',
  loading: 'Loading reports',
  failed: 'Failed to load reports',
  noneOpen: 'Nothing to look at',
  noneOpenText: 'Reports of messages and members appear here.',
  noneClosed: 'No closed reports',
  aboutMember: 'About the member',
  gone: 'The message no longer stands.',
  reportedBy: 'Reported by',
  unnamed: 'a member without a username',
  context: 'Show what stands around it',
  contextHide: 'Hide what stands around it',
  contextLoading: 'Loading messages',
  contextFailed: 'The messages could not be loaded.',
  jump: 'Open in the room',
  rule: 'Close report',
  ruleTitle: (name: string) => `Close the report about ${name}`,
  ruleText: 'The one who reported is notified that it was looked at. This cannot be changed later.',
  outcome: 'Outcome',
  note: 'Note',
  noteHint: 'Kept with the report; members do not see it.',
  noteTooLong: 'The note is too long (max 500 characters)',
  cancel: 'Cancel',
  audit: 'In the audit log',
  ruled: 'Report closed',
  ruledAlready: 'Somebody has closed this report already.',
  ruleFailed: 'Failed to close the report',
  closedBy: (name: string) => `Closed by ${name}`,
} as const;

export const reasonWords: Record<ReportReason, string> = {
  spam: 'Spam or advertising',
  harassment: 'Harassment',
  threat: 'Threat or violence',
  sexual: 'Sexual content',
  other: 'Something else',
};

export const outcomes: readonly { value: ReportOutcome; label: string; text: string }[] = [
  { value: 'dismissed', label: 'Dismissed', text: 'Nothing is wrong; nothing happens.' },
  { value: 'warned', label: 'Warned', text: 'The member is warned.' },
  { value: 'deleted', label: 'Deleted', text: 'The message is deleted for everybody.' },
  { value: 'banned', label: 'Banned', text: 'The member is banned from chat.' },
];
