// What a member agrees to before a face is stored, with a box that nobody has ticked.
import { texts } from 'texts:face';
import { type FormEvent, type ReactNode, useCallback, useEffect, useState } from 'react';
import { fetchConfig } from '@/stores/session/config';
import { Button } from '@/ui/Button';
import { Checkbox } from '@/ui/Checkbox';
import { Skeleton } from '@/ui/Skeleton';
import { ErrorState } from '@/ui/States';
import type { Config } from '@/wire/bodies.gen';
import s from './Face.module.css';
import { termsOf } from './faceTexts';
import { Step } from './Step';

interface IntroProps {
  /** The version of the terms that was agreed to. */
  onAgree: (consentVersion: string) => void;
  /** The ways out. */
  children: ReactNode;
}

export function Intro({ onAgree, children }: IntroProps) {
  const { config, failed, load } = useTerms();
  const [agreed, setAgreed] = useState(false);
  const [error, setError] = useState<string | null>(null);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (agreed && config) onAgree(config.faceConsentVersion);
    else setError(texts.agreeFirst);
  }

  return (
    <Step title={texts.introTitle} text={texts.intro}>
      {config && (
        <form className={s.form} onSubmit={submit} noValidate>
          <section className={s.terms} aria-labelledby="face-terms">
            <h3 id="face-terms" className="label">
              {texts.consentTitle}
            </h3>
            <dl>
              {termsOf(config).map(({ term, text }) => (
                <div key={term}>
                  <dt>{term}</dt>
                  <dd>{text}</dd>
                </div>
              ))}
            </dl>
          </section>
          <Checkbox
            label={texts.agree}
            checked={agreed}
            error={error}
            onChange={(event) => {
              setAgreed(event.currentTarget.checked);
              setError(null);
            }}
          />
          <Button type="submit" variant="primary" size="large" block>
            {texts.goOn}
          </Button>
        </form>
      )}
      {!config && !failed && <Skeleton height="24rem" />}
      {failed && <ErrorState text={texts.noConfig} action={{ label: texts.again, run: load }} />}
      {children}
    </Step>
  );
}

/** The terms as they are now: what this device has stored may be older. */
function useTerms() {
  const [config, setConfig] = useState<Config | null>(null);
  const [failed, setFailed] = useState(false);
  const load = useCallback(() => {
    setFailed(false);
    fetchConfig().then(setConfig, () => setFailed(true));
  }, []);
  useEffect(load, [load]);
  return { config, failed, load };
}
