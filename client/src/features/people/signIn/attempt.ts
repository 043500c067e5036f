// The step of a sign-in that waits for its code, stored for ten minutes: a phone may evict
// the page while the person reads the message with the code.
import { readTabItem, writeTabItem } from '@/stores/session/tabStorage';
import type { Attempt } from './EntryForm';

const storedUnder = 'sign_in';
const storedForMs = 10 * 60_000;

/** The attempt that waits; null for none, and for one whose code is too old. */
export function waitingAttempt(): Attempt | null {
  try {
    const stored: { attempt: Attempt; at: number } | null = JSON.parse(readTabItem(storedUnder) ?? 'null');
    const age = Date.now() - (stored?.at ?? 0);
    return stored && age >= 0 && age < storedForMs ? stored.attempt : null;
  } catch {
    return null;
  }
}

/** Keeps the attempt from now on, when a code was sent; null forgets it. */
export function storeAttempt(attempt: Attempt | null) {
  writeTabItem(storedUnder, attempt && JSON.stringify({ attempt, at: Date.now() }));
}
