// Shown when the server did not say whether a screen may be opened; any other
// error is a crash.
import { texts } from 'texts:app';
import { useRevalidator, useRouteError } from 'react-router';
import { ApiError } from '@/net/api';
import { ModuleError } from '@/net/loadModule';
import { paths } from '@/rules/paths';
import { Page } from '@/ui/Page';
import { ErrorState } from '@/ui/States';
import { CrashScreen } from './CrashScreen';

export default function Unanswered() {
  const error = useRouteError();
  const { revalidate, state } = useRevalidator();
  if (!(error instanceof ApiError || error instanceof ModuleError)) return <CrashScreen />;
  return (
    <Page title={texts.noConnection} back={{ to: paths.dashboard, label: texts.backToDashboard }}>
      <ErrorState
        text={texts.unanswered}
        action={{ label: texts.tryAgain, run: () => void revalidate(), busy: state === 'loading' }}
      />
    </Page>
  );
}
