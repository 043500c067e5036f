// A page that leads through a few steps, one at a time. Each can be passed over, and all can
// be left.
import { texts } from 'texts:parts/steps';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '@/ui/Button';
import { Emblem } from '@/ui/Emblem';
import { OutsideScreen } from '@/ui/OutsideScreen';
import { usePageTitle } from '@/ui/pageTitle';
import s from './StepsPage.module.css';

interface StepsPageProps {
  /** What all steps are for. */
  name: string;
  /** From 1. */
  step: number;
  steps: number;
  title: string;
  lead: string;
  children: ReactNode;
  /** To the step before; undefined on the first. */
  onBack?: () => void;
  /** On with this step as it is. */
  onNext: () => void;
  /** The word on that button. */
  next: string;
  /** What the step is for is done: its button leads on. */
  done: boolean;
  /** Passes over all that is left. */
  onLeave: () => void;
  leave: string;
  busy?: boolean;
}

export function StepsPage(props: StepsPageProps) {
  const { name, step, steps, title, lead, children, onBack, onNext, next, done, onLeave, leave, busy } =
    props;
  usePageTitle(title);
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  // A screen reader says the next step; it says the first with the page.
  useEffect(() => {
    if (shown.current !== step) heading.current?.focus();
    shown.current = step;
  }, [step]);
  return (
    <OutsideScreen
      header={
        <>
          <p className={s.brand}>
            <Emblem className={s.emblem} />
            {name}
          </p>
          <Button variant="ghost" onClick={onLeave} disabled={busy}>
            {leave}
          </Button>
        </>
      }
    >
      <main className={s.main}>
        <div className={s.progress}>
          <p className="label">{texts.stepOf({ step, steps })}</p>
          <progress max={steps} value={step} aria-label={texts.stepOf({ step, steps })} />
        </div>
        <div className={s.words}>
          <h1 ref={heading} tabIndex={-1} className={s.title}>
            {title}
          </h1>
          <p className={s.lead}>{lead}</p>
        </div>
        <div key={step} className={`${s.panel} bracketed`}>
          {children}
        </div>
        <div className={s.foot}>
          {onBack && (
            <Button variant="ghost" onClick={onBack} disabled={busy}>
              {texts.back}
            </Button>
          )}
          <Button variant={done ? 'primary' : 'secondary'} onClick={onNext} busy={busy} className={s.next}>
            {next}
          </Button>
        </div>
      </main>
    </OutsideScreen>
  );
}
