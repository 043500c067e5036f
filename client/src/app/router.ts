// The router, and the one place that leaves the member screens when a session
// ends anywhere.
import { createBrowserRouter, matchPath } from 'react-router';
import { onOpenFromWorker } from '@/net/worker';
import { chatRoomPath, paths } from '@/rules/paths';
import { jumpTo, useJump } from '@/stores/room/jump';
import { onSessionEnd } from '@/stores/session/memberStore';
import { useSession } from '@/stores/session/session';
import { followBuild } from './buildNotice';
import { routes } from './routes';

type Router = ReturnType<typeof createBrowserRouter>;

/** Sends the browser to /login when a session ends, and on from /login when one begins in another tab. Returns how to stop. */
export function followSession(router: Router): () => void {
  const stops = [
    onSessionEnd(() => void router.navigate(paths.login, { replace: true })),
    useSession.subscribe((now, before) => {
      const begins = now.token && !before.token && !now.confirmed;
      if (begins && router.state.location.pathname === paths.login) void router.revalidate();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Opens the room of the message to jump to, when another screen is shown. Returns how to stop. */
export function followJumps(router: Router): () => void {
  return useJump.subscribe(({ target }) => {
    if (!target) return;
    const path = chatRoomPath(target.roomId);
    if (router.state.location.pathname !== path) void router.navigate(path);
  });
}

/** Goes to the message that an address names (/chat/{roomId}?message={id}), and takes it out of the address. Returns how to stop. */
export function followMessageLinks(router: Router): () => void {
  const follow = () => {
    // While the address changes, the one that is left is still there.
    if (router.state.navigation.state !== 'idle') return;
    const { pathname, search } = router.state.location;
    const roomId = matchPath(paths.chatRoom, pathname)?.params.roomId;
    const messageId = new URLSearchParams(search).get('message');
    if (!roomId || !messageId) return;
    void router.navigate(pathname, { replace: true });
    jumpTo(messageId, roomId);
  };
  follow();
  return router.subscribe(follow);
}

/** The router on the browser's own address bar. */
export function startRouter(): Router {
  const router = createBrowserRouter(routes);
  followSession(router);
  followJumps(router);
  followMessageLinks(router);
  followBuild();
  onOpenFromWorker((path) => void router.navigate(path));
  return router;
}
