// Shown when the server did not say whether a screen may be opened, until it does; any other
// error is a crash.
import { texts } from 'texts:app';
import { useEffect } from 'react';
import { useRevalidator, useRouteError } from 'react-router';
import { ApiError } from '@/net/api';
import { ModuleError } from '@/net/loadModule';
import { againMs, mayHeal } from '@/queries/client';
import { paths } from '@/rules/paths';
import { Page } from '@/ui/Page';
import { ErrorState } from '@/ui/States';
import { CrashScreen } from './CrashScreen';
import { NotFetched } from './fetched';

export default function Unanswered() {
  const error = useRouteError();
  if (error instanceof ApiError) return <NoAnswer error={error} />;
  return error instanceof ModuleError ? <NotFetched /> : <CrashScreen />;
}

function NoAnswer({ error }: { error: ApiError }) {
  const { revalidate, state } = useRevalidator();
  const asking = state === 'loading';
  useEffect(() => {
    if (asking || !mayHeal(error)) return;
    const again = () => void revalidate();
    const timer = setInterval(again, againMs);
    window.addEventListener('online', again);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', again);
    };
  }, [error, asking, revalidate]);
  return (
    <Page title={texts.noConnection} back={{ to: paths.dashboard, label: texts.backToDashboard }}>
      <ErrorState
        text={texts.unanswered}
        action={{ label: texts.tryAgain, run: () => void revalidate(), busy: asking }}
      />
    </Page>
  );
}
