// What a member agrees to before a face is stored, with a box that nobody has ticked.
import { type FormEvent, type ReactNode, useState } from 'react';
import { fetchConfig, useConfig } from '@/stores/session/config';
import { Button } from '@/ui/Button';
import { Checkbox } from '@/ui/Checkbox';
import { ErrorState } from '@/ui/States';
import s from './Face.module.css';
import { Step } from './Step';
import { termsOf, texts } from './texts';

interface IntroProps {
  /** The version of the terms that was agreed to. */
  onAgree: (consentVersion: string) => void;
  /** The ways out. */
  children: ReactNode;
}

export function Intro({ onAgree, children }: IntroProps) {
  const config = useConfig();
  const [agreed, setAgreed] = useState(false);
  const [error, setError] = useState<string | null>(null);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (agreed && config) onAgree(config.faceConsentVersion);
    else setError(texts.agreeFirst);
  }

  if (!config?.faceConsentVersion) {
    return (
      <Step title={texts.introTitle}>
        <ErrorState
          text={texts.noConfig}
          action={{ label: texts.again, run: () => void fetchConfig().catch(() => {}) }}
        />
        {children}
      </Step>
    );
  }
  return (
    <Step title={texts.introTitle} text={texts.intro}>
      <form className={s.form} onSubmit={submit} noValidate>
        <section className={s.terms} aria-labelledby="face-terms">
          <h3 id="face-terms" className="label">
            {texts.consentTitle}
          </h3>
          <dl>
            {termsOf(config.faceEngine).map(({ term, text }) => (
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
        {children}
      </form>
    </Step>
  );
}
