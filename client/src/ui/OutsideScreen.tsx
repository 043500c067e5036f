// The screen of a page without the app's navigation: the ground and a header, over what it is for.
import type { ReactNode } from 'react';
import s from './OutsideScreen.module.css';
import { Terrain } from './Terrain';

export function OutsideScreen({ header, children }: { header: ReactNode; children: ReactNode }) {
  return (
    <div className={s.screen}>
      <Terrain className={s.ground} />
      <header className={s.header}>{header}</header>
      {children}
    </div>
  );
}
