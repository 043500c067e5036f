// The face step that a sign-in waits for. It is stored in this tab for as long as its
// temporary token is good: a reload loses neither the step nor the count of attempts.
import { useSession } from '@/stores/session/session';
import { readTabItem, writeTabItem } from '@/stores/session/tabStorage';

const storedUnder = 'face_step';
const storedForMs = 10 * 60_000;

export interface PendingFace {
  step: 'enrollment' | 'verification';
  tempToken: string;
  userId: string;
  previouslySkipped: boolean;
  isAdmin: boolean;
  /** Which the member has chosen (BCP 47); none while the sign-in does not say so. */
  language?: string | undefined;
  /** A signed-in member adds a face; the session goes on whatever becomes of it. */
  signedIn?: boolean;
  /** Attempts that failed; the server's own count decides. */
  failures?: number;
}

interface Stored {
  pending: PendingFace;
  at: number;
}

function stored(): Stored | null {
  try {
    return JSON.parse(readTabItem(storedUnder) ?? 'null');
  } catch {
    return null;
  }
}

/** The step that waits; null for none, for one whose token is too old, and for another member's. */
export function waitingFace(): PendingFace | null {
  const { pending, at } = stored() ?? {};
  const age = Date.now() - (at ?? 0);
  if (!pending?.tempToken || age < 0 || age >= storedForMs) return null;
  const { user } = useSession.getState();
  const foreign = user ? user.id !== pending.userId : pending.signedIn;
  return foreign ? null : pending;
}

/** Keeps a step from now on; null forgets it. */
export function storeFace(pending: PendingFace | null) {
  writeTabItem(storedUnder, pending && JSON.stringify({ pending, at: Date.now() }));
}

/** Notes how many attempts have failed; the token becomes no younger. */
export function countFaceFailures(failures: number) {
  const now = stored();
  if (!now) return;
  writeTabItem(storedUnder, JSON.stringify({ ...now, pending: { ...now.pending, failures } }));
}
