// Who may open a route: loaders run before anything of the
// route is drawn, so nothing protected flashes.
import { redirect } from 'react-router';
import { queryClient } from '@/queries/client';
import { standingQuery } from '@/queries/me';
import { waitingQuery } from '@/queries/waiting';
import { paths } from '@/rules/paths';
import { confirmSession, useSession } from '@/stores/session';

// The loader runs again with each tab.
const waitingFreshMs = 15_000;

/** For members' routes: without a session the browser goes to /login. */
export async function requireSession() {
  await confirmSession();
  if (!useSession.getState().token) throw redirect(paths.login);
  return null;
}

/**
 * For the back office: who is no administrator goes to the dashboard. Without
 * an answer it throws, so that nothing of the back office is shown.
 */
export async function requireAdmin() {
  await requireSession();
  const { isAdmin } = await queryClient.fetchQuery(standingQuery);
  if (!isAdmin) throw redirect(paths.dashboard);
  // Known before the tabs are drawn: what came later would move them.
  await queryClient.prefetchQuery({ ...waitingQuery, staleTime: waitingFreshMs });
  return null;
}

/** For /login: who is signed in goes to the dashboard. */
export async function requireNoSession() {
  await confirmSession();
  if (useSession.getState().token) throw redirect(paths.dashboard);
  return null;
}

/** For / and unknown paths. */
export function toDashboard() {
  return redirect(paths.dashboard);
}
