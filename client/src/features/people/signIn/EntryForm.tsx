// The first step: who are you.
import { texts as passkeyTexts } from 'texts:people/passkey';
import { texts } from 'texts:people/signIn';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { languageTag } from '@/languages/texts';
import { ApiError, messageOf } from '@/net/api';
import { hasPasskeys } from '@/net/passkey';
import { paths } from '@/rules/paths';
import { countryOf, defaultCountry } from '@/rules/people/countries';
import {
  type Identifier,
  looksLikeEmail,
  mask,
  mayTry,
  nationalDigits,
  readIdentifier,
} from '@/rules/people/identifier';
import { Button, ButtonLink } from '@/ui/Button';
import { Field } from '@/ui/Field';
import { Segmented } from '@/ui/Segmented';
import { CountrySelect } from './CountrySelect';
import s from './EntryForm.module.css';
import { sendCode } from './signInCalls';

/** A code that is on its way: to whom, and how that is shown. */
export interface Attempt {
  identifier: Identifier;
  shown: string;
}

type Kind = 'phone' | 'email';
const kinds = () =>
  [
    { value: 'phone', label: texts.phone },
    { value: 'email', label: texts.email },
  ] as const;

/** What is typed, and in which language: another one draws the page anew. */
let kept: { language: string; kind: Kind; typed: string; country: string } | null = null;

export function EntryForm({ onSent }: { onSent: (attempt: Attempt) => void }) {
  const [before] = useState(() => (kept?.language === languageTag() ? null : kept));
  const [kind, setKind] = useState<Kind>(before?.kind ?? 'phone');
  const [typed, setTyped] = useState(before?.typed ?? '');
  const [country, setCountry] = useState(before?.country ?? defaultCountry);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState<'code' | 'passkey' | null>(null);
  const field = useRef<HTMLInputElement>(null);
  /** To whom a code may be on its way although no answer said so. */
  const unanswered = useRef<string | null>(null);
  const { callingCode } = countryOf(country);
  const navigate = useNavigate();

  useEffect(() => {
    kept = { language: languageTag(), kind, typed, country };
  }, [kind, typed, country]);

  function choose(next: Kind) {
    setKind(next);
    setTyped('');
    setError(null);
  }

  function type(text: string) {
    setTyped(text);
    setError(null);
    // An address typed into the phone field is an address.
    if (kind === 'phone' && looksLikeEmail(text)) setKind('email');
  }

  async function send(identifier: Identifier) {
    setError(null);
    setBusy('code');
    const to = identifier.email ?? identifier.phone;
    const sent = () => {
      kept = null;
      const shown = identifier.email ?? nationalDigits(identifier.phone, callingCode);
      onSent({ identifier, shown: mask(shown) });
    };
    try {
      await sendCode(identifier);
      sent();
    } catch (failure) {
      const { code, status } = failure instanceof ApiError ? failure : { code: '', status: 0 };
      // Refused so soon after the one that was not answered: that one was sent.
      if (code === 'code_limit' && unanswered.current === to) return sent();
      if (status === 0) unanswered.current = to;
      refuse(sendFailure(failure));
    } finally {
      setBusy(null);
    }
  }

  async function signInWithPasskey() {
    setError(null);
    setBusy('passkey');
    try {
      const to = await (await import('./passkeySignIn')).signInWithPasskey();
      if (to) await navigate(to, { replace: true });
    } catch (failure) {
      setError(messageOf(failure, passkeyTexts.failed));
    } finally {
      setBusy(null);
    }
  }

  function refuse(reason: string) {
    setError(reason);
    field.current?.focus();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const read = readIdentifier(kind, typed, callingCode);
    if (read.ok) void send(read.identifier);
    else refuse(read.error);
  }

  return (
    <form className={s.form} onSubmit={submit} noValidate>
      <Segmented
        label={texts.signInWith}
        options={kinds()}
        value={kind}
        onChange={choose}
        disabled={busy !== null}
      />
      <Field
        ref={field}
        label={kind === 'phone' ? texts.phoneNumber : texts.emailAddress}
        className={s.field}
        value={typed}
        onChange={(event) => type(event.target.value)}
        error={error}
        readOnly={busy !== null}
        before={
          kind === 'phone' && <CountrySelect value={country} onChange={setCountry} disabled={busy !== null} />
        }
        // Always a text field: a change of type would move the caret when an
        // address is typed into the phone field.
        type="text"
        {...(kind === 'phone'
          ? { inputMode: 'tel', autoComplete: 'tel-national', placeholder: '555 123 4567' }
          : { inputMode: 'email', autoComplete: 'email', placeholder: 'you@example.com' })}
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="go"
        maxLength={254}
      />
      <Button
        type="submit"
        variant="primary"
        size="large"
        block
        busy={busy === 'code'}
        disabled={busy === 'passkey' || !mayTry(kind, typed, callingCode)}
      >
        {texts.login}
      </Button>
      <div className={s.other}>
        {hasPasskeys() && (
          <Button
            variant="ghost"
            block
            busy={busy === 'passkey'}
            disabled={busy === 'code'}
            onClick={() => void signInWithPasskey()}
          >
            {passkeyTexts.use}
          </Button>
        )}
        <ButtonLink to={paths.apply} variant="ghost" block>
          {texts.register}
        </ButtonLink>
      </div>
    </form>
  );
}

function sendFailure(failure: unknown): string {
  const words = messageOf(failure, texts.sendFailed);
  const wait = failure instanceof ApiError ? failure.retryAfter : null;
  // The server's sentence may not say how long; a person wants to know.
  return wait !== null && wait > 0 && !/\d/.test(words)
    ? texts.tryAgainInS({ words, wait }).replace('..', '.')
    : words;
}
