// The server cost as the socket tells it. A figure asked for over HTTP counts
// until one has been told after the question.
import { createMemberStore } from './session/memberStore';

export const useCost = createMemberStore<{ currentCost: number | null; received: number }>(
  () => ({ currentCost: null, received: 0 }),
  resetCost,
);

/** How many figures have been told. */
export const receivedCosts = () => useCost.getState().received;

export function setCost(currentCost: number) {
  useCost.setState(({ received }) => ({ currentCost, received: received + 1 }));
}

export function resetCost() {
  useCost.setState(({ received }) => ({ currentCost: null, received: received + 1 }));
}
