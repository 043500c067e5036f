// Signing in: an e-mail address or a phone number, then a code.
import { texts } from 'texts:people/signIn';
import { type ComponentType, useCallback, useEffect, useState } from 'react';
import { reloadPage } from '@/net/loadModule';
import { usePageTitle } from '@/ui/pageTitle';
import { ErrorState } from '@/ui/States';
import { AuthFrame } from './AuthFrame';
import { storeAttempt, waitingAttempt } from './attempt';
import type { CodeFormProps } from './CodeForm';
import { DevelopmentNote } from './DevelopmentNote';
import { type Attempt, EntryForm } from './EntryForm';
import s from './LoginRoute.module.css';

const aheadAfterMs = 1_500;

export function Component() {
  usePageTitle(texts.signIn);
  const [attempt, setAttempt] = useState(waitingAttempt);

  function go(next: Attempt | null) {
    storeAttempt(next);
    setAttempt(next);
  }

  useEffect(() => {
    // The code screen is fetched while the person types.
    const timer = setTimeout(() => void loadCodeForm().catch(() => {}), aheadAfterMs);
    document.documentElement.classList.add(s.locked ?? '');
    return () => {
      clearTimeout(timer);
      document.documentElement.classList.remove(s.locked ?? '');
    };
  }, []);

  return (
    <AuthFrame margin={<DevelopmentNote />}>
      {attempt ? <CodeStep attempt={attempt} onCancel={() => go(null)} /> : <EntryForm onSent={go} />}
    </AuthFrame>
  );
}

const loadCodeForm = () => import('./CodeForm');

/** The code screen as soon as it is fetched; a bad line is no crash. */
function CodeStep(props: CodeFormProps) {
  const [Form, setForm] = useState<ComponentType<CodeFormProps> | null>(null);
  const [failed, setFailed] = useState(false);
  const [busy, setBusy] = useState(false);

  const load = useCallback(
    (onFailure: () => unknown) => loadCodeForm().then(({ CodeForm }) => setForm(() => CodeForm), onFailure),
    [],
  );
  useEffect(() => void load(() => setFailed(true)), [load]);

  // Some browsers fetch code that failed only in a new page.
  async function again() {
    setBusy(true);
    await load(reloadPage);
    setBusy(false);
  }

  if (Form) return <Form {...props} />;
  if (failed) {
    const action = { label: texts.tryAgain, run: () => void again(), busy };
    return <ErrorState text={texts.notFetched} action={action} />;
  }
  return <div className={s.waiting} aria-busy="true" />;
}
