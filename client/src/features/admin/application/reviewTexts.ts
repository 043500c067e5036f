// The sentences of the review of applications.
import { texts } from 'texts:admin/application';
import type { ApplicationFilter } from '@/queries/application/review';
import type { ReviewStatus } from '@/rules/application/review';
import type { BadgeTone } from '@/ui/Badge';

export const statusTones: Record<ReviewStatus, BadgeTone> = {
  pending: 'accent',
  accepted: 'clear',
  rejected: 'alert',
  on_hold: 'info',
  reapply: 'info',
  incomplete: 'plain',
};

export const filters = (): { value: ApplicationFilter; label: string }[] => [
  { value: 'all', label: texts.all },
  ...(['pending', 'accepted', 'rejected', 'incomplete', 'on_hold', 'reapply'] as const).map((value) => ({
    value,
    label: texts.statusWords[value],
  })),
];
