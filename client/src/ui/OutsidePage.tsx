// A page outside of a session: the ground, the way back, a title over one column.
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx';
import { Link } from './Link';
import s from './OutsidePage.module.css';
import { OutsideScreen } from './OutsideScreen';

interface OutsidePageProps {
  /** Where the way back leads, and what stands on it. */
  back: { to: string; title?: string; onClick?: () => void; children: ReactNode };
  /** At the end of the header. */
  aside?: ReactNode;
  /** Over the column. */
  top?: ReactNode;
  /** The one heading of the page. */
  title: string;
  narrow?: boolean;
  children: ReactNode;
}

export function OutsidePage({ back, aside, top, title, narrow, children }: OutsidePageProps) {
  return (
    <OutsideScreen
      header={
        <>
          <Link to={back.to} className={s.back} title={back.title} onClick={back.onClick}>
            <ArrowLeft size={18} aria-hidden="true" />
            {back.children}
          </Link>
          {aside}
        </>
      }
    >
      <main className={cx(s.main, narrow && s.narrow)}>
        {top}
        <h1 className={s.title}>{title}</h1>
        {children}
      </main>
    </OutsideScreen>
  );
}
