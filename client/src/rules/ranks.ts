// The ten rank names and how each is shown. Thresholds belong to the server.

export type Rank =
  | 'Recruit'
  | 'Private'
  | 'Corporal'
  | 'Sergeant'
  | 'Lieutenant'
  | 'Captain'
  | 'Major'
  | 'Colonel'
  | 'General'
  | 'Guardian';

const RANKS: readonly Rank[] = [
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
];

/** A known rank for any text: a missing one is Private (Z-2), an unknown one Recruit (Z-1, PUB-10). */
export function rankOf(name: string | null | undefined): Rank {
  if (!name) return 'Private';
  const wanted = name.toLowerCase();
  return RANKS.find((rank) => rank.toLowerCase() === wanted) ?? 'Recruit';
}

/** The CSS colour of a rank, for insignia and names only. */
export const rankColour = (rank: Rank) => `var(--rank-${rank.toLowerCase()})`;
