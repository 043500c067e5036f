// One screen of routes for the whole product: path, guard, module.
import { lazy, Suspense } from 'react';
import type { RouteObject } from 'react-router';
import { paths } from '@/rules/paths';
import { CrashScreen } from './CrashScreen';
import { fetched, NotFetched } from './fetched';
import { leadFirstSteps, requireAdmin, requireNoSession, requireSession, toDashboard } from './guard';
import { LoadingScreen } from './LoadingScreen';
import { Root } from './Root';

const Unanswered = lazy(() => import('./Unanswered').catch(() => ({ default: NotFetched })));

const memberRoutes: RouteObject[] = [
  {
    path: paths.dashboard,
    loader: leadFirstSteps,
    lazy: fetched(() => import('@/features/dashboard/DashboardRoute')),
  },
  { path: paths.welcome, lazy: fetched(() => import('@/features/welcome/WelcomeRoute')) },
  { path: paths.chat, lazy: fetched(() => import('@/features/chat/rooms/ChatListRoute')) },
  { path: paths.chatRoom, lazy: fetched(() => import('@/features/chat/room/ChatRoute')) },
  { path: paths.profile, lazy: fetched(() => import('@/features/people/profile/ProfileRoute')) },
  { path: paths.decrypt, lazy: fetched(() => import('@/features/encrypted/DecryptRoute')) },
  { path: paths.checkin, lazy: fetched(() => import('@/features/rank/checkin/CheckinRoute')) },
  { path: paths.emergency, lazy: fetched(() => import('@/features/emergency/EmergencyRoute')) },
  { path: paths.contribute, lazy: fetched(() => import('@/features/money/contribute/ContributeRoute')) },
  {
    path: paths.contributeSuccess,
    lazy: fetched(() => import('@/features/money/contribute/ContributeSuccessRoute')),
  },
  { path: paths.serverCost, lazy: fetched(() => import('@/features/money/serverCost/LedgerRoute')) },
  {
    path: paths.serverCostSuccess,
    lazy: fetched(() => import('@/features/money/serverCost/ServerCostSuccessRoute')),
  },
  { path: paths.myRank, lazy: fetched(() => import('@/features/rank/myRank/RankRoute')) },
  {
    loader: requireAdmin,
    errorElement: (
      <Suspense fallback={<LoadingScreen />}>
        <Unanswered />
      </Suspense>
    ),
    // Asked again for each screen, not for each tab of one.
    shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
    children: [
      { path: paths.admin, lazy: fetched(() => import('@/features/admin/AdminRoute')) },
      { path: paths.adminSetup, lazy: fetched(() => import('@/features/admin/community/SetupRoute')) },
      { path: paths.adminApplications, lazy: fetched(() => import('@/features/admin/AdminRoute')) },
      { path: paths.adminFace, lazy: fetched(() => import('@/features/admin/AdminRoute')) },
    ],
  },
];

const workbenchRoutes: RouteObject[] = import.meta.env.DEV
  ? [{ path: paths.workbench, lazy: fetched(() => import('@/features/workbench/WorkbenchRoute')) }]
  : [];

export const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: CrashScreen,
    HydrateFallback: LoadingScreen,
    children: [
      {
        // A crash inside a screen keeps the shell (toasts, offline notice).
        ErrorBoundary: CrashScreen,
        children: [
          {
            path: paths.login,
            loader: requireNoSession,
            lazy: fetched(() => import('@/features/people/signIn/LoginRoute')),
          },
          {
            loader: requireSession,
            lazy: fetched(() => import('./MemberArea')),
            // Asked again on every navigation inside, so that an ended session
            // never opens another screen.
            shouldRevalidate: () => true,
            children: memberRoutes,
          },
          { path: paths.faceRecognition, lazy: fetched(() => import('@/features/face/FaceRoute')) },
          { path: paths.apply, lazy: fetched(() => import('@/features/application/ApplyRoute')) },
          { path: paths.applyStatus, lazy: fetched(() => import('@/features/application/StatusRoute')) },
          ...workbenchRoutes,
          { path: '*', loader: toDashboard, Component: LoadingScreen },
        ],
      },
    ],
  },
];
