// The two lines across the list: a new day, and where the new messages begin.
import { dayLabel } from '@/rules/time';
import s from './Lines.module.css';

export function DayLine({ at }: { at: number }) {
  return (
    <p className={s.line}>
      <span>{dayLabel(at, Date.now())}</span>
    </p>
  );
}

export function NewLine() {
  return (
    <p className={s.fresh}>
      <span>New</span>
    </p>
  );
}
