// Shown while the session is looked up and the first screen loads.
import { texts } from 'texts:app';
import { Emblem } from '@/ui/Emblem';
import s from './LoadingScreen.module.css';

export function LoadingScreen() {
  return (
    <main className={s.screen} aria-busy="true">
      <Emblem className={s.emblem} />
      <p className={s.words} role="status">
        {texts.loading}
      </p>
      <span className={s.line} aria-hidden="true" />
    </main>
  );
}
