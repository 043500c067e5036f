// The code that proves the e-mail address of an application.
import { texts as applicationTexts } from 'texts:application';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { mailStatusCode, proveStatus } from '@/queries/application/status';
import { codeLength } from '@/rules/application/application';
import { codeDigits } from '@/rules/application/forms';
import { Button } from '@/ui/Button';
import { Field } from '@/ui/Field';
import { failureText } from './failures';
import s from './Stage.module.css';
import style from './Status.module.css';
import { useNotice } from './useNotice';

interface StatusCodeProps {
  email: string;
  onCancel: () => void;
}

export function StatusCode({ email, onCancel }: StatusCodeProps) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState<'verify' | 'resend' | null>(null);
  const [notice, say] = useNotice();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  async function run(what: 'verify' | 'resend', call: () => Promise<unknown>) {
    if (busy) return;
    setBusy(what);
    setError(null);
    try {
      await call();
      if (what === 'resend') say(applicationTexts.statusTexts.resent);
    } catch (failure) {
      setError(
        failureText(failure, applicationTexts.statusTexts.notFound, applicationTexts.statusTexts.systemError),
      );
    }
    setCode('');
    setBusy(null);
    field.current?.focus();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (code.length === codeLength) void run('verify', () => proveStatus(email, code));
  }

  return (
    <form className={`${s.panel} bracketed`} onSubmit={submit} noValidate>
      <h2 className={s.heading}>{applicationTexts.statusTexts.codeTitle}</h2>
      <p className={s.quiet}>{applicationTexts.statusTexts.codeMailed}</p>
      <p className={style.to}>{email}</p>
      <Field
        ref={field}
        className={style.code}
        label={applicationTexts.statusTexts.code}
        value={code}
        onChange={(event) => {
          setCode(codeDigits(event.target.value));
          setError(null);
        }}
        error={error}
        readOnly={busy !== null}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={codeLength}
      />
      <p className={style.notice} role="status">
        {notice}
      </p>
      <Button
        type="submit"
        variant="primary"
        size="large"
        block
        busy={busy === 'verify'}
        disabled={code.length !== codeLength && busy === null}
      >
        {applicationTexts.statusTexts.verify}
      </Button>
      <div className={style.ways}>
        <Button
          variant="ghost"
          busy={busy === 'resend'}
          onClick={() => void run('resend', () => mailStatusCode(email))}
        >
          {applicationTexts.statusTexts.resend}
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          {applicationTexts.statusTexts.otherEmail}
        </Button>
      </div>
    </form>
  );
}
