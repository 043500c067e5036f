// Time left as a thin line that drains. Mute: the words beside it say the rest.
import type { CSSProperties } from 'react';
import s from './CountdownLine.module.css';

interface CountdownLineProps {
  /** Seconds left, changing once a second, and seconds in all. */
  left: number;
  total: number;
}

export function CountdownLine({ left, total }: CountdownLineProps) {
  const share = total > 0 ? Math.min(1, Math.max(0, left / total)) : 0;
  return (
    <span className={s.line} aria-hidden="true">
      <span className={s.rest} style={{ '--share': share } as CSSProperties} />
    </span>
  );
}
