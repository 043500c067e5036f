// One state of a face step. Its heading gets the focus, so that a screen reader says where
// one is; each state has a key of its own.
import { type ReactNode, useEffect, useRef } from 'react';
import s from './Face.module.css';

interface StepProps {
  title: string;
  text?: string;
  /** Work goes on: the text is said when it appears. */
  busy?: boolean;
  children?: ReactNode;
}

export function Step({ title, text, busy, children }: StepProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={s.step} aria-busy={busy}>
      <h2 ref={heading} className={s.heading} tabIndex={-1}>
        {title}
      </h2>
      {text && <p className={s.text}>{text}</p>}
      {children}
    </section>
  );
}
