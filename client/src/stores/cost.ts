// The server cost as the socket tells it. A figure asked for over HTTP counts
// until one has been told after the question.
import { create } from 'zustand';
import { useSession } from './session/session';

export const useCost = create<{ currentCost: number | null; received: number }>(() => ({
  currentCost: null,
  received: 0,
}));

/** How many figures have been told. */
export const receivedCosts = () => useCost.getState().received;

export function setCost(currentCost: number) {
  useCost.setState(({ received }) => ({ currentCost, received: received + 1 }));
}

export function resetCost() {
  useCost.setState(({ received }) => ({ currentCost: null, received: received + 1 }));
}

useSession.subscribe((now, before) => {
  if (now.endings !== before.endings) resetCost();
});
