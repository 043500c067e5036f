// What is shown when drawing a screen fails.
import { texts } from 'texts:app';
import { useEffect, useRef } from 'react';
import { paths } from '@/rules/paths';
import { ButtonLink } from '@/ui/Button';
import { Emblem } from '@/ui/Emblem';
import { usePageTitle } from '@/ui/pageTitle';
import s from './CrashScreen.module.css';

export function CrashScreen() {
  const heading = useRef<HTMLHeadingElement>(null);
  usePageTitle(texts.somethingWentWrong);
  useEffect(() => heading.current?.focus(), []);
  return (
    <main className={s.screen}>
      <div className={`${s.panel} bracketed`} role="alert">
        <Emblem className={s.emblem} muted />
        <h1 className={s.title} ref={heading} tabIndex={-1}>
          {texts.somethingWentWrong}
        </h1>
        <p className={s.words}>{texts.anUnexpectedErrorOccurred}</p>
        {/* A full load: whatever broke starts over. */}
        <ButtonLink href={paths.dashboard} variant="primary">
          {texts.returnToHome}
        </ButtonLink>
      </div>
    </main>
  );
}
