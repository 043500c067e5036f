// The steps of the ladder of ranks, and how each is reached.
import { texts } from 'texts:rank/sheets';

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
