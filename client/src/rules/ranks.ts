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

const ranks: readonly Rank[] = [
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

/** A known rank for any text: a missing one is Private, an unknown one Recruit. */
export function rankOf(name: string | null | undefined): Rank {
  if (!name) return 'Private';
  const wanted = name.toLowerCase();
  return ranks.find((rank) => rank.toLowerCase() === wanted) ?? 'Recruit';
}

/** The CSS colour of a rank, for insignia and names only. */
export const rankColour = (rank: Rank) => `var(--rank-${rank.toLowerCase()})`;
