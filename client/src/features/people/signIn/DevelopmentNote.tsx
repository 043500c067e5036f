// Says plainly that an installation is for development, and where its codes go.
import { useConfig } from '@/stores/session/config';
import s from './DevelopmentNote.module.css';

export function DevelopmentNote() {
  if (!useConfig()?.devMode) return null;
  return (
    <p className={s.note}>
      Development mode. Codes arrive in{' '}
      <a href="/dev/outbox" target="_blank" rel="noreferrer">
        the outbox
      </a>
      .
    </p>
  );
}
