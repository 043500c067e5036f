// The frame of the application's screens: the way back, the brand, one column.
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '@/rules/paths';
import { useCommunityName } from '@/stores/session/config';
import { Emblem } from '@/ui/Emblem';
import { Terrain } from '@/ui/Terrain';
import s from './ApplyFrame.module.css';
import { texts } from './texts';

interface ApplyFrameProps {
  /** The one heading of the screen. */
  title: string;
  /** Over the column: how far one is. */
  top?: ReactNode;
  children: ReactNode;
}

export function ApplyFrame({ title, top, children }: ApplyFrameProps) {
  const name = useCommunityName();
  return (
    <div className={s.screen}>
      <Terrain className={s.ground} />
      <header className={s.header}>
        <Link to={paths.login} className={s.home} title={texts.home}>
          <ArrowLeft size={18} aria-hidden="true" />
          <span className="sr-only">{texts.home}</span>
          <Emblem className={s.emblem} />
          <span className={s.name} aria-hidden="true">
            {name}
          </span>
        </Link>
      </header>
      <main className={s.main}>
        {top}
        <h1 className={s.title}>{title}</h1>
        {children}
      </main>
    </div>
  );
}
