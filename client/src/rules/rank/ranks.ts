// The ten rank names and how each is shown. Thresholds belong to the server.
import { texts } from 'texts:rank';

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
  if (step.reached === 'invitation') return texts.byInvitationOnly;
  if (step.reached === 'honorary' || step.from === null) return texts.honoraryGivenNotEarned;
  const { from } = step;
  const next = ladder.flatMap((other) => (other.from !== null && other.from > from ? [other.from] : []));
  if (next.length === 0) return texts.pointsAndAbove({ from });
  return texts.toPoints({ from, count: Math.min(...next) - 1 });
}

/** A known rank for any text: a missing one is Private, an unknown one Recruit. */
export function rankOf(name: string | null | undefined): Rank {
  if (!name) return 'Private';
  const lower = name.toLowerCase();
  return ranks.find((rank) => rank.toLowerCase() === lower) ?? 'Recruit';
}

/** The CSS colour of a rank, for insignia and names only. */
export const rankColour = (rank: Rank) => `var(--rank-${rank.toLowerCase()})`;
