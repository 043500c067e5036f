// Tells the server which application is open here, and learns who else has it open.
import { useEffect, useState } from 'react';
import { claimApplication, releaseApplication } from '@/queries/application/review';
import { useSession } from '@/stores/session/session';
import type { AdminApplication, ApplicationClaim } from '@/wire/bodies.gen';

// A claim holds for two minutes.
const againMs = 45_000;
/** What is only leafed past is not claimed. */
const readAfterMs = 150;

/** Another's claim of the application; null without one. A claim that fails says nothing. */
export function useClaim(application: AdminApplication | undefined): ApplicationClaim | null {
  const id = application?.id;
  const own = useSession(({ user }) => user?.id);
  const [answered, setAnswered] = useState<{ id: string; claim: ApplicationClaim | null } | null>(null);
  useEffect(() => {
    if (id === undefined) return;
    let gone = false;
    let claimed = false;
    const claim = () => {
      claimed = true;
      claimApplication(id).then(
        (by) => !gone && setAnswered({ id, claim: by }),
        () => {},
      );
    };
    const release = () => {
      if (claimed) releaseApplication(id).catch(() => {});
      claimed = false;
    };
    const first = setTimeout(claim, readAfterMs);
    const again = setInterval(claim, againMs);
    window.addEventListener('pagehide', release);
    return () => {
      gone = true;
      clearTimeout(first);
      clearInterval(again);
      window.removeEventListener('pagehide', release);
      release();
    };
  }, [id]);
  const others = [answered?.id === id ? answered?.claim : null, application?.claimed_by];
  return others.find((claim) => claim && claim.id !== own) ?? null;
}
