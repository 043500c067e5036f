// Stores with data of the signed-in member. They are reset when the session ends, so that
// the next member at this browser finds nothing.
import { create } from 'zustand';
import { createEmitter } from '@/stores/emitter';
import { useSession } from './session';

const ended = createEmitter();

/** Calls back whenever a session ends. Returns how to stop. */
export const onSessionEnd = ended.on;

useSession.subscribe((now, before) => {
  if (now.endings !== before.endings) ended.emit();
});

/**
 * A store that is reset when the session ends. `reset` does that where more than the state
 * must go: a timer beside it, say.
 */
export function createMemberStore<State>(initial: () => State, reset?: () => void) {
  const store = create<State>(initial);
  onSessionEnd(reset ?? (() => store.setState(store.getInitialState(), true)));
  return store;
}
