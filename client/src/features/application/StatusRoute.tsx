// How an application stands. Who has not proven the e-mail address is asked for the code
// that was mailed to it.

import { texts as applyTexts } from 'texts:application';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { statusQuery } from '@/queries/application/status';
import { queryClient } from '@/queries/client';
import { faultTexts } from '@/rules/application/forms';
import { paths } from '@/rules/paths';
import { isEmail } from '@/rules/people/identifier';
import { savedEmail, saveEmail } from '@/stores/application/applicant';
import { leaveApplication } from '@/stores/application/application';
import { Button } from '@/ui/Button';
import { Field } from '@/ui/Field';
import { Link } from '@/ui/Link';
import { usePageTitle } from '@/ui/pageTitle';
import { Spinner } from '@/ui/Spinner';
import { ApplyFrame } from './ApplyFrame';
import { Confirmation } from './Confirmation';
import { failureText } from './failures';
import s from './Stage.module.css';
import style from './Status.module.css';
import { StatusCode } from './StatusCode';
import { StatusView } from './StatusView';

interface From {
  email?: string;
  /** It was submitted a moment ago. */
  submitted?: boolean;
}

export function Component() {
  usePageTitle(applyTexts.statusTexts.title);
  const from = useLocation().state as From | null;
  const [email, setEmail] = useState(() => from?.email || savedEmail());
  const [typed, setTyped] = useState(email);
  const query = useQuery({ ...statusQuery(email), enabled: email !== '' }, queryClient);
  const { data } = query;
  const application = data?.application ?? null;

  useEffect(() => {
    if (application) saveEmail(application.email);
  }, [application]);

  function ask(next: string) {
    setTyped(next);
    if (next === email) void query.refetch();
    else setEmail(next);
  }

  function another() {
    saveEmail(null);
    setEmail('');
    setTyped('');
  }

  // As long as it is news: a decision has been made meanwhile, maybe.
  const submitted = application?.submitted_at && application.status === 'pending';
  if (submitted && from?.submitted) return <Confirmation application={application} />;
  if (application) {
    return (
      <ApplyFrame title={applyTexts.statusTexts.title}>
        <StatusView application={application} onAnother={another} />
        <StatusLinks />
      </ApplyFrame>
    );
  }
  if (data) {
    return (
      <ApplyFrame title={applyTexts.statusTexts.title}>
        <StatusCode email={email} onCancel={() => setEmail('')} />
        <StatusLinks />
      </ApplyFrame>
    );
  }
  const failure =
    query.error &&
    failureText(query.error, applyTexts.statusTexts.notFound, applyTexts.statusTexts.systemError);
  return (
    <ApplyFrame title={applyTexts.statusTexts.title}>
      {email !== '' && query.isFetching && !failure ? (
        <div className={s.waiting} role="status">
          <Spinner />
          {applyTexts.statusTexts.checking}
        </div>
      ) : (
        <StatusForm given={typed} failure={failure} busy={query.isFetching} onAsk={ask} />
      )}
      <StatusLinks />
    </ApplyFrame>
  );
}

interface StatusFormProps {
  given: string;
  failure: string | null;
  busy: boolean;
  onAsk: (email: string) => void;
}

function StatusForm({ given, failure, busy, onAsk }: StatusFormProps) {
  const [email, setEmail] = useState(given);
  const [error, setError] = useState(failure);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => setError(failure), [failure]);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    if (isEmail(email)) return onAsk(email.trim().toLowerCase());
    setError(email.trim() === '' ? faultTexts().required : faultTexts().email);
    field.current?.focus();
  }

  return (
    <form className={`${s.panel} bracketed`} onSubmit={submit} noValidate>
      <p className={s.quiet}>{applyTexts.statusTexts.intro}</p>
      <Field
        ref={field}
        label={applyTexts.email}
        value={email}
        onChange={(event) => {
          setEmail(event.target.value.toLowerCase());
          setError(null);
        }}
        error={error}
        required
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="go"
        placeholder="you@example.com"
        maxLength={254}
      />
      <Button type="submit" variant="primary" size="large" block busy={busy}>
        {applyTexts.statusTexts.check}
      </Button>
    </form>
  );
}

function StatusLinks() {
  const navigate = useNavigate();
  return (
    <nav className={style.links} aria-label={applyTexts.title}>
      <Button
        variant="ghost"
        onClick={() => {
          leaveApplication();
          void navigate(paths.apply);
        }}
      >
        {applyTexts.statusTexts.newApplication}
      </Button>
      <Link className={style.link} to={paths.login}>
        {applyTexts.returnHome}
      </Link>
    </nav>
  );
}
