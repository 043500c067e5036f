// The router, and the one place that leaves the member screens when a session
// ends anywhere.
import { createBrowserRouter } from 'react-router';
import { paths } from '@/rules/paths';
import { useSession } from '@/stores/session';
import { routes } from './routes';

type Router = ReturnType<typeof createBrowserRouter>;

/** Sends the browser to /login when a session ends, and on from /login when one begins in another tab. Returns how to stop. */
export function followSession(router: Router): () => void {
  return useSession.subscribe((now, before) => {
    if (now.endings !== before.endings) {
      void router.navigate(paths.login, { replace: true });
    } else if (
      now.token &&
      !before.token &&
      !now.confirmed &&
      router.state.location.pathname === paths.login
    ) {
      void router.revalidate();
    }
  });
}

/** The router on the browser's own address bar. */
export function startRouter(): Router {
  const router = createBrowserRouter(routes);
  followSession(router);
  return router;
}
