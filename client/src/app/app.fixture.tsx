// Opens the real routes in a test, over the server of net/server.fixture.ts.
import { act, type RenderResult, render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { connectSession } from '@/net/reply';
import { server, user } from '@/net/server.fixture';
import { resetServerClock } from '@/net/serverClock';
import { resetQueries } from '@/queries/client';
import { resetIgnored } from '@/stores/chat/ignored';
import { closeReport } from '@/stores/chat/report';
import { resetDialogDrafts } from '@/stores/desk/formDrafts';
import { useFirstSteps } from '@/stores/people/firstSteps';
import { resetProfilePictures } from '@/stores/people/profilePictures';
import { closeProfile } from '@/stores/people/profilePopup';
import { closeSettings } from '@/stores/people/settings';
import { useCost } from '@/stores/serverCost';
import { resetSession, sessionPort } from '@/stores/session/session';
import { resetToasts } from '@/stores/toast';
import { followBuild } from './buildNotice';
import { followJumps, followMessageLinks, followSession } from './router';
import { routes } from './routes';

connectSession(sessionPort);

/** Puts a session where the browser would have kept it. */
export function signIn() {
  localStorage.setItem('token', 'kept');
  localStorage.setItem('user', JSON.stringify(user));
  resetSession();
}

export interface OpenApp extends RenderResult {
  /** Where the browser is now. */
  path: () => string;
  /** What stands behind the path. */
  search: () => URLSearchParams;
  /** Presses the browser's back button; a positive number goes forward. */
  go: (steps: number) => Promise<void>;
}

/** Opens an address of the app. */
export function openAt(address: string): OpenApp {
  const router = createMemoryRouter(routes, { initialEntries: [address] });
  const stops = [followSession(router), followJumps(router), followMessageLinks(router), followBuild()];
  const screen = render(<RouterProvider router={router} />);
  closers.push(() => {
    for (const stop of stops) stop();
    router.dispose();
  });
  return {
    ...screen,
    path: () => router.state.location.pathname,
    search: () => new URLSearchParams(router.state.location.search),
    go: (steps) =>
      act(async () => {
        await router.navigate(steps);
        // A browser says so, also when it comes back to the page because the step was held.
        window.dispatchEvent(new PopStateEvent('popstate'));
      }),
  };
}

const closers: (() => void)[] = [];

/** After each test: what it opened, answered and stored is gone. */
export function tidy() {
  for (const close of closers.splice(0)) close();
  server.resetHandlers();
  resetServerClock();
  localStorage.clear();
  resetSession();
  resetQueries();
  resetProfilePictures();
  resetIgnored();
  resetDialogDrafts();
  closeReport();
  closeSettings();
  useCost.setState(useCost.getInitialState(), true);
  useFirstSteps.setState(useFirstSteps.getInitialState(), true);
  closeProfile();
  resetToasts();
}
