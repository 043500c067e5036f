// The sentences of notification campaigns.
import { formatCount, formatNumber } from '@/rules/format';
import type { CampaignGroup, CampaignStatus, DeliveryStatus } from '@/wire/bodies.gen';

export const texts = {
  parts: 'Parts of notifications',
  compose: 'Compose Notification',
  history: 'History',

  name: 'Campaign Name',
  nameHint: 'Shown in the history only.',
  group: 'Recipients',
  groupNone: 'Select a group',
  type: 'Notification type',
  email: 'Email',
  sms: 'SMS',
  both: 'Both',
  subject: 'Subject',
  message: 'Message',
  preview: 'Preview',
  previewMail: 'Email preview',
  previewSms: 'SMS preview',
  previewEmpty: 'The message will be shown here.',
  sendAt: 'Send at',
  sendAtHint: 'Leave it empty to send at once. Your own time zone.',
  send: 'Send Notification',
  schedule: 'Schedule Notification',
  test: 'Send Test',
  groupsLoading: 'Loading recipient groups',
  groupsFailed: 'Failed to load recipient groups',
  historyLoading: 'Loading notification history',
  historyFailed: 'Failed to load notification history',
  searchFailed: 'Failed to search users',
  sendFailed: 'Failed to send notification',
  tryAgain: 'Try again',

  groupMissing: 'Please select a recipient group',
  messageMissing: 'Please enter a message',
  subjectMissing: 'Please enter a subject for email notifications',
  recipientsMissing: 'Please select at least one recipient',

  search: 'Search users',
  searchHint: 'At least 2 characters of a name or username',
  searchNone: 'Nobody found',
  chosen: 'Chosen recipients',
  add: (name: string) => `Add ${name}`,
  remove: (name: string) => `Remove ${name}`,
  noWay: 'cannot be reached',
  reach: (total: number, mail: number, phone: number) =>
    `${formatCount(total, 'recipient')}: ${formatNumber(mail)} with email, ${formatNumber(phone)} with phone`,

  split: (parts: number) => `Message exceeds 160 characters. Will be split into ${parts} SMS messages.`,
  splitTrue: (parts: number) =>
    `Networks count these characters differently: it will be ${formatCount(parts, 'message')}.`,
  length: (length: number) => `${formatNumber(length)} characters`,
  outbox: 'Messages of this server go to the development outbox, to nobody else.',
  outboxOpen: 'Open the outbox',
  channelOff: (what: string) => `${what} is not configured on this server.`,

  confirmTitle: 'Send this notification?',
  confirmSend: 'Send',
  confirmText: (messages: number, group: string) =>
    `${formatCount(messages, 'message')} to ${group}. What is sent cannot be taken back.`,

  testFailed: (why: string) => `Test failed: ${why}`,
  unknownError: 'Unknown error',

  stillGoing: 'Still sending. See History for its progress.',
  started: 'Sending',
  failed: (why: string) => `Campaign failed: ${why}`,
  completed: (sent: number, failed: number) =>
    `Campaign completed! Sent: ${formatNumber(sent)}, Failed: ${formatNumber(failed)}`,
  counts: (sent: number, failed: number, unknown: number, queued: number) =>
    `${formatNumber(sent)} sent, ${formatNumber(failed)} failed${unknown > 0 ? `, ${formatNumber(unknown)} unknown` : ''} of ${formatNumber(queued)}`,
  unknown: (count: number) => `${formatNumber(count)} unknown`,
  skipped: (count: number) => `${formatNumber(count)} skipped`,
  pause: 'Pause',
  resume: 'Resume',
  cancel: 'Cancel Campaign',
  changeFailed: 'Failed to change the campaign',

  audit: 'Audit log of this campaign',
  none: 'No notifications yet',
  noneText: 'Campaigns will be listed here with their results.',
  more: 'Show more',
  details: 'Results',
  result: 'Result',
  resultAll: 'All',
  resultNone: 'No messages with this result.',
  detailsOf: (name: string) => `Results of ${name}`,
  deliveriesFailed: 'Failed to load the results',
  deliveriesLoading: 'Loading the results',
  unnamed: 'A member who is gone',
  scheduledFor: (when: string) => `Scheduled for ${when}`,
} as const;

export const groupWords: Record<CampaignGroup, string> = {
  all: 'All Members',
  admins: 'Administrators',
  guardians: 'Guardians',
  active: 'Active Members',
  inactive: 'Inactive Members',
  contributors: 'Contributors',
  specific: 'Specific Users',
};

export const statusWords: Record<CampaignStatus, string> = {
  scheduled: 'Scheduled',
  processing: 'Processing',
  paused: 'Paused',
  cancelled: 'Cancelled',
  completed: 'Completed',
  failed: 'Failed',
};

export const deliveryWords: Record<DeliveryStatus, string> = {
  queued: 'Queued',
  sending: 'Sending',
  sent: 'Sent',
  failed: 'Failed',
  unknown: 'Unknown',
  skipped: 'Skipped',
};
