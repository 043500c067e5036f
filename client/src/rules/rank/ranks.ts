// The ten rank names and how each is shown. Thresholds belong to the server.
import { formatNumber } from '@/rules/format';

export const ranks = [
  'Recruit',
  'Private',
  'Corporal',
  'Sergeant',
  'Lieutenant',
  'Captain',
  'Major',
  'Colonel',
  'General',
  'Guardian',
] as const;
export type Rank = (typeof ranks)[number];

/** A step of the ladder as the server sends it. */
export interface LadderStep {
  rank: string;
  from: number | null;
  reached: 'points' | 'honorary' | 'invitation';
}

/** How a rank is reached, in words. */
export function reachedBy(step: LadderStep, ladder: readonly LadderStep[]): string {
  if (step.reached === 'invitation') return 'By invitation only';
  if (step.reached === 'honorary' || step.from === null) return 'Honorary: given, not earned by points';
  const { from } = step;
  const next = ladder.flatMap((other) => (other.from !== null && other.from > from ? [other.from] : []));
  if (next.length === 0) return `${formatNumber(from)} points and above`;
  return `${formatNumber(from)} to ${formatNumber(Math.min(...next) - 1)} points`;
}

/** A known rank for any text: a missing one is Private, an unknown one Recruit. */
export function rankOf(name: string | null | undefined): Rank {
  if (!name) return 'Private';
  const lower = name.toLowerCase();
  return ranks.find((rank) => rank.toLowerCase() === lower) ?? 'Recruit';
}

/** The CSS colour of a rank, for insignia and names only. */
export const rankColour = (rank: Rank) => `var(--rank-${rank.toLowerCase()})`;
