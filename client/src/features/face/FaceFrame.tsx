// The frame of the face page: the way back, the ground, one panel.
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '@/rules/paths';
import { storeFace } from '@/stores/session/pendingFace';
import { Emblem } from '@/ui/Emblem';
import { Terrain } from '@/ui/Terrain';
import s from './Face.module.css';
import { texts } from './texts';

interface FaceFrameProps {
  /** A member adds a face from a session, and can leave it at that. */
  signedIn?: boolean;
  children: ReactNode;
}

export function FaceFrame({ signedIn, children }: FaceFrameProps) {
  return (
    <div className={s.screen}>
      <Terrain className={s.ground} />
      <header className={s.header}>
        <Link
          to={signedIn ? paths.dashboard : paths.login}
          className={s.home}
          onClick={() => signedIn && storeFace(null)}
        >
          <ArrowLeft size={20} aria-hidden="true" />
          {signedIn ? texts.back : texts.home}
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
