// The server cost that the socket brings, with the last line of the ledger in its sum.
import type { ServerCostUpdate } from '@/wire/frames.gen';
import type { Numbered } from './asOf';
import { createMemberStore } from './session/memberStore';

interface CostState {
  /** The newest; none before the first. */
  latest: readonly Numbered<number>[];
}

export const useCost = createMemberStore<CostState>(() => ({ latest: [] }));

export function onServerCost({ currentCost, line }: Pick<ServerCostUpdate, 'currentCost' | 'line'>) {
  const known = useCost.getState().latest[0]?.[0] ?? 0;
  if (line >= known) useCost.setState({ latest: [[line, currentCost]] });
}
