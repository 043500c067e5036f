// The membership application. The server says how far it is; this tab remembers that it is
// open, so that a reload and a way back from paying find it again.
import { texts } from 'texts:application';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { stages } from '@/rules/application/application';
import { paths } from '@/rules/paths';
import { openTab, savedEmail } from '@/stores/application/applicant';
import { confirmExpedite, startApplication, useApplication } from '@/stores/application/application';
import { toast } from '@/stores/toast';
import { usePageTitle } from '@/ui/pageTitle';
import { Spinner } from '@/ui/Spinner';
import { ApplyFrame } from './ApplyFrame';
import { Confirmation } from './Confirmation';
import { Flow } from './Flow';
import { fetchForms } from './Forms';
import { failureText } from './failures';
import s from './Stage.module.css';
import { StartForm } from './StartForm';

const expeditedMs = 3_000;
/** What the payment's page adds to the address. */
const paymentValues = ['expedite_success', 'application_id', 'session_id'];

export function Component() {
  usePageTitle(texts.title);
  const { application, stage } = useApplication();
  const { email, opening, failure } = useOpening();
  useEffect(() => void fetchForms().catch(() => {}), []);
  if (opening) {
    return (
      <ApplyFrame title={texts.title}>
        <div className={s.waiting} role="status">
          <Spinner />
          {texts.opening}
        </div>
      </ApplyFrame>
    );
  }
  if (!application) {
    return (
      <ApplyFrame title={texts.title}>
        <StartForm email={email} failure={failure} />
      </ApplyFrame>
    );
  }
  if (stage >= stages.complete) return <Confirmation application={application} />;
  return <Flow application={application} stage={stage} />;
}

/** Opens the application by itself where the person has begun or come back to it already. */
function useOpening() {
  const navigate = useNavigate();
  const { search, state } = useLocation();
  const email = (state as { email?: string } | null)?.email || savedEmail();
  const asked = (state as { start?: boolean } | null)?.start === true;
  const returned = new URLSearchParams(search).get('expedite_success') === 'true';
  const [wanted] = useState(() => {
    const unknown = openTab() !== null && useApplication.getState().application === null;
    return email !== '' && (asked || returned || unknown);
  });
  const [opening, setOpening] = useState(wanted);
  const [failure, setFailure] = useState<string | null>(null);
  const begun = useRef(false);

  useEffect(() => {
    if (begun.current) return;
    begun.current = true;

    async function open() {
      if (returned) await endPayment();
      if (!wanted) return;
      try {
        if (!(await startApplication(email)))
          return await navigate(paths.applyStatus, { replace: true, state: { email } });
      } catch (cause) {
        setFailure(failureText(cause, texts.refused, texts.systemError));
      }
      setOpening(false);
    }

    async function endPayment() {
      const values = new URLSearchParams(search);
      const [, applicationId = '', sessionId = ''] = paymentValues.map((name) => values.get(name) ?? '');
      if (await confirmExpedite(applicationId, sessionId))
        toast(texts.expedited, { tone: 'clear', lastsMs: expeditedMs });
      for (const name of paymentValues) values.delete(name);
      await navigate({ search: values.toString() }, { replace: true, state });
    }

    void open();
  }, [email, navigate, returned, search, state, wanted]);

  return { email, opening, failure };
}
