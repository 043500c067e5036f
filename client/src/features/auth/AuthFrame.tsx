// What the sign-in screens share: the ground, the brand, one panel.
import type { ReactNode } from 'react';
import { Emblem } from '@/ui/Emblem';
import { Terrain } from '@/ui/Terrain';
import s from './AuthFrame.module.css';

export function AuthFrame({ children, margin }: { children: ReactNode; margin?: ReactNode }) {
  return (
    <div className={s.screen}>
      <Terrain className={s.ground} />
      <main className={s.middle}>
        <div className={s.brand}>
          <Emblem className={s.emblem} />
          <h1 className={s.name}>Muster</h1>
        </div>
        <div className={`${s.panel} bracketed`}>{children}</div>
      </main>
      <footer className={s.margin}>{margin}</footer>
    </div>
  );
}
