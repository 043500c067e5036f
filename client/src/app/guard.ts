// Who may open a route: loaders run before anything of the
// route is drawn, so nothing protected flashes.
import { redirect } from 'react-router';
import { loadModule } from '@/net/loadModule';
import { paths } from '@/rules/paths';
import { confirmSession, useSession } from '@/stores/session/session';

/** For members' routes: without a session the browser goes to /login. */
export async function requireSession() {
  await confirmSession();
  if (!useSession.getState().token) throw redirect(paths.login);
  return null;
}

/** For the back office. */
export async function requireAdmin() {
  await requireSession();
  const { checkAdmin } = await loadModule(() => import('./adminGuard'));
  await checkAdmin();
  return null;
}

/** For the dashboard. Its questions go out beside those of requireSession, which ends what has no session. */
export async function leadFirstSteps() {
  if (!useSession.getState().token) return null;
  const guard = await loadModule(() => import('./firstStepsGuard')).catch(() => null);
  await guard?.checkFirstSteps();
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
