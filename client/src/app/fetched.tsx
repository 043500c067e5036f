// Screens are fetched when they are first opened. On a bad line that can fail:
// it is no crash, and is told apart from one.
import { useCallback, useEffect, useState } from 'react';
import type { RouteObject } from 'react-router';
import { usePageTitle } from '@/ui/pageTitle';
import { ErrorState } from '@/ui/States';
import s from './CrashScreen.module.css';

type Screen = { Component: React.ComponentType };

/** A route's `lazy` for a screen; when it cannot be fetched, a screen that says so. */
export const fetched =
  (load: () => Promise<Screen>): RouteObject['lazy'] =>
  () =>
    load().catch((): Screen => ({ Component: NotFetched }));

function NotFetched() {
  const [busy, setBusy] = useState(false);
  usePageTitle('No connection');
  // A browser keeps a failed module until the page is loaded anew; that is only
  // tried when the server answers, or the browser's own error page would come.
  const again = useCallback(async () => {
    setBusy(true);
    try {
      await fetch(window.location.href, { cache: 'no-store' });
      window.location.reload();
    } catch {
      setBusy(false);
    }
  }, []);
  useEffect(() => {
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [again]);
  return (
    <main className={s.screen}>
      <ErrorState
        text="This screen could not be loaded. Please check your internet connection."
        action={{ label: 'Try again', run: () => void again(), busy }}
      />
    </main>
  );
}
