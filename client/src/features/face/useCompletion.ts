// How a face step ends: with the session it brings, without one, or because its token is dead.
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '@/rules/paths';
import { type PendingFace, storeFace } from '@/stores/face/pendingFace';
import { startSession } from '@/stores/session/session';
import type { LoginSession } from '@/wire/bodies.gen';

const jumpMs = 100;
const afterErrorMs = 3_000;

export function useCompletion({ signedIn }: PendingFace) {
  const navigate = useNavigate();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function leave(to: string, afterMs: number) {
    storeFace(null);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void navigate(to, { replace: true }), afterMs);
  }

  return {
    /** Shows for `afterMs` that it is done, then goes on. */
    complete(session: LoginSession | undefined, afterMs: number) {
      // Stored at once: whoever closes the page meanwhile is signed in all the same.
      if (session) startSession(session.token, session.user);
      leave(session || signedIn ? paths.dashboard : paths.login, afterMs + (session ? jumpMs : 0));
    },
    /** Shows why it ended, then goes to the sign-in. */
    end: () => leave(paths.login, afterErrorMs),
    /** Goes to the sign-in now. */
    toLogin: () => leave(paths.login, 0),
  };
}
