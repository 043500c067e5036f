// Changes whose answer may be lost on the way back. A person who reads that one has failed
// presses again, and a button that shows the new state by then does the opposite.
import { ApiError } from '@/net/api';
import { mayHeal } from './client';

/**
 * Makes a change. One without an answer counts as made when `look` finds it: what is stored now,
 * or undefined where the change is not in it. Otherwise it fails as the change did.
 */
export async function orFound<Made>(
  change: () => Promise<Made>,
  look: () => Promise<Made | undefined>,
): Promise<Made> {
  try {
    return await change();
  } catch (failure) {
    const found = failure instanceof Error && mayHeal(failure) ? await look().catch(() => {}) : undefined;
    if (found === undefined) throw failure;
    return found;
  }
}

/**
 * Deletes. What is not there has been deleted: by the press before, whose answer was lost, or by
 * somebody else. The reply is undefined then.
 */
export async function orGone<Reply>(deletion: Promise<Reply>): Promise<Reply | undefined> {
  try {
    return await deletion;
  } catch (failure) {
    if (failure instanceof ApiError && failure.status === 404) return;
    throw failure;
  }
}

/** Whether what is stored has every field of a change; the server trims what was typed. */
export const holds = <Stored extends object>(stored: Stored, change: Partial<Stored>): boolean =>
  Object.entries(change).every(([name, value]) => {
    const now = stored[name as keyof Stored];
    return typeof value === 'string' ? now === value.trim() : now === value;
  });
