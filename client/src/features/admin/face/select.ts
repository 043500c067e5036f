// Which of the enrolled members are shown, and in which order.
import type { FaceCheckShown, FaceUser } from '@/wire/bodies.gen';
import { nameOf } from './names';
import type { texts } from './texts';

export type Sort = (typeof texts.sorts)[number]['value'];
export type Filter = (typeof texts.filters)[number]['value'];

/** Those in whose name or addresses the text is. */
export function found(users: readonly FaceUser[], text: string): readonly FaceUser[] {
  const searched = text.toLowerCase();
  if (searched === '') return users;
  return users.filter(({ name, username, email, phone }) =>
    [name, username, email, phone].some((value) => value?.toLowerCase().includes(searched)),
  );
}

const time = (at: string | null) => (at ? Date.parse(at) : 0);
/** Who was never checked stands behind those who were. */
const confidence = ({ stats }: FaceUser) =>
  stats.totalVerifications > 0 ? stats.averageConfidence : Number.POSITIVE_INFINITY;
const compared = (a: number, b: number) => (a === b ? 0 : a < b ? -1 : 1);

const orders: Record<Sort, (a: FaceUser, b: FaceUser) => number> = {
  lastUsed: (a, b) => time(b.lastUsed) - time(a.lastUsed),
  enrolledAt: (a, b) => time(b.enrolledAt) - time(a.enrolledAt),
  name: (a, b) => nameOf(a).localeCompare(nameOf(b), 'en'),
  totalScans: (a, b) => b.totalScans - a.totalScans,
  confidence: (a, b) => compared(confidence(a), confidence(b)),
};

export const sorted = (users: readonly FaceUser[], by: Sort): readonly FaceUser[] =>
  [...users].sort(orders[by]);

/** The checks that a filter shows. */
export function filtered(checks: readonly FaceCheckShown[], by: Filter): readonly FaceCheckShown[] {
  if (by === 'all') return checks;
  if (by === 'replay') return checks.filter(({ possibleReplay }) => possibleReplay);
  return checks.filter(({ type, passed }) => type === 'verification' && passed === (by === 'passed'));
}
