// What the sign-in screens share: the ground, the brand, one panel.
import { texts } from 'texts:people/signIn';
import type { ReactNode } from 'react';
import { useCommunityName, useConfig } from '@/stores/session/config';
import { Emblem } from '@/ui/Emblem';
import { Languages } from '@/ui/Languages';
import { Terrain } from '@/ui/Terrain';
import s from './AuthFrame.module.css';

export function AuthFrame({ children, margin }: { children: ReactNode; margin?: ReactNode }) {
  const name = useCommunityName();
  const supportEmail = useConfig()?.supportEmail;
  return (
    <div className={s.screen}>
      <Terrain className={s.ground} />
      <main className={s.middle}>
        <div className={s.brand}>
          <Emblem className={s.emblem} />
          <h1 className={s.name}>{name}</h1>
        </div>
        <div className={`${s.panel} bracketed`}>{children}</div>
      </main>
      <footer className={s.margin}>
        {supportEmail && (
          <p className={s.support}>
            {texts.support} <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
          </p>
        )}
        {margin}
        <Languages />
      </footer>
    </div>
  );
}
