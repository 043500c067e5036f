// The server cost as the socket tells it. A figure asked for over HTTP counts
// until one has been told after the question.
import { create } from 'zustand';
import { useSession } from './session';

export const useCost = create<{ currentCost: number | null; told: number }>(() => ({
  currentCost: null,
  told: 0,
}));

/** How many figures have been told. */
export const toldCosts = () => useCost.getState().told;

export function setCost(currentCost: number) {
  useCost.setState(({ told }) => ({ currentCost, told: told + 1 }));
}

export function resetCost() {
  useCost.setState(({ told }) => ({ currentCost: null, told: told + 1 }));
}

useSession.subscribe((now, before) => {
  if (now.endings !== before.endings) resetCost();
});
