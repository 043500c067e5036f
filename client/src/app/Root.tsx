// The frame around every screen: route announcements, the offline notice and
// the toasts.
import { Outlet, ScrollRestoration } from 'react-router';
import { Toaster } from '@/ui/Toaster';
import { NavigationBar } from './NavigationBar';
import { OfflineNotice } from './OfflineNotice';
import { RouteFocus } from './RouteFocus';

export function Root() {
  return (
    <>
      <NavigationBar />
      <OfflineNotice />
      <Outlet />
      <Toaster />
      <RouteFocus />
      <ScrollRestoration />
    </>
  );
}
