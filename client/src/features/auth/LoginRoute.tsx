// Signing in: an e-mail address or a phone number, then a code.
import { lazy, Suspense, useEffect, useState } from 'react';
import { usePageTitle } from '@/ui/pageTitle';
import { AuthFrame } from './AuthFrame';
import { DevelopmentNote } from './DevelopmentNote';
import { type Attempt, EntryForm } from './EntryForm';
import s from './LoginRoute.module.css';

const loadCodeForm = () => import('./CodeForm');
const CodeForm = lazy(() => loadCodeForm().then((module) => ({ default: module.CodeForm })));

export function Component() {
  usePageTitle('Sign in');
  const [attempt, setAttempt] = useState<Attempt | null>(null);

  useEffect(() => {
    // The code screen is fetched while the person types.
    const timer = setTimeout(() => void loadCodeForm().catch(() => {}), 1500);
    document.documentElement.classList.add(s.locked ?? '');
    return () => {
      clearTimeout(timer);
      document.documentElement.classList.remove(s.locked ?? '');
    };
  }, []);

  return (
    <AuthFrame margin={<DevelopmentNote />}>
      {attempt ? (
        <Suspense fallback={<div className={s.waiting} aria-busy="true" />}>
          <CodeForm attempt={attempt} onCancel={() => setAttempt(null)} />
        </Suspense>
      ) : (
        <EntryForm onSent={setAttempt} />
      )}
    </AuthFrame>
  );
}
