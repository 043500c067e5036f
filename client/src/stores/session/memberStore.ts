// Stores that hold something of the signed-in member: when the session ends they begin
// anew, so that the next member at this browser finds nothing of it.
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
 * A store that begins anew when the session ends. `reset` does that where more than the
 * state is to be forgotten, a timer beside it, say.
 */
export function createMemberStore<State>(initial: () => State, reset?: () => void) {
  const store = create<State>(initial);
  onSessionEnd(reset ?? (() => store.setState(store.getInitialState(), true)));
  return store;
}
