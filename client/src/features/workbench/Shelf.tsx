// One part of the workbench.
import type { ReactNode } from 'react';
import s from './WorkbenchRoute.module.css';

/** Controls of one kind under their name. */
export function Shelf({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className={s.shelf} aria-label={name}>
      <h2 className="label">{name}</h2>
      {children}
    </section>
  );
}
