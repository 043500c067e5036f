// Says plainly that an installation is for development, and where its codes go.

import { texts } from 'texts:people/signIn';
import { rich } from '@/languages/rich';
import { useConfig } from '@/stores/session/config';
import s from './DevelopmentNote.module.css';

export function DevelopmentNote() {
  if (!useConfig()?.devMode) return null;
  return (
    <p className={s.note}>
      {rich(texts.developmentMode, {
        outbox: (
          <a href="/dev/outbox" target="_blank" rel="noreferrer">
            {texts.theOutbox}
          </a>
        ),
      })}
    </p>
  );
}
