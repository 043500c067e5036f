// An e-mail address or a phone number that a code proves. Verified it is locked; who changes
// it proves it again.
import { texts } from 'texts:application';
import { CircleCheck } from 'lucide-react';
import { type InputHTMLAttributes, type KeyboardEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { codeLength, isBlank } from '@/rules/application/application';
import { codeDigits } from '@/rules/application/forms';
import { paths } from '@/rules/paths';
import { sendCode, useApplication, verifyCode } from '@/stores/application/application';
import { type CodeChannel, useApplicationDraft } from '@/stores/application/draft';
import { toast } from '@/stores/toast';
import { Button } from '@/ui/Button';
import { Field } from '@/ui/Field';
import s from './CodeField.module.css';
import { failureText } from './failures';
import { useNotice } from './useNotice';

interface CodeFieldProps {
  channel: CodeChannel;
  label: string;
  hint?: string;
  value: string;
  set: (value: string) => void;
  /** The value as the server has it; null when it is none. */
  identifier: string | null;
  /** What is said of a value that is none. */
  invalid: string;
  verified: boolean;
  error?: string;
  mark: (fault?: string) => void;
  recover: (failure: unknown) => Promise<boolean>;
  input: InputHTMLAttributes<HTMLInputElement>;
}

const codeLastsMs = 10 * 60_000;

export function CodeField(props: CodeFieldProps) {
  const { channel, label, hint, value, set, identifier, invalid, verified, error, mark, recover } = props;
  const navigate = useNavigate();
  const sent = useApplicationDraft(({ draft }) => draft.codes?.[channel]);
  const [code, setCode] = useState('');
  const [codeError, setCodeError] = useState<string | null>(null);
  const [busy, setBusy] = useState<'send' | 'verify' | null>(null);
  const [notice, say] = useNotice();
  const [unlocked, setUnlocked] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const codeField = useRef<HTMLInputElement>(null);
  const locked = verified && !unlocked;
  const waits =
    !verified && sent !== undefined && sent.to === identifier && Date.now() - sent.at < codeLastsMs;

  async function send() {
    if (busy) return;
    if (identifier === null) {
      mark(invalid);
      field.current?.focus();
      return;
    }
    mark();
    setCodeError(null);
    setBusy('send');
    try {
      await sendCode(channel, identifier);
      setCode('');
      say(texts.codeSent);
      // With the next drawing, when it is there.
      setTimeout(() => codeField.current?.focus());
    } catch (failure) {
      if (await recover(failure)) return;
      mark(failureText(failure, texts.codeNotSent, texts.systemError));
    } finally {
      setBusy(null);
    }
  }

  async function verify() {
    if (busy || identifier === null || code.length !== codeLength) return;
    setCodeError(null);
    setBusy('verify');
    try {
      const { message, other } = await verifyCode(channel, identifier, code);
      setCode('');
      setUnlocked(false);
      mark();
      if (useApplication.getState().application === null)
        return await navigate(paths.applyStatus, { state: { email: identifier } });
      if (other) toast(texts.found, { tone: 'info' });
      say(message);
      field.current?.focus();
    } catch (failure) {
      if (await recover(failure)) return;
      setCodeError(failureText(failure, texts.codeWrong, texts.codeNotVerified));
      codeField.current?.focus();
    } finally {
      setBusy(null);
    }
  }

  function onKey(event: KeyboardEvent) {
    if (event.key !== 'Enter') return;
    // The form is not finished with a code.
    event.preventDefault();
    void verify();
  }

  function change() {
    setUnlocked(true);
    field.current?.focus();
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: it has no legend of its own
    <div className={s.body} role="group" aria-label={label}>
      <Field
        {...props.input}
        ref={field}
        label={label}
        hint={locked ? undefined : hint}
        value={value}
        onChange={(event) => {
          set(event.target.value);
          mark();
        }}
        error={error}
        readOnly={locked || busy !== null}
        aside={
          verified && (
            <span className={s.verified}>
              <CircleCheck size={14} aria-hidden="true" />
              {texts.isVerified}
            </span>
          )
        }
        after={
          locked ? (
            <Button variant="ghost" size="small" className={s.button} onClick={change}>
              {texts.change}
              <span className="sr-only"> {label}</span>
            </Button>
          ) : (
            !verified && (
              <Button
                size="small"
                className={s.button}
                busy={busy === 'send'}
                disabled={isBlank(value) || busy === 'verify'}
                onClick={() => void send()}
              >
                {texts.sendCode}
              </Button>
            )
          )
        }
      />
      {waits && (
        <Field
          ref={codeField}
          className={s.code}
          label={texts.code({ of: channel === 'email' ? texts.emailMessage : texts.phoneMessage })}
          value={code}
          onChange={(event) => {
            setCode(codeDigits(event.target.value));
            setCodeError(null);
          }}
          onKeyDown={onKey}
          error={codeError}
          readOnly={busy !== null}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={codeLength}
          after={
            <Button
              size="small"
              className={s.button}
              busy={busy === 'verify'}
              disabled={code.length !== codeLength || busy === 'send'}
              onClick={() => void verify()}
            >
              {texts.verify}
            </Button>
          }
        />
      )}
      <p className={s.notice} role="status">
        {notice}
      </p>
    </div>
  );
}
