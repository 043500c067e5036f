// The frame around every screen: the skip link, route announcements, the offline notice and
// the toasts.
import { Outlet, ScrollRestoration } from 'react-router';
import { useCommunityName } from '@/stores/session/config';
import { useCommunityInTitle } from '@/ui/pageTitle';
import { LateToaster } from './LateToaster';
import { NavigationBar } from './NavigationBar';
import { OfflineNotice } from './OfflineNotice';
import { RouteFocus } from './RouteFocus';
import { SkipLink } from './SkipLink';

export function Root() {
  useCommunityInTitle(useCommunityName());
  return (
    <>
      <SkipLink />
      <NavigationBar />
      <OfflineNotice />
      <Outlet />
      <LateToaster />
      <RouteFocus />
      <ScrollRestoration />
    </>
  );
}
