// A part of a screen under its heading.
import { type ReactNode, type Ref, useId } from 'react';
import { cx } from './cx';
import s from './Section.module.css';

interface SectionProps {
  title: string;
  /** The level of the heading: 3 inside of a dialog or of another section. */
  level?: 2 | 3;
  /** Right of the heading. */
  aside?: ReactNode;
  /** On a ground and in a frame of its own. */
  panel?: boolean;
  /** Its place in what surrounds it. */
  className?: string;
  /** Can be given the focus. */
  ref?: Ref<HTMLElement>;
  children: ReactNode;
}

export function Section({ title, level = 2, aside, panel, className, ref, children }: SectionProps) {
  const id = useId();
  const Heading = `h${level}` as const;
  return (
    <section
      ref={ref}
      className={cx(s.section, panel && s.panel, className)}
      aria-labelledby={id}
      tabIndex={ref ? -1 : undefined}
    >
      <header className={s.head}>
        <Heading id={id} className="label">
          {title}
        </Heading>
        {aside}
      </header>
      {children}
    </section>
  );
}
