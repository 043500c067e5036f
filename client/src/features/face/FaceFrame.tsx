// The frame of the face page: the way back, the ground, one panel.
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '@/rules/paths';
import { Emblem } from '@/ui/Emblem';
import { Terrain } from '@/ui/Terrain';
import s from './Face.module.css';
import { texts } from './texts';

export function FaceFrame({ children }: { children: ReactNode }) {
  return (
    <div className={s.screen}>
      <Terrain className={s.ground} />
      <header className={s.header}>
        <Link to={paths.login} className={s.home}>
          <ArrowLeft size={20} aria-hidden="true" />
          {texts.home}
        </Link>
        <Emblem className={s.emblem} />
      </header>
      <main className={s.main}>
        <h1 className={s.title}>{texts.title}</h1>
        <div className={`${s.panel} bracketed`}>{children}</div>
      </main>
    </div>
  );
}
