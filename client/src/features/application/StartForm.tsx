// The entry: an e-mail address, and an invitation where one is needed.
import { texts } from 'texts:application';
import { type FormEvent, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { ApiError } from '@/net/api';
import { faultTexts } from '@/rules/application/forms';
import { paths } from '@/rules/paths';
import { isEmail } from '@/rules/people/identifier';
import { startApplication } from '@/stores/application/application';
import { useConfig } from '@/stores/session/config';
import { Button } from '@/ui/Button';
import { Field } from '@/ui/Field';
import { Link } from '@/ui/Link';
import type { Config } from '@/wire/bodies.gen';
import { failureText } from './failures';
import s from './Stage.module.css';

/** Who may apply; a server that does not say it lets everybody. */
type Intake = Config & { intake?: string; intakeText?: string };

interface StartFormProps {
  email: string;
  /** Why the application was not opened by itself. */
  failure: string | null;
}

export function StartForm({ email: given, failure }: StartFormProps) {
  const navigate = useNavigate();
  const config: Intake | undefined = useConfig();
  const offered = useSearchParams()[0].get('invitation') ?? '';
  const [email, setEmail] = useState(given);
  const [invitation, setInvitation] = useState(offered);
  const [error, setError] = useState(failure);
  const [refused, setRefused] = useState<string | null>(null);
  const [closed, setClosed] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const emailField = useRef<HTMLInputElement>(null);
  const invitationField = useRef<HTMLInputElement>(null);
  const invited = config?.intake === 'invitation' || offered !== '' || refused !== null;

  async function start() {
    setError(null);
    setRefused(null);
    setBusy(true);
    try {
      const open = await startApplication(email, invitation.trim());
      if (!open) await navigate(paths.applyStatus, { state: { email } });
    } catch (cause) {
      setBusy(false);
      refuse(cause);
    }
  }

  function refuse(cause: unknown) {
    const words = failureText(cause, texts.refused, texts.systemError);
    const code = cause instanceof ApiError ? cause.code : '';
    if (code === 'intake_closed') setClosed(words);
    else if (code === 'invitation_invalid') {
      // Who began before needs none; of anybody else the server demands one.
      setRefused(invitation.trim() === '' ? faultTexts().required : words);
      invitationField.current?.focus();
    } else {
      setError(words);
      emailField.current?.focus();
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    if (isEmail(email)) return void start();
    setError(faultTexts().email);
    emailField.current?.focus();
  }

  const status = (
    <Link to={paths.applyStatus} state={{ email: email.trim().toLowerCase() }} className={s.link}>
      {texts.checkStatus}
    </Link>
  );
  const closedText = closed ?? (config?.intake === 'closed' ? config.intakeText || texts.closed : null);
  if (closedText !== null) {
    return (
      <div className={`${s.panel} bracketed`}>
        <p role="status">{closedText}</p>
        {status}
      </div>
    );
  }
  return (
    <form className={`${s.panel} bracketed`} onSubmit={submit} noValidate>
      <p className={s.quiet}>{texts.startText}</p>
      <Field
        ref={emailField}
        label={texts.email}
        value={email}
        onChange={(event) => {
          setEmail(event.target.value.toLowerCase());
          setError(null);
        }}
        error={error}
        readOnly={busy}
        type="text"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="go"
        placeholder="you@example.com"
        maxLength={254}
      />
      {invited && (
        <Field
          ref={invitationField}
          label={texts.invitation}
          hint={texts.invitationHint}
          value={invitation}
          onChange={(event) => {
            setInvitation(event.target.value);
            setRefused(null);
          }}
          error={refused}
          readOnly={busy}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={100}
        />
      )}
      <Button type="submit" variant="primary" size="large" block busy={busy}>
        {texts.start}
      </Button>
      {status}
    </form>
  );
}
