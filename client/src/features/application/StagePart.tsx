// A part of a form under its heading.
import { type ReactNode, useId } from 'react';
import s from './Stage.module.css';

interface StagePartProps {
  title: string;
  text?: string;
  children: ReactNode;
}

export function StagePart({ title, text, children }: StagePartProps) {
  const id = useId();
  return (
    <section className={s.part} aria-labelledby={id}>
      <h2 id={id} className={s.heading}>
        {title}
      </h2>
      {text && <p className={s.quiet}>{text}</p>}
      {children}
    </section>
  );
}
