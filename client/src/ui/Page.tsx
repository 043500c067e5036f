// The frame of a screen: the way back, the title, what can be done, the content.
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx';
import { Link } from './Link';
import s from './Page.module.css';
import { usePageTitle } from './pageTitle';

interface PageProps {
  title: string;
  back: { to: string; label: string };
  /** Right of the title. */
  actions?: ReactNode;
  /** Forms are narrow, pages of two columns medium, tables wide. */
  width?: 'narrow' | 'medium' | 'wide';
  children: ReactNode;
}

export function Page({ title, back, actions, width = 'narrow', children }: PageProps) {
  usePageTitle(title);
  return (
    <div className={cx(s.page, s[width])}>
      <header className={s.header}>
        <Link to={back.to} className={s.back}>
          <ArrowLeft size={20} aria-hidden="true" />
          {back.label}
        </Link>
        {actions}
      </header>
      <main className={s.main}>
        <h1 className={s.title}>{title}</h1>
        {children}
      </main>
    </div>
  );
}
