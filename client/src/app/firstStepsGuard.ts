// Who must be led through first steps. Apart from guard.ts, because the sign-in page needs no
// queries.
import { redirect } from 'react-router';
import { queryClient } from '@/queries/client';
import { userStatusQuery } from '@/queries/people/me';
import { paths } from '@/rules/paths';
import { useFirstSteps } from '@/stores/people/firstSteps';
import type { UserStatus } from '@/wire/bodies.gen';

/** The dashboard waits no longer for the answer, and then leads on itself. */
const longestMs = 1_500;

/** Sends an administrator to setting the community up, and a new member to the welcome. */
export async function checkFirstSteps() {
  const { setupDue, welcomeDue } = (await status()) ?? {};
  const left = useFirstSteps.getState();
  if (setupDue && !left.setup) throw redirect(paths.adminSetup);
  if (welcomeDue && !left.welcome) throw redirect(paths.welcome);
}

/** As it is known, or comes in time. */
function status(): Promise<UserStatus | undefined> {
  const asked = queryClient.ensureQueryData(userStatusQuery).catch(() => undefined);
  return Promise.race([asked, new Promise<undefined>((done) => setTimeout(done, longestMs))]);
}
