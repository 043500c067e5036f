// The parts of the back office, each fetched when its tab is first opened.
import { texts } from 'texts:admin';
import { texts as appTexts } from 'texts:app';
import { texts as uiTexts } from 'texts:ui';
import { type ComponentType, useEffect, useState } from 'react';
import { loadModule, ModuleError, reloadPage } from '@/net/loadModule';
import { Skeleton } from '@/ui/Skeleton';
import { ErrorState } from '@/ui/States';
import type { TabName } from './tabNames';

const parts: Record<TabName, () => Promise<ComponentType>> = {
  rooms: () => import('./chat/rooms/ChatManagement').then((module) => module.ChatManagement),
  users: () => import('./desk/users/UsersTab').then((module) => module.UsersTab),
  analytics: () => import('./desk/analytics/AnalyticsTab').then((module) => module.AnalyticsTab),
  activity: () => import('./desk/activity/ActivityTab').then((module) => module.ActivityTab),
  applications: () => import('./application/ApplicationsTab').then((module) => module.ApplicationsTab),
  audit: () => import('./desk/audit/AuditTab').then((module) => module.AuditTab),
  badges: () => import('./rank/BadgesTab').then((module) => module.BadgesTab),
  encrypted: () => import('./encrypted/EncryptedTab').then((module) => module.EncryptedTab),
  notifications: () => import('./campaign/CampaignTab').then((module) => module.CampaignTab),
  reports: () => import('./chat/reports/ReportsTab').then((module) => module.ReportsTab),
  community: () => import('./community/CommunityTab').then((module) => module.CommunityTab),
  contributions: () => import('./money/ContributionsTab').then((module) => module.ContributionsTab),
  face: () => import('./face/FaceTab').then((module) => module.FaceTab),
  emergency: () => import('./emergency/EmergencyTab').then((module) => module.EmergencyTab),
};

const fetched = new Map<TabName, ComponentType>();

/** One tab's part; its parent gives each tab a key of its own. */
export function Part({ tab }: { tab: TabName }) {
  const [Shown, setShown] = useState<ComponentType | undefined>(() => fetched.get(tab));
  const [failure, setFailure] = useState<'replaced' | 'lost' | null>(null);
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    if (fetched.has(tab)) return;
    let gone = false;
    const fetch = (refused: (cause: unknown) => void) =>
      void loadModule(parts[tab]).then((part) => {
        fetched.set(tab, part);
        if (!gone) setShown(() => part);
      }, refused);
    fetch((cause) => {
      if (!gone) setFailure(cause instanceof ModuleError && cause.replaced ? 'replaced' : 'lost');
    });
    // Some browsers fetch a module that failed only in a new page.
    const again = () => fetch(() => !gone && void reloadPage());
    window.addEventListener('online', again);
    return () => {
      gone = true;
      window.removeEventListener('online', again);
    };
  }, [tab]);

  async function reload() {
    setBusy(true);
    if (!(await reloadPage())) setBusy(false);
  }

  if (Shown) return <Shown />;
  if (failure) {
    const [text, label] =
      failure === 'replaced' ? [texts.replaced, appTexts.reload] : [texts.notFetched, uiTexts.tryAgain];
    return <ErrorState text={text} action={{ label, run: () => void reload(), busy }} />;
  }
  return (
    <div aria-busy="true">
      <Skeleton height="16rem" />
    </div>
  );
}
