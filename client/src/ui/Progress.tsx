// How far something is: words, a percentage, and a line.
import { formatPercent } from '@/rules/format';
import s from './Progress.module.css';

interface ProgressProps {
  /** What goes on; said once. */
  words: string;
  /** 0 to 1. */
  share: number;
}

export function Progress({ words, share }: ProgressProps) {
  const percent = Math.floor(share * 100);
  return (
    <div className={s.progress}>
      <p className={s.words}>
        <span role="status">{words}</span>
        <span className="mono">{formatPercent(percent)}</span>
      </p>
      <progress className={s.bar} max={100} value={percent} aria-label={words} />
    </div>
  );
}
