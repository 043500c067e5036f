// The second step: the six digits that were sent.

import { texts } from 'texts:people/signIn';
import { useMutation } from '@tanstack/react-query';
import { OTPInput, REGEXP_ONLY_DIGITS } from 'input-otp';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { rich } from '@/languages/rich';
import { ApiError, messageOf } from '@/net/api';
import { queryClient } from '@/queries/client';
import { Button } from '@/ui/Button';
import { CountdownLine } from '@/ui/CountdownLine';
import { cx } from '@/ui/cx';
import { FieldError } from '@/ui/Field';
import { storeAttempt } from './attempt';
import s from './CodeForm.module.css';
import type { Attempt } from './EntryForm';
import { resolveSignIn, verifyCode } from './signIn';
import { sendCode } from './signInCalls';
import { useCountdown } from './useCountdown';

const codeLength = 6;
const resendSeconds = 60;

export interface CodeFormProps {
  attempt: Attempt;
  onCancel: () => void;
}

export function CodeForm({ attempt, onCancel }: CodeFormProps) {
  const navigate = useNavigate();
  const [code, setCode] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [resent, setResent] = useState(false);
  const { left, restart } = useCountdown(resendSeconds);
  const boxes = useRef<HTMLInputElement>(null);
  // Set at once, not with the next drawing: two events in one moment send one request.
  const asking = useRef(false);

  useEffect(() => boxes.current?.focus(), []);

  function startOver(reason: string | null) {
    setError(reason);
    setCode('');
    boxes.current?.focus();
  }

  const check = useMutation(
    {
      mutationFn: (digits: string) => verifyCode(attempt.identifier, digits),
      onSuccess: async (reply) => {
        const to = resolveSignIn(reply);
        if (to) {
          storeAttempt(null);
          await navigate(to, { replace: true });
        } else startOver(texts.codeFailed);
      },
      onError: (failure) => {
        const refused = failure instanceof ApiError && (failure.status === 400 || failure.status === 200);
        startOver(messageOf(failure, refused ? texts.codeWrong : texts.codeFailed));
      },
      onSettled: free,
    },
    queryClient,
  );

  const again = useMutation(
    {
      mutationFn: () => sendCode(attempt.identifier),
      onSuccess: () => {
        storeAttempt(attempt);
        restart(resendSeconds);
        setResent(true);
        startOver(null);
      },
      onError: (failure) => {
        // Too early by the server's clock: its own wait counts down again.
        if (failure instanceof ApiError && failure.retryAfter) restart(failure.retryAfter);
        startOver(texts.resendFailed);
      },
      onSettled: free,
    },
    queryClient,
  );
  const busy = check.isPending || again.isPending;

  function verify(digits: string) {
    if (asking.current) return;
    if (digits.length < codeLength) {
      setError(texts.codeShort);
      boxes.current?.focus();
      return;
    }
    asking.current = true;
    setError(null);
    setResent(false);
    check.mutate(digits);
  }

  function resend() {
    if (asking.current) return;
    asking.current = true;
    again.mutate();
  }

  function free() {
    asking.current = false;
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    verify(code);
  }

  return (
    <form className={s.form} onSubmit={submit} noValidate>
      {/* input-otp would write a <style>, which the content security policy
          refuses, unless it finds its own; CodeForm.module.css has those rules. */}
      <span id="input-otp-style" hidden />
      <div className={s.head}>
        <h2 className={s.title}>{texts.codeTitle}</h2>
        <p id="code-sent" className={s.sent} role="status">
          {resent ? texts.codeResent : texts.codeSent}
          <span className={cx('mono', s.to)}>{attempt.shown}</span>
        </p>
      </div>
      <div className={s.entry}>
        <OTPInput
          ref={boxes}
          value={code}
          onChange={(next) => {
            setCode(next);
            if (next) setError(null);
          }}
          onComplete={verify}
          maxLength={codeLength}
          pattern={REGEXP_ONLY_DIGITS}
          pasteTransformer={(text) => text.replace(/\D/g, '')}
          inputMode="numeric"
          autoComplete="one-time-code"
          aria-label={texts.loginCode}
          aria-describedby="code-sent code-error"
          aria-invalid={error ? true : undefined}
          readOnly={busy}
          pushPasswordManagerStrategy="none"
          noScriptCSSFallback={null}
          containerClassName={s.boxes}
          render={({ slots }) =>
            boxNames.map((name, index) => {
              const slot = slots[index];
              return (
                <span
                  key={name}
                  className={s.box}
                  data-testid="code-box"
                  data-active={slot?.isActive || undefined}
                  data-invalid={error ? '' : undefined}
                >
                  {slot?.char ?? (slot?.hasFakeCaret && <span className={s.caret} />)}
                </span>
              );
            })
          }
        />
        <FieldError id="code-error" error={error} />
      </div>
      <Button type="submit" variant="primary" size="large" block busy={check.isPending}>
        {texts.verify}
      </Button>
      <div className={s.foot}>
        <CountdownLine left={left} total={resendSeconds} />
        <div className={s.ways}>
          {left > 0 ? (
            <p className={s.wait}>
              {rich(texts.resendIn, { time: <span className="mono">{clock(left)}</span> })}
            </p>
          ) : (
            <Button variant="ghost" onClick={resend} busy={again.isPending} className={s.resend}>
              {texts.resendCode}
            </Button>
          )}
          <Button variant="ghost" onClick={onCancel} className={s.cancel}>
            {texts.cancel}
          </Button>
        </div>
      </div>
    </form>
  );
}

const boxNames = ['1st', '2nd', '3rd', '4th', '5th', '6th'];

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
