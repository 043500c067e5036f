// What the member screens share: the query cache, and screens fetched ahead.
import { QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, Fragment, useEffect, useState } from 'react';
import { Outlet, useMatch } from 'react-router';
import { renewPush } from '@/queries/chat/push';
import { queryClient } from '@/queries/client';
import { profileQuery } from '@/queries/people/me';
import { startWatching } from '@/stores/frames/watching';
import { useSession } from '@/stores/session/session';
import { OlderNotice } from './OlderNotice';
import { Overlays } from './Overlays';
import { followPageKeys } from './pageKeys';
import { followRead } from './readNotifications';
import { wireMembers } from './wiring';

const aheadAfterMs = 2_000;
const ahead = [
  () => import('@/features/chat/rooms/ChatListRoute'),
  () => import('@/features/chat/room/ChatRoute'),
  () => import('@/features/dashboard/DashboardRoute'),
  () => import('@/ui/Modal'),
];

/** Where the account's language and this device's differ, one follows the other. */
async function agreeOnLanguage() {
  const { agreeWithAccount } = await import('@/ui/accountLanguage');
  await agreeWithAccount((await queryClient.ensureQueryData(profileQuery)).language);
}

export function Component() {
  const token = useSession((state) => state.token);
  const [BadgeMoments, setBadgeMoments] = useState<ComponentType>();
  const [shownFor, setShownFor] = useState(token);
  // Another session begins while a screen is shown: the screen starts over.
  if (token && token !== shownFor) setShownFor(token);

  useEffect(wireMembers, []);
  // Chat has its own connection, and says itself why it has none.
  const inChat = useMatch('/chat/*') !== null;
  useEffect(() => (inChat ? undefined : startWatching()), [inChat]);
  useEffect(followRead, []);
  useEffect(followPageKeys, []);
  useEffect(() => void import('@/styles/scripts.css').catch(() => {}), []); // other faces do without it
  useEffect(() => {
    // Fetched when the first screen has settled, so that a lost connection
    // blocks no screen: the chat, where most go next, then the way back.
    const timer = setTimeout(() => {
      for (const next of ahead) void next().catch(() => {});
      void renewPush().catch(() => {});
      void agreeOnLanguage().catch(() => {}); // the next visit tries again
      // Without it a new badge is shown at the next visit.
      import('@/parts/rank/badges/BadgeMoments').then(
        (module) => setBadgeMoments(() => module.BadgeMoments),
        () => {},
      );
    }, aheadAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <QueryClientProvider client={queryClient}>
      <Fragment key={shownFor}>
        <Outlet />
        <Overlays />
        <OlderNotice />
        {BadgeMoments && <BadgeMoments />}
      </Fragment>
    </QueryClientProvider>
  );
}
