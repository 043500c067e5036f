// One designed screen for every route whose feature is not open yet.
import { ArrowLeft } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { Badge } from '@/ui/Badge';
import { ButtonLink } from '@/ui/Button';
import { Emblem } from '@/ui/Emblem';
import { usePageTitle } from '@/ui/pageTitle';
import { Terrain } from '@/ui/Terrain';
import s from './NotBuiltRoute.module.css';
import { plans } from './plans';

export function Component() {
  const { pathname } = useLocation();
  const plan = plans[pathname.replace(/\/+$/, '').toLowerCase()];
  if (!plan) throw new Error(`no plan for ${pathname}`);
  const { title, text, icon: Icon, back } = plan;
  usePageTitle(title);

  return (
    <div className={s.screen}>
      <Terrain className={s.ground} />
      <header className={s.header}>
        <Link to={back.to} className={s.back}>
          <ArrowLeft size={20} aria-hidden="true" />
          {back.label}
        </Link>
        <Emblem className={s.emblem} />
      </header>
      <main className={s.middle}>
        <div className={`${s.panel} bracketed`}>
          <div className={s.top}>
            <Icon className={s.icon} size={32} strokeWidth={1.5} aria-hidden="true" />
            <Badge tone="info">Not open yet</Badge>
          </div>
          <h1 className={s.title}>{title}</h1>
          <p className={s.text}>{text}</p>
          <ButtonLink to={back.to} variant="primary" className={s.action}>
            {back.label}
          </ButtonLink>
        </div>
      </main>
    </div>
  );
}
