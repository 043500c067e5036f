// The router, and the one place that leaves the member screens when a session
// ends anywhere (GEN-7, GEN-16, AUTH-36).
import { createBrowserRouter } from 'react-router';
import { useSession } from '@/stores/session';
import { paths } from './paths';
import { routes } from './routes';

export const router = createBrowserRouter(routes);

useSession.subscribe((now, before) => {
  if (now.endings !== before.endings) {
    void router.navigate(paths.login, { replace: true });
  } else if (now.token && !before.token && router.state.location.pathname === paths.login) {
    // Signed in from another tab.
    void router.revalidate();
  }
});
