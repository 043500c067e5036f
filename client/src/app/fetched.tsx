// Screens are fetched when they are first opened. A failure is no crash: a screen says
// whether the connection failed or the server has another build, and offers a reload.
import { texts as buildTexts } from 'texts:app';
import { useCallback, useEffect, useState } from 'react';
import type { RouteObject } from 'react-router';
import { loadModule, ModuleError, reloadPage } from '@/net/loadModule';
import { usePageTitle } from '@/ui/pageTitle';
import { ErrorState } from '@/ui/States';
import s from './CrashScreen.module.css';

type Screen = { Component: React.ComponentType };

/** A route's `lazy` for a screen; when it cannot be fetched, a screen that says so. */
export const fetched =
  (load: () => Promise<Screen>): RouteObject['lazy'] =>
  () =>
    loadModule(load).catch(
      (failure: unknown): Screen => ({
        Component: failure instanceof ModuleError && failure.replaced ? Replaced : NotFetched,
      }),
    );

function Replaced() {
  const { reload, busy } = useReload();
  usePageTitle(buildTexts.newVersion);
  return <Failed text={buildTexts.thisScreenNeedsThe} label={buildTexts.reload} {...{ reload, busy }} />;
}

/** Shown for a screen that could not be fetched; loads the page anew once there is a network. */
export function NotFetched() {
  const { reload, busy } = useReload();
  usePageTitle(buildTexts.noConnection);
  useEffect(() => {
    window.addEventListener('online', reload);
    return () => window.removeEventListener('online', reload);
  }, [reload]);
  return <Failed text={buildTexts.thisScreenCouldNot} label={buildTexts.tryAgain} {...{ reload, busy }} />;
}

function useReload() {
  const [busy, setBusy] = useState(false);
  const reload = useCallback(async () => {
    setBusy(true);
    if (!(await reloadPage())) setBusy(false);
  }, []);
  return { reload, busy };
}

interface FailedProps {
  text: string;
  label: string;
  reload: () => Promise<void>;
  busy: boolean;
}

function Failed({ text, label, reload, busy }: FailedProps) {
  return (
    <main className={s.screen}>
      <ErrorState text={text} action={{ label, run: () => void reload(), busy }} />
    </main>
  );
}
