// The sentences of the review of applications.
import type { ApplicationFilter } from '@/queries/application/review';
import type { DecisionStatus, ReviewStatus } from '@/rules/application/review';
import { formatCount } from '@/rules/format';
import type { BadgeTone } from '@/ui/Badge';

export const texts = {
  filter: 'Which applications',
  loading: 'Loading applications',
  failed: 'Failed to load applications',
  none: 'No applications',
  noneText: 'Applications of this kind appear here.',
  total: (count: number) => formatCount(count, 'application'),
  invitations: 'Invitations',
  keys: 'Arrows walk, Enter opens',
  pages: 'Pages of applications',
  expedited: 'EXPEDITED',
  noPhoto: 'Photo unavailable',
  photoOf: (name: string) => `Photo of ${name}`,
  unnamed: 'NOT PROVIDED',
  submitted: (date: string) => `Submitted ${date}`,
  begun: (date: string) => `Started ${date}`,
  openBy: (name: string) => `${name} has this open`,

  // The review of one
  one: 'Application',
  reviewLoading: 'Loading the application',
  reviewFailed: 'Failed to load the application',
  notFound: 'This application is no longer listed.',
  previous: 'Previous application',
  next: 'Next application',
  position: (at: number, of: number) => `${at} of ${of}`,
  alone: 'Outside of the list',
  toDecision: 'Decide',
  reviewKeys: '← → walk · 1–4 choose · R reason · Ctrl+Enter decide',
  autoAdvance: 'Auto-advance',
  last: 'That was the last application of this list.',
  moreFailed: 'The next applications could not be loaded. Please try again.',

  // The decision
  decision: 'Review decision',
  status: 'New status',
  reason: 'Reason',
  reasonHint: 'The applicant reads it.',
  reasonTooLong: 'The reason is too long (max 2000 characters)',
  update: 'Update status',
  updateFailed: 'Failed to update application status',
  updated: (number: string, status: string) => `${number}: ${status}`,
  changed: 'This application has changed meanwhile. Please look at it again.',
  nowIs: (status: string, by: string | null) => (by ? `Now ${status}, by ${by}.` : `Now ${status}.`),
  notSubmitted: 'It can be decided once it is submitted.',
  withdrawTitle: (number: string) => `Take back the acceptance of ${number}?`,
  withdrawText: 'The member can no longer sign in. This takes the membership away.',
  withdraw: 'Take back',
  cancel: 'Cancel',
  reviewedBy: (name: string, date: string) => `Reviewed by ${name}, ${date}`,
  reviewedAt: (date: string) => `Reviewed ${date}`,

  // Its sections
  stage1: 'Stage 1: Basic information',
  stage2: 'Stage 2: Fan information',
  stage3: 'Stage 3: Written responses',
  stage4: 'Stage 4: NDA',
  metadata: 'Metadata',
  history: 'History of decisions',
  noHistory: 'Not decided yet',
  related: 'Related applications',
  yes: 'YES',
  no: 'NO',
  missing: 'NOT PROVIDED',
  verified: 'Verified',
  notVerified: 'Not verified',
  timeOf: (time: string) => `${time} on this question`,
  timeSpent: (time: string) => `${time} on this stage`,
  timesHint: 'Times are as the browser measured them, for information only.',
  member: 'The member',
  audit: 'In the audit log',
  fromTo: (before: string, after: string) => `${before} to ${after}`,
} as const;

export const statusWords: Record<ReviewStatus, string> = {
  pending: 'PENDING',
  accepted: 'ACCEPTED',
  rejected: 'REJECTED',
  on_hold: 'ON HOLD',
  reapply: 'REAPPLY',
  incomplete: 'INCOMPLETE',
};

export const statusTones: Record<ReviewStatus, BadgeTone> = {
  pending: 'accent',
  accepted: 'clear',
  rejected: 'alert',
  on_hold: 'info',
  reapply: 'info',
  incomplete: 'plain',
};

export const filters: readonly { value: ApplicationFilter; label: string }[] = [
  { value: 'all', label: 'ALL' },
  ...(['pending', 'accepted', 'rejected', 'incomplete', 'on_hold', 'reapply'] as const).map((value) => ({
    value,
    label: statusWords[value],
  })),
];

/** What each decision does; their order is that of the keys 1 to 4. */
export const decisionTexts: Record<DecisionStatus, string> = {
  accepted: 'Becomes a member and may sign in.',
  rejected: 'Is not admitted.',
  on_hold: 'Waits; the applicant is notified.',
  reapply: 'May change the application and submit it again.',
};

export const commonWords: Record<string, string> = {
  full_name: 'the same name',
  phone: 'the same phone number',
  network: 'the same network',
};
