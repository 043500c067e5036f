// Shown when the server did not say whether a screen may be opened; any other
// error is a crash.
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
    <Page title="No connection" back={{ to: paths.dashboard, label: 'Back to Dashboard' }}>
      <ErrorState
        text="The server did not answer. Please check your internet connection."
        action={{ label: 'Try again', run: () => void revalidate(), busy: state === 'loading' }}
      />
    </Page>
  );
}
