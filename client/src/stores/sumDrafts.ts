// The sums to pay as they are being chosen.
import { formDraft } from '@/stores/session/formDraft';

/** What is filled in. */
interface Sum {
  /** The chosen preset's value. */
  chosen: number | null;
  /** A sum of one's own, as it is typed. */
  custom: string;
  anonymous: boolean;
}

const noSum: Sum = { chosen: null, custom: '', anonymous: false };

export type SumDraft = ReturnType<typeof formDraft<Sum>>;

export const contributionDraft = formDraft('contribution', noSum);
export const serverCostDraft = formDraft('serverCost', noSum);
