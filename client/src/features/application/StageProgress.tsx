// How far the application is: STAGE n OF 4 over a bar.
import { texts } from 'texts:application';
import { formStages } from '@/rules/application/application';
import s from './StageProgress.module.css';

export function StageProgress({ stage }: { stage: number }) {
  const words = texts.stage({ stage, of: formStages });
  return (
    <div className={s.progress}>
      <p className={s.words} aria-hidden="true">
        {words}
      </p>
      <progress className={s.bar} max={formStages} value={stage} aria-label={words} />
    </div>
  );
}
