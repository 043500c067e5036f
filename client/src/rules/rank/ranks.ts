// The ten rank names and how each is shown. Thresholds belong to the server.
import { texts } from 'texts:ranks';

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

/** A known rank for any text: a missing one is Private, an unknown one Recruit. */
export function rankOf(name: string | null | undefined): Rank {
  if (!name) return 'Private';
  const lower = name.toLowerCase();
  return ranks.find((rank) => rank.toLowerCase() === lower) ?? 'Recruit';
}

/** What a rank is called in the language in use. */
export const rankName = (rank: Rank) => texts.names[rank];

/** The CSS colour of a rank, for insignia and names only. */
export const rankColour = (rank: Rank) => `var(--rank-${rank.toLowerCase()})`;
